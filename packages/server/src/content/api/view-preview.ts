// An item as it will be when its draft is published, for those who have a token.

import { system } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import { fail } from '../../lib/errors.ts';
import { viewDraft } from '../lifecycle/draft-view.ts';
import { findItem, itemNotFound, readItem } from '../model/find-item.ts';
import type { WholeItem } from '../model/item-json.ts';
import { readPreviewToken } from './preview-token.ts';

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
