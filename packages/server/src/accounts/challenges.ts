// Challenges that passkeys sign (Web Authentication). Each is a sealed text, so that every process of a service can read those of
// the others and none is stored before it was answered; it is for one browser, for some minutes, and counts once.

import { type Context, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { randomText, sha256 } from '../lib/crypto.ts';

const validMs = 10 * 60_000;
const maxLength = 4000;

/** What an answer is for: it is of no use for the other. */
export type Purpose = 'add' | 'signIn';

/** The `text` is what the authenticator gets. */
export type Challenge = { text: string; expiresAt: string };

const sealedFor = (purpose: Purpose): string => `passkey:${purpose}`;

/** A new challenge for `holder`: a browser or a session. */
export function makeChallenge(ctx: Context, purpose: Purpose, holder: string): string {
  const parts = [sha256(holder), timeOf(ctx, validMs), randomText(16)];
  return ctx.sealer.seal(parts.join(' '), sealedFor(purpose));
}

/** The challenge that was answered. Null if it is not one of ours for this holder, or has expired. */
export function readChallenge(
  ctx: ReadContext,
  purpose: Purpose,
  holder: string | null,
  clientData: string,
): Challenge | null {
  const text = challengeIn(clientData);
  const opened = text === null ? null : ctx.sealer.unseal(text, sealedFor(purpose));
  if (text === null || opened === null || holder === null) return null;
  const [ofHolder, expiresAt = ''] = opened.split(' ');
  return ofHolder === sha256(holder) && expiresAt > timeOf(ctx) ? { text, expiresAt } : null;
}

/** Of the client data in base64url, which has it in base64url as well. */
function challengeIn(clientData: string): string | null {
  if (clientData.length > maxLength) return null;
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url').toString('utf8') : null;
  } catch {
    return null;
  }
}

/** Returns whether it had not been used. Of several uses at once, one finds it so. */
export async function useChallenge(ctx: WriteContext, { text, expiresAt }: Challenge): Promise<boolean> {
  await ctx.db.deleteFrom('usedChallenges').where('expiresAt', '<=', timeOf(ctx)).execute();
  const used = await ctx.db
    .insertInto('usedChallenges')
    .values({ hash: sha256(text), expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}
