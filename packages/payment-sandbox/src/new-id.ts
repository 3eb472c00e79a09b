// Random IDs in Stripe's format: a prefix for the kind of object, then letters and digits.
import { randomFillSync } from 'node:crypto';

/** Many at once, because each call costs as much as filling all of it. */
const random = new Uint8Array(4096);
let used = random.length;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new ID such as `pi_3Qx…`; `length` is the number of random characters after the prefix. */
export function newId(prefix: string, length = 24): string {
  let id = '';
  while (id.length < length) {
    const byte = nextByte();
    // 248 is the largest multiple of 62 below 256: larger bytes would favor some characters.
    if (byte < 248) id += alphabet[byte % 62];
  }
  return prefix + id;
}

function nextByte(): number {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random[used++] as number;
}
