// Passwords: which are accepted, and how they are stored: argon2id, 19 MiB, two passes (OWASP's parameters).

import { hash, verify } from '@node-rs/argon2';
import { type Fault, fail, failBody } from '../errors.ts';
import { randomText } from '../lib/crypto.ts';
import { isCommonPassword } from './common-passwords.ts';

const minBytes = 10;
const maxBytes = 1024;

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash takes 19 MiB and a core for a while: many at once must not use up the machine.
const mostAtOnce = 2;
const maxWaiting = 100;

/** The hash to store, a PHC string. Throws invalid_body for a password that is not accepted; `pointer` names its member. */
export async function hashPassword(
  password: string,
  pointer: string,
  personal: readonly string[] = [],
): Promise<string> {
  const fault = faultOf(password, personal);
  if (fault) throw failBody([{ pointer, ...fault }]);
  return inTurn(() => hash(normalize(password), parameters));
}

let decoy: Promise<string> | null = null;

/** Whether it is the password behind `stored`. False for an unknown account (null), after the same time. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= inTurn(() => hash(randomText(32), parameters));
  const other = await decoy;
  if (Buffer.byteLength(password) > maxBytes * 2) return false;
  const matches = await inTurn(() => verify(stored ?? other, normalize(password)));
  return matches && stored !== null;
}

function faultOf(password: string, personal: readonly string[]): Omit<Fault, 'pointer'> | null {
  const bytes = Buffer.byteLength(normalize(password));
  if (bytes < minBytes) return { code: 'too_short', detail: `must have at least ${minBytes} characters` };
  if (bytes > maxBytes) return { code: 'too_long', detail: `must have at most ${maxBytes} bytes` };
  const text = password.toLowerCase();
  if (isCommonPassword(password) || personal.some((word) => word.toLowerCase() === text)) {
    return { code: 'too_common', detail: 'is too easy to guess' };
  }
  return null;
}

/** The same characters typed on another keyboard are the same password (NIST SP 800-63B, 3.1.1.2). */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running < mostAtOnce) running++;
  else {
    if (waiting.length >= maxWaiting) throw fail('rate_limited', { headers: { 'retry-after': '5' } });
    // The next in line takes the place of the one that ended.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
