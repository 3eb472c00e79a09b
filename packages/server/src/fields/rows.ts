// Answers that are lists of objects: guests, for example, each with a name and a meal. Pages send them as `guests.0.name`.

import { isObject } from '../lib/validation.ts';
import type { BlockDeclaration, FieldDeclaration } from './field.ts';

/** More than visitors fill in by hand. */
export const maxRows = 50;

export function rowLimits({ required, min, max }: FieldDeclaration): { min: number; max: number } {
  const first = typeof min === 'number' ? min : 0;
  return { min: required ? Math.max(1, first) : first, max: typeof max === 'number' ? max : maxRows };
}

export function rowsLimitFault({ max }: FieldDeclaration) {
  if (typeof max !== 'number' || max <= maxRows) return null;
  return { member: 'max', detail: `must be at most ${maxRows}` } as const;
}

export function insideRows(fields: readonly FieldDeclaration[], value: unknown): Inside[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((row, index) =>
    insideObject(fields, row).map((inner) => ({ ...inner, path: [`${index}`, ...inner.path] })),
  );
}

/** The field as an input of this row, which is called `guests.0.name`. */
export function fieldInRow(outer: FieldDeclaration, row: number | string, inner: FieldDeclaration): FieldDeclaration {
  return { ...inner, name: `${outer.name}.${row}.${inner.name}` };
}

/** One too many is enough to be rejected: the page that is shown then must not grow with what was sent. */
const maxRead = maxRows + 1;

/** The rows that a page has sent, as texts and without those that are empty; null if it sent something else. */
export function sentRows(sent: unknown): Record<string, unknown>[] | null {
  if (!isObject(sent)) return null;
  const rows = new Map<number, Record<string, unknown>>();
  for (const [key, value] of Object.entries(sent)) {
    const [, index, name] = /^(\d{1,4})\.(.+)$/s.exec(key) ?? [];
    if (index === undefined || name === undefined) return null;
    const row = rows.get(Number(index)) ?? Object.create(null);
    row[name] = value;
    rows.set(Number(index), row);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
    .filter((row) => Object.values(row).some((value) => [value].flat().some((text) => text !== '')))
    .slice(0, maxRead);
}

/** The rows to show: those that were sent, or those that a field begins with. */
export function rowsToShow(raw: unknown): Record<string, unknown>[] {
  return Array.isArray(raw) ? raw.filter(isObject).slice(0, maxRead) : (sentRows(raw) ?? []);
}

// What is inside values that have others inside them.

/** A field that is declared inside another. An entry of a list has no name of its own. */
export type Inner = { field: FieldDeclaration; isEntry: boolean };

/** Where its value is: in the object or list `holder`, which is `path` away from the outer value. */
export type Inside = Inner & { holder: Record<string, unknown>; key: string; path: string[] };

/** The field of an entry of a list that declares `of`. */
export function entryOfList({ name, of }: FieldDeclaration): FieldDeclaration {
  return { type: '', ...of, name };
}

/** The field of one of several. */
export function entryOfSeveral({ multiple: _, min: _min, max: _max, ...field }: FieldDeclaration): FieldDeclaration {
  return field;
}

export function insideObject(fields: readonly FieldDeclaration[], value: unknown): Inside[] {
  if (!isObject(value)) return [];
  return fields.map((field) => ({ field, isEntry: false, holder: value, key: field.name, path: [field.name] }));
}

export function insideEntries(entry: FieldDeclaration, value: unknown): Inside[] {
  if (!Array.isArray(value)) return [];
  const holder = value as unknown as Record<string, unknown>;
  return value.map((_, index) => ({ field: entry, isEntry: true, holder, key: `${index}`, path: [`${index}`] }));
}

export function insideBlocks(blocks: readonly BlockDeclaration[], value: unknown): Inside[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((block, index) => {
    const fields = isObject(block) ? blocks.find(({ name }) => name === block.type)?.fields : undefined;
    return insideObject(fields ?? [], block).map((inner) => ({ ...inner, path: [`${index}`, ...inner.path] }));
  });
}
