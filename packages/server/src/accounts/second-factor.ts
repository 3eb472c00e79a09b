// Time-based codes (RFC 6238) as a second factor beside the password, and the recovery codes that replace a lost device
// (decision 0096).

import { randomBytes } from 'node:crypto';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { sha256 } from '../lib/crypto.ts';
import { fail } from '../lib/errors.ts';
import { mailSecondFactorOff } from '../mail/account-mails.ts';
import { readSetting } from '../settings/settings.ts';

const stepSeconds = 30;
/** How many steps a clock may be off. */
const window = 1;
const recoveryCodeCount = 10;

/** What the secret of a user is sealed for: it opens for no other. */
const purposeOf = (userId: string): string => `secondFactor:${userId}`;

/** Loaded when it is first needed: few processes check codes. */
function loadOtpauth() {
  return import('otpauth');
}

/** Creates a secret, which replaces one that is not confirmed. It counts when it is confirmed. Throws conflict if one is in use. */
export async function beginSecondFactor(
  ctx: Context,
  user: { id: string; email: string },
): Promise<{ secret: string; url: string }> {
  const { Secret, TOTP } = await loadOtpauth();
  const issuer = (await readSetting<string>(ctx, 'siteName')) ?? 'Frontdesk';
  const secret = new Secret({ size: 20 });
  const sealedSecret = ctx.sealer.seal(secret.base32, purposeOf(user.id));
  await inTransaction(ctx, async (ctx) => {
    if (await hasSecondFactor(ctx, user.id)) throw fail('conflict', 'Two-step sign-in is on already');
    const row = { sealedSecret, confirmedAt: null, lastStep: 0, createdAt: timeOf(ctx) };
    await ctx.db
      .insertInto('secondFactors')
      .values({ userId: user.id, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute();
  });
  // A colon would separate the name of the site from that of the account.
  const totp = new TOTP({ issuer: issuer.replaceAll(':', ' '), label: user.email, secret });
  return { secret: secret.base32, url: totp.toString() };
}

/** Switches it on with the first code. Returns new recovery codes. Throws invalid_code, and conflict if there is nothing to confirm. */
export async function confirmSecondFactor(ctx: Context, userId: string, code: string): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .selectFrom('secondFactors')
      .select('userId')
      .where('userId', '=', userId)
      .where('confirmedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw fail('conflict', 'There is no new second factor to confirm');
    if (!(await useTimeCode(ctx, userId, digitsOf(code)))) throw fail('invalid_code');
    await ctx.db
      .updateTable('secondFactors')
      .set({ confirmedAt: timeOf(ctx) })
      .where('userId', '=', userId)
      .execute();
    return createRecoveryCodes(ctx, userId);
  });
}

/** New recovery codes, which replace those before. They are returned only here. */
export async function createRecoveryCodes(ctx: WriteContext, userId: string): Promise<string[]> {
  await ctx.db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const createdAt = timeOf(ctx);
  const rows = codes.map((code) => ({ hash: hashOf(userId, code), userId, createdAt }));
  await ctx.db.insertInto('recoveryCodes').values(rows).execute();
  return codes;
}

// Crockford's base 32 in lower case, without letters that look like digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 random bits, so that a quick hash protects them: `k7d2-9fxa-…`. */
function newRecoveryCode(): string {
  const text = Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

function hashOf(userId: string, code: string): string {
  return sha256(`${userId}\n${code.replace(/[^0-9a-z]/g, '')}`);
}

/** Without what people type between digits. */
function digitsOf(code: string): string {
  return code.replace(/[\s-]/g, '');
}

/** Whether the user is asked for a code. */
export async function hasSecondFactor(ctx: ReadContext, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('secondFactors')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the site requires it of all users. */
export async function isSecondFactorRequired(ctx: ReadContext): Promise<boolean> {
  return (await readSetting<boolean>(ctx, 'requireSecondFactor')) ?? false;
}

/** What the user sees of it. */
export async function describeSecondFactor(
  ctx: ReadContext,
  userId: string,
): Promise<{ on: boolean; confirmedAt: string | null; recoveryCodesLeft: number; required: boolean }> {
  const row = await ctx.db
    .selectFrom('secondFactors')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const { count } = await ctx.db
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const confirmedAt = row?.confirmedAt ?? null;
  const required = await isSecondFactorRequired(ctx);
  return { on: confirmedAt !== null, confirmedAt, recoveryCodesLeft: Number(count), required };
}

/** Uses a code of the app or a recovery code, each of which works once. Throws invalid_code. */
export async function useCode(ctx: WriteContext, userId: string, code: string): Promise<void> {
  const digits = digitsOf(code);
  const isUsed = /^\d{6}$/.test(digits)
    ? await useTimeCode(ctx, userId, digits)
    : await useRecoveryCode(ctx, userId, code.toLowerCase());
  if (!isUsed) throw fail('invalid_code');
}

async function useTimeCode(ctx: WriteContext, userId: string, token: string): Promise<boolean> {
  const { Secret, TOTP } = await loadOtpauth();
  const query = ctx.db.selectFrom('secondFactors').select(['sealedSecret', 'lastStep']).where('userId', '=', userId);
  const row = await ctx.dialect.lockRows(query).executeTakeFirst();
  const secret = row ? ctx.sealer.unseal(row.sealedSecret, purposeOf(userId)) : null;
  if (!row || secret === null) return false;
  const timestamp = ctx.now().getTime();
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token, timestamp, window });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / stepSeconds) + delta;
  if (step <= row.lastStep) return false;
  await ctx.db.updateTable('secondFactors').set({ lastStep: step }).where('userId', '=', userId).execute();
  return true;
}

async function useRecoveryCode(ctx: WriteContext, userId: string, code: string): Promise<boolean> {
  const used = await ctx.db
    .deleteFrom('recoveryCodes')
    .where('hash', '=', hashOf(userId, code))
    .where('userId', '=', userId)
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** The password alone signs in from now on. The user gets a mail. Returns whether it was on. */
export async function removeSecondFactor(
  ctx: WriteContext,
  user: { id: string; name: string; email: string },
): Promise<boolean> {
  const wasOn = await hasSecondFactor(ctx, user.id);
  await deleteSecondFactor(ctx, user.id);
  if (wasOn) await mailSecondFactorOff(ctx, user);
  return wasOn;
}

/** All that is stored of it. */
export async function deleteSecondFactor(ctx: WriteContext, userId: string): Promise<void> {
  await ctx.db.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  await ctx.db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Encrypts with the current key what former keys have encrypted, and returns how many that were. */
export async function resealSecondFactors(ctx: WriteContext): Promise<number> {
  const sealed = ctx.db.selectFrom('secondFactors').select(['userId', 'sealedSecret']).orderBy('userId');
  let count = 0;
  for (const { userId, sealedSecret: box } of await ctx.dialect.lockRows(sealed).execute()) {
    const sealedSecret = ctx.sealer.reseal(box, purposeOf(userId));
    if (sealedSecret === null) continue;
    await ctx.db.updateTable('secondFactors').set({ sealedSecret }).where('userId', '=', userId).execute();
    count++;
  }
  return count;
}
