// Ids of everything stored: a prefix that says what it is, then 26 characters that sort by time of making.
// The layout is that of a ULID (https://github.com/ulid/spec): 48 bits of milliseconds, 80 random bits.
import { randomBytes } from 'node:crypto';

/** What an id names: item, form, submission, subscriber, event, contact, invoice, payment, refund, delivery … */
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

/** Makes an id. Within one process each id sorts after the one before it, even if the clock is set back. */
export function newId(prefix: IdPrefix): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    // One bit less than there is room for, so that the steps below cannot run over.
    lastRandom = randomInteger(10) >> 1n;
  } else {
    // A random step, so that nobody can tell the next id from the last.
    lastRandom += randomInteger(4) + 1n;
  }
  return `${prefix}_${encode((BigInt(lastTime) << 80n) | lastRandom)}`;
}

/**
 * The id of something that belongs one to one to `seed`: the same 26 characters under another prefix, so that a step
 * done again after a crash arrives at the same id. Throws TypeError when `seed` is not an id made here.
 */
export function idFrom(prefix: IdPrefix, seed: string): string {
  const body = bodyPattern.exec(seed)?.[1];
  if (!body) throw new TypeError(`Not an id made by newId: ${seed}`);
  return `${prefix}_${body}`;
}

function randomInteger(bytes: number): bigint {
  return BigInt(`0x${randomBytes(bytes).toString('hex')}`);
}

/** 128 bits as 26 digits. The platform's base 32 goes from 0 to v; from its i on Crockford's leaves letters out. */
function encode(value: bigint): string {
  const digits = value.toString(32).padStart(26, '0');
  return digits.replace(/[i-v]/g, (digit) => alphabet[Number.parseInt(digit, 32)]!);
}
