// Signing in with a passkey alone.

import { type Context, inTransaction } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import type { UsedCredential } from './passkeys.schemas.ts';
import { type Before, type Begun, type Client, replaceSession } from './sessions.ts';
import { checkAnswer, useAnswer } from './use-passkey.ts';

/** Starts a session for the user of the passkey. Throws passkeys_unavailable, invalid_passkey. */
export async function signInWithPasskey(
  ctx: Context,
  { credential, browser, ...before }: Before & { credential: UsedCredential; browser: string | null },
  client: Client,
): Promise<Begun & { emailKey: string }> {
  const answer = await checkAnswer(ctx, browser, credential);
  return inTransaction(ctx, async (ctx) => {
    const { emailKey, ...user } = await ctx.dialect
      .lockRows(ctx.db.selectFrom('users').select(['id', 'name', 'email', 'emailKey']).where('id', '=', answer.userId))
      .executeTakeFirstOrThrow(() => fail('invalid_passkey', 'The user has been deleted'));
    await useAnswer(ctx, answer);
    return { ...(await replaceSession(ctx, user, client, 'passkey', before)), emailKey };
  });
}
