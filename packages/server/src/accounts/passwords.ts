// Passwords: which are accepted, and how they are stored: argon2id, 19 MiB, two passes (OWASP's parameters).

import { randomText } from '../lib/crypto.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { once } from '../lib/once.ts';

const minBytes = 10;
const maxBytes = 1024;

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash takes 19 MiB and a core for a while: many at once must not use up the machine.
const maxAtOnce = 2;
const maxWaiting = 100;

/** The hash to store, a PHC string. Throws invalid_body for a password that is not accepted; `pointer` names its member. */
export async function hashPassword(
  password: string,
  pointer: string,
  personal: readonly string[] = [],
): Promise<string> {
  const fault = faultOf(password, personal);
  if (fault) throw failBody([{ pointer, ...fault }]);
  return inTurn(() => hash(normalize(password)));
}

async function hash(text: string): Promise<string> {
  return (await loadArgon2()).hash(text, parameters);
}

/** Native code: loaded when the first password is set or checked. */
function loadArgon2() {
  return import('@node-rs/argon2');
}

const makeDecoy = once(() => inTurn(() => hash(randomText(32))));

/** Whether it is the password behind `stored`. False for an unknown account (null), after the same time. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const decoy = await makeDecoy();
  if (Buffer.byteLength(password) > maxBytes * 2) return false;
  const matches = await inTurn(async () => (await loadArgon2()).verify(stored ?? decoy, normalize(password)));
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

/** Whether attackers would try it first: it is listed, or it repeats one character or a short text. */
function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return common.has(text) || /^(.{1,4})\1+$/u.test(text);
}

/** The same characters typed on another keyboard are the same password (NIST SP 800-63B, 3.1.1.2). */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running < maxAtOnce) running++;
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

// The passwords that attackers try first, among those long enough to be accepted. Compared in lower case.
const common = new Set(
  `
1234567890 0123456789 0987654321 9876543210 12345678910 123456789a a123456789 123456789q q123456789 1234567891
12345678900 123123123123 1234512345 1122334455 1111111111 0000000000 123456123456 123456789123 987654321a
password01 password11 password12 password123 password1234 password12345 password123! password1! password2024
password2025 password2026 passw0rd123 p@ssw0rd123 p@ssword123 p@ssw0rd1234 mypassword mypassword1 passwordpassword
qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 qwerty123! qwertyqwerty 1q2w3e4r5t 1q2w3e4r5t6y
1qaz2wsx3edc zaq12wsxcde3 qazwsxedcrfv asdfghjkl123 asdfghjkl1 zxcvbnm123 qwertyuiopasdfghjklzxcvbnm
abcd123456 abc1234567 abc123abc123 abcdefghij abcdefghijk abcdefghijklmnopqrstuvwxyz a1b2c3d4e5 aa12345678 aa123456789
iloveyou12 iloveyou123 iloveyou1234 iloveyou2u iloveyouforever welcome123 welcome1234 welcome2024 welcome2025 welcome2026
letmein123 letmein1234 administrator administrator1 admin12345 admin123456 admin123123 admin1234! administrador adminadmin
adminadmin123 changeme123 changemenow changeit123 default123 test123456 testtest123 testpassword secret1234 supersecret
frontdesk1 frontdesk123 frontdeskadmin football123 baseball123 basketball superman123 sunshine123 princess123 dragon12345
monkey12345 michael123 whatever123 trustno1trustno1 correcthorsebatterystaple computer123 internet123 liverpool1 liverpool123
manchester manchester1 chocolate123 butterfly1 butterfly123 strawberry strawberry1 summer2024 summer2025 summer2026
winter2024! winter2025! winter2026! spring2026! autumn2026!
`
    .trim()
    .split(/\s+/),
);
