// IDs of everything stored: a prefix that names the kind, then 26 characters that sort by creation time.
// The layout is that of a ULID (https://github.com/ulid/spec): 48 bits of milliseconds, 80 random bits.
import { hash, randomBytes } from 'node:crypto';

/** What an ID names: item, form, submission, subscriber, event, contact, invoice, payment, refund, delivery … */
export type IdPrefix =
  | 'item'
  | 'form'
  | 'sub'
  | 'whk'
  | 'evt'
  | 'con'
  | 'inv'
  | 'cn'
  | 'tax'
  | 'pay'
  | 'ref'
  | 'dlv'
  | 'att'
  | 'job'
  | 'chg'
  | 'file'
  | 'med'
  | 'type'
  | 'term'
  | 'aut'
  | 'tok'
  | 'usr'
  | 'ses'
  | 'passkey'
  | 'req'
  | 'view'
  | 'imp'
  | 'bak'
  | 'mail'
  | 'note'
  | 'reply'
  | 'disc'
  | 'lnk'
  | 'era'
  | 'aud';

// Crockford's base 32 in lower case: no i, l, o or u, in the order of their bytes.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bodyPattern = /^[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{25})$/;

let lastTime = 0;
/** The last 80 random bits, in halves that numbers hold exactly: bigints take four times as long. */
let high = 0;
let low = 0;
const half = 2 ** 40;

/** Creates an ID. Within one process each ID sorts after the one before it, even if the clock is set back. */
export function newId(prefix: IdPrefix): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    // One bit is left free, so that the steps below cannot overflow.
    high = Math.floor(randomInteger(5) / 2);
    low = randomInteger(5);
  } else {
    // A random step, so that the next ID cannot be guessed from the last.
    low += randomInteger(4) + 1;
    if (low >= half) {
      low -= half;
      high++;
    }
  }
  return `${prefix}_${encode(lastTime, 10)}${encode(high, 8)}${encode(low, 8)}`;
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

/** The ID of an ID, made by newId, with a text: both together always make the same one, of the same kind and time. */
export function idWith(id: string, text: string): string {
  const digest = hash('sha256', `${id}\n${text}`, 'buffer');
  return id.slice(0, -16) + Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % 32]).join('');
}

/** Random bytes, of which some are used: asking for a few at a time takes longer than the rest of an ID. */
let pool = Buffer.alloc(0);
let used = 0;

function randomInteger(bytes: 4 | 5): number {
  if (used + bytes > pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  used += bytes;
  return pool.readUIntBE(used - bytes, bytes);
}

const pairs = Array.from(alphabet).flatMap((first) => Array.from(alphabet, (second) => first + second));

function encode(value: number, digits: 8 | 10): string {
  let text = '';
  for (let rest = value; text.length < digits; rest = Math.floor(rest / 1024)) text = pairs[rest % 1024] + text;
  return text;
}
