// Cursors of lists: opaque texts that say where a page ended.

import { isStorable } from './text.ts';

/** A cursor that has these parts. */
export function encodeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a cursor; none of a text that is no cursor, or has what a database cannot compare with. */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString(), (_, value) => {
      const fits = typeof value === 'string' ? isStorable(value) : typeof value !== 'number' || Number.isFinite(value);
      if (fits) return value;
      throw new Error('has a value that cannot be compared');
    });
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
