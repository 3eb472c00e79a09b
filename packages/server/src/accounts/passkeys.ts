// Passkeys: credentials on devices and in password managers that sign in without a password (decision 0104).

import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { fail, failBody } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { mailPasskeyAdded, mailPasskeyRemoved } from '../mail/account-mails.ts';
import { readSetting } from '../settings/settings.ts';
import {
  describeCreation,
  makeChallenge,
  type NewKey,
  type RelyingParty,
  readChallenge,
  relyingPartyAt,
  type Transport,
  useChallenge,
  verifyNew,
} from './challenges.ts';
import { type AddedCredential, maxPasskeys, type Passkey } from './passkeys.schemas.ts';

type Owner = { id: string; name: string; email: string };

/** Where passkeys work now. Throws passkeys_unavailable. */
export function requireRelyingParty(ctx: ReadContext): RelyingParty {
  const party = relyingPartyAt(ctx.publicUrl());
  if (!party) throw fail('passkeys_unavailable');
  return party;
}

/** Those of a user, the first one first. */
export async function listPasskeys(ctx: ReadContext, userId: string): Promise<Passkey[]> {
  const host = relyingPartyAt(ctx.publicUrl())?.host;
  const rows = await selectPasskeys(ctx, userId).execute();
  return rows.map((row) => describe(row, host));
}

function selectPasskeys(ctx: ReadContext, userId: string) {
  return ctx.db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id');
}

/** Whether the user has one that signs in at the public address. */
export async function hasUsablePasskey(ctx: ReadContext, userId: string): Promise<boolean> {
  const party = relyingPartyAt(ctx.publicUrl());
  if (!party) return false;
  const row = await ctx.db
    .selectFrom('passkeys')
    .select('id')
    .where('userId', '=', userId)
    .where('host', '=', party.host)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What the browser needs to create a passkey in this session, within ten minutes. Throws passkeys_unavailable, and conflict for a
 * user with very many.
 */
export async function beginPasskey(ctx: Context, user: Owner, sessionId: string): Promise<Record<string, unknown>> {
  const party = requireRelyingParty(ctx);
  const known = await selectPasskeys(ctx, user.id).execute();
  requireRoom(known.length);
  const siteName = (await readSetting<string>(ctx, 'siteName')) ?? 'Frontdesk';
  const here = known
    .filter(({ host }) => host === party.host)
    .map(({ credentialId, transports }) => ({ credentialId, transports: JSON.parse(transports) as Transport[] }));
  return describeCreation(party, makeChallenge(ctx, 'add', sessionId), user, { siteName, known: here });
}

/**
 * Stores what the browser has created, and mails the user. The session counts as started with it. Throws invalid_body for an answer
 * that is not right, and conflict.
 */
export async function addPasskey(
  ctx: Context,
  user: Owner,
  sessionId: string,
  { name, credential }: { name: string; credential: AddedCredential },
): Promise<Passkey> {
  const party = requireRelyingParty(ctx);
  const challenge = readChallenge(ctx, 'add', sessionId, credential.response.clientDataJSON);
  if (!challenge) throw notRight('answers a request that has expired or is not from this session');
  const key = await verifyNew(party, challenge.text, credential).catch((error: Error) => {
    throw notRight(`is not right: ${error.message}`);
  });
  return inTransaction(ctx, async (ctx) => {
    // Two at once take turns, so that neither is one too many.
    await ctx.dialect
      .lockRows(ctx.db.selectFrom('users').select('id').where('id', '=', user.id))
      .executeTakeFirstOrThrow(() => fail('user_not_found'));
    if (!(await useChallenge(ctx, challenge))) throw notRight('answers a request that was answered before');
    requireRoom((await selectPasskeys(ctx, user.id).execute()).length);
    const row = await insertPasskey(ctx, user.id, name.trim(), party.host, key);
    await ctx.db.updateTable('sessions').set({ signedInWith: 'passkey' }).where('id', '=', sessionId).execute();
    await mailPasskeyAdded(ctx, user);
    return describe(row, party.host);
  });
}

async function insertPasskey(
  ctx: WriteContext,
  userId: string,
  name: string,
  host: string,
  { transports, synced, ...key }: NewKey,
): Promise<Row<'passkeys'>> {
  return ctx.db
    .insertInto('passkeys')
    .values({
      ...{ id: newId('passkey'), userId, name, host, ...key },
      ...{ transports: JSON.stringify(transports), synced: synced ? 1 : 0, createdAt: timeOf(ctx), lastUsedAt: null },
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returningAll()
    .executeTakeFirstOrThrow(() => fail('conflict', 'This passkey has been added before'));
}

function requireRoom(count: number): void {
  if (count >= maxPasskeys) throw fail('conflict', `A user has at most ${maxPasskeys} passkeys. Remove one first`);
}

function notRight(detail: string): Error {
  return failBody([{ pointer: '/credential', code: 'invalid', detail }]);
}

/** Throws passkey_not_found. */
export async function renamePasskey(ctx: WriteContext, userId: string, id: string, name: string): Promise<Passkey> {
  const row = await ctx.db
    .updateTable('passkeys')
    .set({ name: name.trim() })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow(() => fail('passkey_not_found'));
  return describe(row, relyingPartyAt(ctx.publicUrl())?.host);
}

/** It no longer signs in. The user gets a mail. Throws passkey_not_found. */
export async function removePasskey(ctx: WriteContext, user: Owner, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', user.id)
    .returning('id')
    .executeTakeFirstOrThrow(() => fail('passkey_not_found'));
  await mailPasskeyRemoved(ctx, user);
}

/** Removes all of a user, who gets a mail if there were any. */
export async function removePasskeys(ctx: WriteContext, user: Owner): Promise<void> {
  if ((await deletePasskeys(ctx, user.id)) > 0) await mailPasskeyRemoved(ctx, user);
}

/** All that is stored of them. Returns their number. */
export async function deletePasskeys(ctx: WriteContext, userId: string): Promise<number> {
  const { numDeletedRows } = await ctx.db.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** How many there are for each host. */
export async function countPasskeysByHost(ctx: ReadContext): Promise<{ host: string; count: number }[]> {
  const rows = await ctx.db
    .selectFrom('passkeys')
    .select((eb) => ['host', eb.fn.countAll<number>().as('count')])
    .groupBy('host')
    .orderBy('host')
    .execute();
  return rows.map(({ host, count }) => ({ host, count: Number(count) }));
}

function describe(row: Row<'passkeys'>, hostNow: string | undefined): Passkey {
  const { id, name, host, synced, transports, createdAt, lastUsedAt } = row;
  return {
    ...{ id, name, host, usable: host === hostNow, synced: synced === 1 },
    ...{ transports: JSON.parse(transports) as string[], createdAt, lastUsedAt },
  };
}
