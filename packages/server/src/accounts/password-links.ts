// Links by mail with which a person sets a password: after forgetting it, or when invited. Each works once, and for a while;
// only a SHA-256 of its token is stored.

import { requireOwner } from '../context/access.ts';
import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import { enqueue, finishJob, type Job } from '../jobs/queue.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { randomText, sha256 } from '../lib/crypto.ts';
import { fail, failBody } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { mailInvitation, mailPasswordChanged, mailPasswordReset } from '../mail/account-mails.ts';
import type { NewUser, User } from './accounts.schemas.ts';
import { removePasskeys } from './passkeys.ts';
import { hashPassword } from './passwords.ts';
import { removeSecondFactor, useCode } from './second-factor.ts';
import { askForCode, type Begun, type Client, endSessions, startSession } from './sessions.ts';
import { type Answer, useAnswer } from './use-passkey.ts';
import { endPasswordLinks, findUser, insertUser } from './users.ts';

const hourMs = 3_600_000;
const lifetimes = { reset: hourMs, invitation: 7 * 24 * hourMs };
/** Who knows an address must not be able to fill its inbox. */
const maxResetsPerHour = 3;

const resetTask = 'accounts.sendResetLink';

export const passwordLinkTasks: Record<string, Task> = {
  [resetTask]: { run: sendResetLink, retryAfterMs: internalSchedule },
};

/**
 * Asks for a link to set a new password. It stores the same job for every address, so that neither the response nor its time
 * says who has an account.
 */
export async function requestReset(ctx: Context, emailKey: string): Promise<void> {
  await inTransaction(ctx, (ctx) => enqueue(ctx, resetTask, { emailKey }));
}

async function sendResetLink(ctx: Context, job: Job): Promise<'finished'> {
  const { emailKey } = job.payload as { emailKey: string };
  await inTransaction(ctx, async (ctx) => {
    const user = await ctx.dialect
      .lockRows(ctx.db.selectFrom('users').select(['id', 'name', 'email']).where('emailKey', '=', emailKey))
      .executeTakeFirst();
    if (user && (await countResets(ctx, user.id)) < maxResetsPerHour)
      await mailPasswordReset(ctx, user, await createLink(ctx, user.id, 'reset'));
    await finishJob(ctx, job);
  });
  return 'finished';
}

async function countResets(ctx: WriteContext, userId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('passwordLinks')
    .where('userId', '=', userId)
    .where('purpose', '=', 'reset')
    .where('createdAt', '>', timeOf(ctx, -hourMs))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Creates a user without a password, and mails a link to set one. Throws email_taken. */
export async function inviteUser(ctx: Context, input: Omit<NewUser, 'password'>): Promise<User> {
  // A user may have an address at a bare IP address or host, to sign in with, but no mail server accepts it.
  if (!isMailAddress(input.email))
    throw failBody([{ pointer: '/email', code: 'invalid', detail: 'must be an address that can receive mail' }]);
  if (input.role === 'owner') requireOwner(ctx);
  const id = await inTransaction(ctx, async (ctx) => {
    const id = await insertUser(ctx, input, '');
    await sendInvitation(ctx, { id, ...input });
    return id;
  });
  return findUser(ctx, id);
}

/** Mails a new link, which replaces those before it. Throws user_not_found, and conflict if the user has a password. */
export async function inviteAgain(ctx: Context, id: string): Promise<User> {
  await inTransaction(ctx, async (ctx) => {
    const user = await ctx.dialect
      .lockRows(ctx.db.selectFrom('users').selectAll().where('id', '=', id))
      .executeTakeFirstOrThrow(() => fail('user_not_found'));
    if (user.role === 'owner') requireOwner(ctx);
    if (user.passwordHash !== '') throw fail('conflict', 'The user has accepted the invitation already');
    await endPasswordLinks(ctx, id);
    await sendInvitation(ctx, user);
  });
  return findUser(ctx, id);
}

async function sendInvitation(ctx: WriteContext, user: { id: string; name: string; email: string }): Promise<void> {
  await mailInvitation(ctx, user, await createLink(ctx, user.id, 'invitation'));
}

type LinkOfUser = { id: string; name: string; url: string; expiresAt: string };

/**
 * A link with which a person sets a new password, for the command line: it is printed, not mailed. `secondFactorOff` switches two-step
 * sign-in off as well, and `withoutPasskeys` removes all passkeys. Throws user_not_found.
 */
export async function resetByCommand(
  ctx: Context,
  emailKey: string,
  { secondFactorOff, withoutPasskeys }: { secondFactorOff: boolean; withoutPasskeys: boolean },
): Promise<LinkOfUser> {
  return inTransaction(ctx, async (ctx) => {
    const user = await ctx.dialect
      .lockRows(ctx.db.selectFrom('users').select(['id', 'name', 'email']).where('emailKey', '=', emailKey))
      .executeTakeFirstOrThrow(() => fail('user_not_found'));
    if (secondFactorOff) await removeSecondFactor(ctx, user);
    if (withoutPasskeys) await removePasskeys(ctx, user);
    return { id: user.id, name: user.name, ...(await createLink(ctx, user.id, 'reset')) };
  });
}

/** Creates a user without a password, and a link to set one, for the command line. Throws email_taken. */
export async function createByCommand(ctx: Context, input: Omit<NewUser, 'password'>): Promise<LinkOfUser> {
  return inTransaction(ctx, async (ctx) => {
    const id = await insertUser(ctx, input, '');
    return { id, name: input.name, ...(await createLink(ctx, id, 'invitation')) };
  });
}

async function createLink(
  ctx: WriteContext,
  userId: string,
  purpose: keyof typeof lifetimes,
): Promise<{ url: string; expiresAt: string }> {
  await ctx.db.deleteFrom('passwordLinks').where('expiresAt', '<', timeOf(ctx)).execute();
  const token = randomText(32);
  const expiresAt = timeOf(ctx, lifetimes[purpose]);
  await ctx.db
    .insertInto('passwordLinks')
    .values({ id: newId('lnk'), userId, purpose, hash: sha256(token), createdAt: timeOf(ctx), expiresAt })
    .execute();
  const path = purpose === 'reset' ? 'new-password' : 'invitation';
  return { url: `${ctx.publicUrl() ?? ''}/admin/${path}?code=${token}`, expiresAt };
}

/**
 * Sets the password of the person with the link, ends all their sessions and starts one. A second factor is asked for, or one of
 * their passkeys: the link comes by mail only. Throws link_expired, invalid_body, second_factor_required, passkey_required,
 * invalid_code, invalid_passkey.
 */
export async function usePasswordLink(
  ctx: Context,
  {
    token,
    password,
    ...asked
  }: {
    token: string;
    password: string;
    code: string | undefined;
    checkPasskey: (() => Promise<Answer>) | undefined;
    takeCode: (emailKey: string) => Promise<void>;
  },
  client: Client,
): Promise<Begun & { emailKey: string }> {
  const hash = sha256(token);
  const user = await ctx.db
    .selectFrom('passwordLinks')
    .innerJoin('users', 'users.id', 'passwordLinks.userId')
    .select(['users.id', 'users.email', 'users.name', 'users.emailKey', 'passwordLinks.purpose'])
    .where('passwordLinks.hash', '=', hash)
    .where('passwordLinks.expiresAt', '>', timeOf(ctx))
    .executeTakeFirstOrThrow(() => fail('link_expired'));
  const answer = asked.checkPasskey && (await asked.checkPasskey());
  if (answer && answer.userId !== user.id) throw fail('invalid_passkey', 'This passkey belongs to another account');
  const beforeCode = () => asked.takeCode(user.emailKey);
  const isAsked = !answer && (await askForCode(ctx, user.id, { code: asked.code, beforeCode }));
  const passwordHash = await hashPassword(password, '/password', [user.email, user.name]);
  return inTransaction(ctx, async (ctx) => {
    // Of two uses at once, one finds it.
    await ctx.db
      .deleteFrom('passwordLinks')
      .where('hash', '=', hash)
      .returning('id')
      .executeTakeFirstOrThrow(() => fail('link_expired'));
    if (isAsked) await useCode(ctx, user.id, asked.code ?? '');
    if (answer) await useAnswer(ctx, answer);
    await endPasswordLinks(ctx, user.id);
    await ctx.db
      .updateTable('users')
      .set({ passwordHash, updatedAt: timeOf(ctx) })
      .where('id', '=', user.id)
      .execute();
    await endSessions(ctx, user.id);
    if (user.purpose === 'reset') await mailPasswordChanged(ctx, user);
    return { ...(await startSession(ctx, user, client, 'link')), emailKey: user.emailKey };
  });
}
