// Links between what was imported, set once all of it is stored. An import that runs again must not undo edits: only
// items whose version is still 1 are changed.

import type { WriteContext } from '../../context.ts';

/** Sets the parent of an unedited item without one. */
export async function setImportedParent(ctx: WriteContext, itemId: string, parentId: string): Promise<void> {
  await ctx.db
    .updateTable('items')
    .set({ parentId })
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .where('parentId', 'is', null)
    .execute();
}

/** Sets a custom field of an unedited item without it. */
export async function setImportedField(ctx: WriteContext, itemId: string, name: string, value: unknown): Promise<void> {
  const item = await ctx.db
    .selectFrom('items')
    .select('fields')
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .executeTakeFirst();
  if (!item) return;
  const fields = JSON.parse(item.fields);
  if (Object.hasOwn(fields, name)) return;
  await ctx.db
    .updateTable('items')
    .set({ fields: JSON.stringify({ ...fields, [name]: value }) })
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .execute();
}

/** Sets the item that a media record was uploaded to, if it has none. */
export async function setImportedMediaItem(ctx: WriteContext, mediaId: string, itemId: string): Promise<void> {
  await ctx.db.updateTable('media').set({ itemId }).where('id', '=', mediaId).where('itemId', 'is', null).execute();
}
