// IDs of everything stored: a prefix that names the kind, then 26 characters that sort by creation time.
// The layout is that of a ULID (https://github.com/ulid/spec): 48 bits of milliseconds, 80 random bits.
import { randomBytes } from 'node:crypto';

/** What an ID names: item, form, submission, subscriber, event, contact, invoice, payment, refund, delivery … */
export type IdPrefix =
  | 'item'
  | 'form'
  | 'sub'
  | 'whk'
  | 'evt'
  | 'con'
  | 'inv'
  | 'pay'
  | 'ref'
  | 'dlv'
  | 'att'
  | 'job'
  | 'file'
  | 'med'
  | 'type'
  | 'term'
  | 'aut'
  | 'tok'
  | 'usr'
  | 'ses'
  | 'req';

// Crockford's base 32 in lower case: no i, l, o or u, in the order of their bytes.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bodyPattern = /^[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{25})$/;

let lastTime = 0;
let lastRandom = 0n;

/** Creates an ID. Within one process each ID sorts after the one before it, even if the clock is set back. */
export function newId(prefix: IdPrefix): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    // One bit is left free, so that the steps below cannot overflow.
    lastRandom = randomInteger(10) >> 1n;
  } else {
    // A random step, so that the next ID cannot be guessed from the last.
    lastRandom += randomInteger(4) + 1n;
  }
  return `${prefix}_${encode((BigInt(lastTime) << 80n) | lastRandom)}`;
}

/**
 * The ID of something that belongs one to one to `seed`: the same 26 characters under another prefix, so that a step
 * repeated after a crash gets the same ID. Throws TypeError if `seed` is not an ID made by newId.
 */
export function idFrom(prefix: IdPrefix, seed: string): string {
  const body = bodyPattern.exec(seed)?.[1];
  if (!body) throw new TypeError(`Not an ID made by newId: ${seed}`);
  return `${prefix}_${body}`;
}

/** Random bytes that are not used yet: asking for a few at a time takes longer than the rest of an ID. */
let pool = Buffer.alloc(0);

function randomInteger(bytes: number): bigint {
  if (pool.length < bytes) pool = randomBytes(4096);
  const taken = pool.subarray(0, bytes);
  pool = pool.subarray(bytes);
  return BigInt(`0x${taken.toString('hex')}`);
}

/** 128 bits as 26 digits. JavaScript's base 32 runs from 0 to v; Crockford's leaves out letters from i on. */
function encode(value: bigint): string {
  const digits = value.toString(32).padStart(26, '0');
  return digits.replace(/[i-v]/g, (digit) => alphabet[Number.parseInt(digit, 32)]!);
}
