// Sessions of users in browsers: started by signing in, listed, ended. Only a SHA-256 of the cookie's token is stored.

import { sql } from 'kysely';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { randomText, sha256 } from '../lib/crypto.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { mailNewDevice } from '../mail/account-mails.ts';
import type { Session } from './accounts.schemas.ts';
import { hasUsablePasskey } from './passkeys.ts';
import { isPassword } from './passwords.ts';
import { hasSecondFactor, isSecondFactorRequired, useCode } from './second-factor.ts';

const dayMs = 86_400_000;
const idleMs = 14 * dayMs;
const maxAgeMs = 90 * dayMs;
const coarseMs = 60_000;

const lostPasskeys =
  'Sign in with one of your passkeys. If you have lost them, ask an administrator to remove them: you can then sign in with the password';

/** The browser that signs in. */
export type Client = { userAgent: string | null; ip: string | null };

export type SignInMethod = Session['signedInWith'];

export type Begun = { token: string; userId: string; userName: string; signedInWith: SignInMethod };

/** The browser's session so far, which a new one replaces, and whether the user has signed in there before. */
export type Before = { replaces: string | null; isNewDevice: boolean };

/**
 * Starts a session for the right email address, password and, with a second factor, code. Takes the same time for an unknown
 * address. Calls `beforeCode` before it looks at a code. Throws invalid_credentials, second_factor_required, passkey_required,
 * invalid_code.
 */
export async function signIn(
  ctx: Context,
  input: Before & {
    emailKey: string;
    password: string;
    code: string | undefined;
    beforeCode: () => Promise<void>;
  },
  client: Client,
): Promise<Begun> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'passwordHash'])
    .where('emailKey', '=', input.emailKey)
    .executeTakeFirst();
  const isRight = await isPassword(input.password, user?.passwordHash || null);
  if (!user || !isRight) throw wrongCredentials();
  const isAsked = await askForCode(ctx, user.id, input);
  return inTransaction(ctx, async (ctx) => {
    // The password may have been reset while this one was checked.
    await ctx.dialect
      .lockRows(
        ctx.db.selectFrom('users').select('id').where('id', '=', user.id).where('passwordHash', '=', user.passwordHash),
      )
      .executeTakeFirstOrThrow(() => wrongCredentials());
    if (isAsked) await useCode(ctx, user.id, input.code ?? '');
    return replaceSession(ctx, user, client, isAsked ? 'code' : 'password', input);
  });
}

/** Starts a session and ends that of the token `replaces`. Reports a sign-in from a new device by mail. */
export async function replaceSession(
  ctx: WriteContext,
  user: { id: string; name: string; email: string },
  client: Client,
  signedInWith: SignInMethod,
  { replaces, isNewDevice }: Before,
): Promise<Begun> {
  await deleteEndedSessions(ctx);
  if (replaces !== null) await ctx.db.deleteFrom('sessions').where('hash', '=', sha256(replaces)).execute();
  const begun = await startSession(ctx, user, client, signedInWith);
  const device = { browser: client.userAgent, address: client.ip, sessionId: sha256(begun.token) };
  if (isNewDevice) await mailNewDevice(ctx, user, device);
  return begun;
}

/**
 * Whether the user has to send a code, which is then there. Throws second_factor_required, and passkey_required if the site requires
 * a second factor and the user has passkeys only: with the password alone, a stranger could set up another.
 */
export async function askForCode(
  ctx: ReadContext,
  userId: string,
  { code, beforeCode }: { code: string | undefined; beforeCode: () => Promise<void> },
): Promise<boolean> {
  if (!(await hasSecondFactor(ctx, userId))) {
    if ((await isSecondFactorRequired(ctx)) && (await hasUsablePasskey(ctx, userId)))
      throw fail('passkey_required', lostPasskeys);
    return false;
  }
  if (code === undefined) throw fail('second_factor_required');
  await beforeCode();
  return true;
}

/** The token is returned only here. */
export async function startSession(
  ctx: WriteContext,
  { id: userId, name: userName }: { id: string; name: string },
  client: Client,
  signedInWith: SignInMethod,
): Promise<Begun> {
  const token = randomText(32);
  const now = timeOf(ctx);
  await ctx.db
    .insertInto('sessions')
    .values({ id: newId('ses'), userId, hash: sha256(token), ...client, signedInWith, createdAt: now, lastSeenAt: now })
    .execute();
  return { token, userId, userName, signedInWith };
}

/**
 * The session of a cookie's token, and its user; null if it is unknown or has ended. `needsSecondFactor`: the site requires a second
 * factor, and the user has none yet and has not signed in with a passkey, which is both at once.
 */
export async function findSession(ctx: ReadContext, token: string) {
  const row = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('secondFactors', 'secondFactors.userId', 'sessions.userId')
    .select(['sessions.id', 'sessions.userId', 'sessions.lastSeenAt', 'users.role', 'users.name as userName'])
    .select(['sessions.signedInWith', 'secondFactors.confirmedAt as secondFactorAt'])
    .select(selectRequirement(ctx).as('required'))
    .where('sessions.hash', '=', sha256(token))
    .where('sessions.lastSeenAt', '>', timeOf(ctx, -idleMs))
    .where('sessions.createdAt', '>', timeOf(ctx, -maxAgeMs))
    .executeTakeFirst();
  if (!row) return null;
  const { secondFactorAt, signedInWith, required, ...session } = row;
  const hasNone = secondFactorAt === null && signedInWith !== 'passkey';
  return { ...session, needsSecondFactor: hasNone && required === 'true' };
}

/** The same for a session that has just begun. */
export async function needsSecondFactor(ctx: ReadContext, { userId, signedInWith }: Begun): Promise<boolean> {
  if (signedInWith === 'passkey' || !(await isSecondFactorRequired(ctx))) return false;
  return !(await hasSecondFactor(ctx, userId));
}

/** The setting, as a part of another query. */
function selectRequirement(ctx: ReadContext) {
  return ctx.db
    .selectFrom('settings')
    .select(sql<string>`cast("value" as text)`.as('value'))
    .where('name', '=', 'requireSecondFactor');
}

/** Records the use of a session, to the minute, in the background. */
export function recordSessionUse(ctx: Context, session: { id: string; lastSeenAt: string }): void {
  if (session.lastSeenAt > timeOf(ctx, -coarseMs)) return;
  inTransaction(ctx, (ctx) =>
    ctx.db
      .updateTable('sessions')
      .set({ lastSeenAt: timeOf(ctx) })
      .where('id', '=', session.id)
      .where('lastSeenAt', '<=', timeOf(ctx, -coarseMs))
      .execute(),
  ).catch((error) => ctx.log.warn({ err: error }, 'the use of a session could not be recorded'));
}

/** The active sessions of a user, the last used first. */
export async function listSessions(ctx: ReadContext, userId: string): Promise<Omit<Session, 'current'>[]> {
  return ctx.db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'ip', 'signedInWith', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('lastSeenAt', '>', timeOf(ctx, -idleMs))
    .where('createdAt', '>', timeOf(ctx, -maxAgeMs))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one session of a user. Throws session_not_found. */
export async function endSession(ctx: WriteContext, userId: string, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(() => fail('session_not_found'));
}

/** Ends every session of a user, except one if it is given. Returns their number. */
export async function endSessions(ctx: WriteContext, userId: string, { except = '' } = {}): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '!=', except)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteEndedSessions(ctx: WriteContext): Promise<void> {
  await ctx.db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('lastSeenAt', '<=', timeOf(ctx, -idleMs)), eb('createdAt', '<=', timeOf(ctx, -maxAgeMs))]))
    .execute();
}

function wrongCredentials(): Error {
  return fail('invalid_credentials', { headers: { 'www-authenticate': 'Bearer realm="frontdesk"' } });
}

// Browsers in which a person has signed in before. They are recognized by a cookie that only this service can create, and
// strangers who guess passwords do not lock them out. The cookie signs no one in.

const purpose = 'knownDevice';
const deviceMaxAgeMs = 365 * 86_400_000;

type Device = { id: string; account: string; at: string };

/** The cookie's value for a browser in which this account has just signed in. */
export function rememberDevice(ctx: Context, emailKey: string): string {
  const device: Device = { id: randomText(16), account: sha256(emailKey), at: ctx.now().toISOString() };
  return ctx.sealer.seal(JSON.stringify(device), purpose);
}

/** The ID of a browser in which this account has signed in within a year; null for others. */
export function findDevice(ctx: Context, cookie: string | null, emailKey: string): string | null {
  const text = cookie === null ? null : ctx.sealer.unseal(cookie, purpose);
  if (text === null) return null;
  const { id, account, at } = JSON.parse(text) as Device;
  const isValid = account === sha256(emailKey) && Date.parse(at) > ctx.now().getTime() - deviceMaxAgeMs;
  return isValid ? id : null;
}
