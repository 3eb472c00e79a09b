// Moving items to the trash and deleting them.

import { timeOf, type WriteContext } from '../../context.ts';
import { lockItem } from './update-item.ts';

/** Moves an item to the trash; one that is already there stays unchanged. */
export async function trashItem(ctx: WriteContext, type: string, id: string): Promise<void> {
  const item = await lockItem(ctx, type, id);
  if (item.status === 'trash') return;
  await ctx.db
    .updateTable('items')
    .set({ status: 'trash', version: item.version + 1, updatedAt: timeOf(ctx) })
    .where('id', '=', id)
    .execute();
}

/** Deletes an item permanently. Its children move up to its parent; its media stay. */
export async function deleteItem(ctx: WriteContext, type: string, id: string): Promise<void> {
  const item = await lockItem(ctx, type, id);
  const now = timeOf(ctx);
  await ctx.db
    .updateTable('items')
    .set((eb) => ({ parentId: item.parentId, version: eb('version', '+', 1), updatedAt: now }))
    .where('parentId', '=', id)
    .execute();
  await ctx.db.updateTable('media').set({ itemId: null }).where('itemId', '=', id).execute();
  await ctx.db.deleteFrom('itemTerms').where('itemId', '=', id).execute();
  await ctx.dialect.search.remove(ctx.db, id);
  await ctx.db.deleteFrom('items').where('id', '=', id).execute();
}
