// The use of a passkey in place of a password, or of a code beside a link of a mail.

import { type Context, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { fail, type Problem } from '../lib/errors.ts';
import {
  type Challenge,
  describeUse,
  makeChallenge,
  readChallenge,
  relyingPartyAt,
  useChallenge,
  verifyUse,
} from './challenges.ts';
import type { UsedCredential } from './passkeys.schemas.ts';
import { requireRelyingParty } from './passkeys.ts';

/** A right answer, which counts once `useAnswer` has stored its use. */
export type Answer = { passkeyId: string; userId: string; challenge: Challenge; counter: number; synced: boolean };

/** What a browser needs to sign in with a passkey. `browser` is a text that only this browser has. */
export async function requestPasskey(
  ctx: Context,
  browser: string,
): Promise<{ origin: string | null; options: Record<string, unknown> | null }> {
  const party = relyingPartyAt(ctx.publicUrl());
  if (!party) return { origin: null, options: null };
  return { origin: party.origin, options: await describeUse(party, makeChallenge(ctx, 'signIn', browser)) };
}

/** The user whose passkey this says it is; null if it is unknown. Nothing is verified yet. */
export async function findPasskeyUser(
  ctx: ReadContext,
  credentialId: string,
): Promise<{ userId: string; emailKey: string } | null> {
  const row = await ctx.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['users.id as userId', 'users.emailKey'])
    .where('passkeys.credentialId', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

/** Looks at the answer of a passkey. Throws passkeys_unavailable, invalid_passkey. */
export async function checkAnswer(ctx: Context, browser: string | null, credential: UsedCredential): Promise<Answer> {
  const party = requireRelyingParty(ctx);
  const { clientDataJSON, userHandle } = credential.response;
  const challenge = readChallenge(ctx, 'signIn', browser, clientDataJSON);
  if (!challenge) throw refused('The request has expired, or is not from this browser. Try again');
  const passkey = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'credentialId', 'publicKey', 'host'])
    .where('credentialId', '=', credential.id)
    .executeTakeFirst();
  if (!passkey || (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId))
    throw refused('There is no such passkey. It may have been removed');
  if (passkey.host !== party.host) throw refused(`This passkey was made for ${passkey.host}`);
  const use = await verifyUse(party, challenge.text, credential, passkey).catch((error: Error) => {
    throw refused('The answer of the passkey is not right', error);
  });
  return { passkeyId: passkey.id, userId: passkey.userId, challenge, ...use };
}

/**
 * Stores the use of a passkey: its challenge is used, and its counter higher. Throws invalid_passkey if another request was quicker,
 * or if the counter says that there is a copy of the passkey.
 */
export async function useAnswer(ctx: WriteContext, { passkeyId, challenge, counter, synced }: Answer): Promise<void> {
  if (!(await useChallenge(ctx, challenge))) throw refused('The request was answered before. Try again');
  const query = ctx.db.selectFrom('passkeys').select('counter').where('id', '=', passkeyId);
  const before = await ctx.dialect
    .lockRows(query)
    .executeTakeFirstOrThrow(() => refused('There is no such passkey. It may have been removed'));
  // Authenticators that do not count always say 0.
  if ((counter > 0 || before.counter > 0) && counter <= before.counter) {
    ctx.log.warn(
      { passkeyId, counter, before: before.counter },
      'a passkey counts backwards: there may be a copy of it',
    );
    throw refused(
      'The passkey has been used elsewhere since, perhaps by a copy of it. Sign in with your password, and remove it',
    );
  }
  await ctx.db
    .updateTable('passkeys')
    .set({ counter, synced: synced ? 1 : 0, lastUsedAt: timeOf(ctx) })
    .where('id', '=', passkeyId)
    .execute();
}

function refused(detail: string, cause?: unknown): Problem {
  const headers = { 'www-authenticate': 'Bearer realm="frontdesk"' };
  return fail('invalid_passkey', { detail, headers }, cause);
}
