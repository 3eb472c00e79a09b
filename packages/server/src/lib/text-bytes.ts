// The bytes of texts that may be long, and their digest.

import { createHash } from 'node:crypto';
import { mapYielding } from './yield-to-event-loop.ts';

/** Up to this length, a text becomes bytes at once. */
const quickLength = 1024 * 1024;

/** JSON texts in parts of a list: with commas between them. */
export function withCommas(items: readonly string[]): string[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [',', item]));
}

/** The bytes of a text that is given in parts. */
export async function bytesOf(parts: readonly string[]): Promise<Buffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= quickLength) return Buffer.from(parts.join(''));
  const pieces = await mapYielding(parts, (part) => Buffer.from(part));
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let end = 0;
  await mapYielding(pieces, (piece) => {
    end += piece.copy(bytes, end);
  });
  return bytes;
}

export async function sha1Of(bytes: Buffer): Promise<string> {
  const hash = createHash('sha1');
  const starts = Array.from({ length: Math.ceil(bytes.length / quickLength) }, (_, index) => index * quickLength);
  await mapYielding(starts, (start) => hash.update(bytes.subarray(start, start + quickLength)));
  return hash.digest('base64url');
}
