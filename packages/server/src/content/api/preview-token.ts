// Tokens of previews: with one, anyone can read the draft of one item until it expires. What a token says is encrypted with
// the key of the service, so another key ends all of them.

import { type ReadContext, timeOf } from '../../context/context.ts';
import { fail } from '../../lib/errors.ts';

const purpose = 'preview';

export function makePreviewToken(
  ctx: ReadContext,
  itemId: string,
  seconds: number,
): { token: string; expiresAt: string } {
  const expiresAt = timeOf(ctx, seconds * 1000);
  return { token: ctx.sealer.seal(`${itemId} ${expiresAt}`, purpose), expiresAt };
}

/** The item that the token is for, and when it expires. Throws link_expired. */
export function readPreviewToken(ctx: ReadContext, token: string): { itemId: string; expiresAt: string } {
  const [itemId, expiresAt] = ctx.sealer.unseal(token, purpose)?.split(' ') ?? [];
  if (itemId === undefined || expiresAt === undefined || expiresAt <= timeOf(ctx)) throw fail('link_expired');
  return { itemId, expiresAt };
}
