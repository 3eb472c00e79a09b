// Users: the owners and editors who sign in.

import { requireOther, requireOwner, scopesOf } from '../context/access.ts';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { fail, failBody } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { addressKey } from '../lib/mail-address.ts';
import { mailPasswordChanged } from '../mail/account-mails.ts';
import { readSite } from '../settings/site.ts';
import type { Me, NewUser, User, UserChange } from './accounts.schemas.ts';
import { deletePasskeys } from './passkeys.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { deleteSecondFactor } from './second-factor.ts';
import { endSessions } from './sessions.ts';

export async function hasOwner(ctx: ReadContext): Promise<boolean> {
  const row = await ctx.db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function listUsers(ctx: ReadContext): Promise<User[]> {
  const rows = await selectUsers(ctx).orderBy('users.createdAt').orderBy('users.id').execute();
  return rows.map(describe);
}

/** Throws user_not_found. */
export async function findUser(ctx: ReadContext, id: string): Promise<User> {
  const row = await selectUsers(ctx).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw fail('user_not_found');
  return describe(row);
}

/** The user, whom the caller may change. Throws user_not_found, and owner_needed for an owner. */
export async function findForChange(ctx: ReadContext, id: string): Promise<User> {
  const user = await findUser(ctx, id);
  if (user.role === 'owner') requireOwner(ctx);
  return user;
}

/**
 * Changes how another user signs in, and returns the user as it is then. Throws user_not_found, owner_needed for an owner, and
 * conflict for the caller.
 */
export async function changeSignInOf(
  ctx: Context,
  id: string,
  change: (ctx: WriteContext, user: User) => Promise<unknown>,
): Promise<User> {
  requireOther(ctx, id);
  const user = await findForChange(ctx, id);
  await inTransaction(ctx, (ctx) => change(ctx, user));
  return findUser(ctx, id);
}

function selectUsers(ctx: ReadContext) {
  return ctx.db
    .selectFrom('users')
    .leftJoin('secondFactors', 'secondFactors.userId', 'users.id')
    .selectAll('users')
    .select('secondFactors.confirmedAt as secondFactorAt')
    .select((eb) =>
      eb
        .selectFrom('passkeys')
        .whereRef('passkeys.userId', '=', 'users.id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('passkeyCount'),
    );
}

/** The user who signed in and the site, which the admin needs first. */
export async function describeMe(ctx: ReadContext, userId: string, secondFactorNeeded: boolean): Promise<Me> {
  const { id, name, email, role, scopes } = await findUser(ctx, userId);
  return { user: { id, name, email, role, scopes }, site: await readSite(ctx), secondFactorNeeded };
}

/** Throws email_taken, and invalid_body for a password that is not accepted. */
export async function createUser(ctx: Context, input: NewUser): Promise<User> {
  if (input.role === 'owner') requireOwner(ctx);
  const passwordHash = await hashPassword(input.password, '/password', [input.email, input.name]);
  const id = await inTransaction(ctx, (ctx) => insertUser(ctx, input, passwordHash));
  return findUser(ctx, id);
}

/** Stores a user. Returns the id. Throws email_taken. */
export async function insertUser(
  ctx: WriteContext,
  input: Omit<NewUser, 'password'>,
  passwordHash: string,
): Promise<string> {
  const now = timeOf(ctx);
  const inserted = await ctx.db
    .insertInto('users')
    .values({
      id: newId('usr'),
      email: input.email,
      emailKey: emailKeyOf(input.email),
      name: input.name,
      role: input.role,
      passwordHash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => fail('email_taken'));
  return inserted.id;
}

/**
 * `check` gets the user first and may throw. A new role takes effect at once; a new password ends the user's sessions. Throws user_not_found, last_owner, invalid_body, and
 * conflict for a new password of the caller.
 */
export async function changeUser(
  ctx: Context,
  id: string,
  change: UserChange,
  check: (user: User) => void,
): Promise<User> {
  const { password, ...members } = change;
  if (change.role === 'owner') requireOwner(ctx);
  if (password !== undefined) requireOther(ctx, id);
  const passwordHash = password === undefined ? null : await hashPasswordFor(ctx, id, password);
  await inTransaction(ctx, async (ctx) => {
    const losesOwner = change.role !== undefined && change.role !== 'owner';
    const user = await lockForChange(ctx, id, { losesOwner });
    check(user);
    await ctx.db
      .updateTable('users')
      .set({ ...members, ...(passwordHash === null ? {} : { passwordHash }), updatedAt: timeOf(ctx) })
      .where('id', '=', id)
      .execute();
    if (passwordHash === null) return;
    await endSessions(ctx, id);
    await endPasswordLinks(ctx, id);
    await mailPasswordChanged(ctx, user);
  });
  return findUser(ctx, id);
}

/** `check` gets the user first and may throw. Throws user_not_found, last_owner. */
export async function deleteUser(ctx: WriteContext, id: string, check: (user: User) => void): Promise<void> {
  check(await lockForChange(ctx, id, { losesOwner: true }));
  await endSessions(ctx, id);
  await endPasswordLinks(ctx, id);
  await deleteSecondFactor(ctx, id);
  await deletePasskeys(ctx, id);
  await ctx.db.deleteFrom('users').where('id', '=', id).execute();
}

/** Changes a user's own password and ends their other sessions. Throws invalid_body for a wrong or unacceptable password. */
export async function changePassword(
  ctx: Context,
  userId: string,
  input: { currentPassword: string; newPassword: string; keepSession: string },
): Promise<void> {
  const { email, name } = await requirePassword(ctx, userId, input.currentPassword, '/currentPassword');
  const next = await hashPassword(input.newPassword, '/newPassword', [email, name]);
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .updateTable('users')
      .set({ passwordHash: next, updatedAt: timeOf(ctx) })
      .where('id', '=', userId)
      .execute();
    await endSessions(ctx, userId, { except: input.keepSession });
    await endPasswordLinks(ctx, userId);
    await mailPasswordChanged(ctx, { id: userId, email, name });
  });
}

/** The user with this password. Throws invalid_body for another; `pointer` names its member. */
export async function requirePassword(
  ctx: ReadContext,
  userId: string,
  password: string,
  pointer: string,
): Promise<{ id: string; email: string; name: string }> {
  const { passwordHash, ...user } = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (await isPassword(password, passwordHash)) return user;
  throw failBody([{ pointer, code: 'wrong', detail: 'is not your password' }]);
}

/** The links that were mailed to a user no longer work. */
export async function endPasswordLinks(ctx: WriteContext, userId: string): Promise<void> {
  await ctx.db.deleteFrom('passwordLinks').where('userId', '=', userId).execute();
}

/** Browsers send the domain in ASCII, whatever was typed. */
export const emailKeyOf = addressKey;

/** Outside of the transaction, because it takes long on purpose. Throws as findForChange, and invalid_body. */
async function hashPasswordFor(ctx: Context, id: string, password: string): Promise<string> {
  const { email, name } = await findForChange(ctx, id);
  return hashPassword(password, '/password', [email, name]);
}

/**
 * The user, whom the caller may change, locked. Throws as findForChange; with `losesOwner` also last_owner: owners who demote or
 * delete each other at the same time take turns. One who has not accepted the invitation does not count: it may never arrive.
 */
async function lockForChange(ctx: WriteContext, id: string, { losesOwner }: { losesOwner: boolean }): Promise<User> {
  const users = ctx.db.selectFrom('users').select('id');
  const accepted = users.where('role', '=', 'owner').where('passwordHash', '!=', '').orderBy('id');
  const owners = losesOwner ? await ctx.dialect.lockRows(accepted).execute() : [];
  await ctx.dialect.lockRows(users.where('id', '=', id)).execute();
  const user = await findForChange(ctx, id);
  if (owners.length === 1 && owners[0]?.id === id) throw fail('last_owner');
  return user;
}

function describe({
  id,
  name,
  email,
  role,
  passwordHash,
  secondFactorAt,
  passkeyCount,
  createdAt,
  updatedAt,
}: Row<'users'> & { secondFactorAt: string | null; passkeyCount: number | null }): User {
  return {
    id,
    name,
    email,
    role,
    scopes: [...scopesOf[role]],
    invited: passwordHash === '',
    secondFactor: secondFactorAt !== null,
    passkeys: Number(passkeyCount),
    createdAt,
    updatedAt,
  };
}
