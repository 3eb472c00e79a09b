// Random IDs in Stripe's format: a prefix for the kind of object, then letters and digits.
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new ID such as `pi_3Qx…`; `length` is the number of random characters after the prefix. */
export function newId(prefix: string, length = 24): string {
  let id = '';
  while (id.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: larger bytes would favor some characters.
      if (byte < 248 && id.length < length) id += alphabet[byte % 62];
    }
  }
  return prefix + id;
}
