// An item as it will be when its draft is published, for those who have a token.

import { system } from '../../context/access.ts';
import { type ReadContext, timeOf } from '../../context/context.ts';
import { fail } from '../../lib/errors.ts';
import { viewDraft } from '../lifecycle/drafts.ts';
import { findItem, itemNotFound, readItem } from '../model/find-item.ts';
import type { WholeItem } from '../model/item-json.ts';

/**
 * The item of the token, if it is the one of this type with this slug, former slug or ID. Throws 403 link_expired, and 404
 * if it is deleted or in the trash.
 */
export async function viewPreview(ctx: ReadContext, type: string, slugOrId: string, token: string): Promise<WholeItem> {
  const { itemId } = readPreviewToken(ctx, token);
  const all = { ...ctx, actor: system };
  const item = await readItem(all, type, itemId);
  if (item.status === 'trash') throw itemNotFound(type, slugOrId);
  const shown = await viewDraft(all, item);
  const isNamed = slugOrId === itemId || slugOrId === shown.slug;
  if (!isNamed && (await findItem(all, type, slugOrId)).id !== itemId) {
    throw fail('link_expired', 'The preview is of another item');
  }
  // Who works on it is not for visitors.
  return { ...shown, draft: null, unpublishAt: null };
}

// Tokens of previews: with one, anyone can read the draft of one item until it expires. What a token says is encrypted with
// the key of the service, so another key ends all of them.

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
