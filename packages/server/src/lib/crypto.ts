// Hashes, random text and comparison in constant time.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256 as lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** Compares two texts in a time that does not reveal where they differ. */
export function safeEqual(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The bytes as one base62 number, padded to `length` characters. */
export function toBase62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  while (rest > 0n) {
    text = base62[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text.padStart(length, '0');
}

/** `bytes` random bytes in base62. */
export function randomText(bytes: number): string {
  return toBase62(randomBytes(bytes), Math.ceil((bytes * 8) / Math.log2(62)));
}
