// Items that were made from submissions of a person. Those that no one has changed go with the submission; what became of
// the others only people can say.

import { deleteItem } from '../../content/lifecycle/change-item.ts';
import { deleteMedia } from '../../content/lifecycle/delete-media.ts';
import { lockPostType } from '../../content/types/post-types.ts';
import { type Context, inTransaction, type ReadContext, type WriteContext } from '../../context/context.ts';
import { removeBytes } from '../../files/files.ts';
import { Problem } from '../../lib/errors.ts';
import { libraryIdOf } from '../results/copy-to-library.ts';

export type MadeItem = { id: string; type: string; title: string; isUntouched: boolean };

/** The items made from these submissions that still exist. */
export async function listDraftItems(ctx: ReadContext, submissionIds: readonly string[]): Promise<MadeItem[]> {
  const rows = await ctx.db
    .selectFrom('submissionDrafts')
    .innerJoin('items', 'items.id', 'submissionDrafts.itemId')
    .select(['items.id', 'items.type', 'items.title', 'items.status', 'items.version', 'items.draft'])
    .where('submissionId', 'in', ['', ...submissionIds])
    .execute();
  return rows.map(({ id, type, title, status, version, draft }) => ({
    ...{ id, type, title },
    isUntouched: status === 'draft' && version === 1 && draft === null,
  }));
}

/** Deletes it with the copies of files that only it shows. Nothing happens if it was changed meanwhile. */
export async function eraseDraftItem(
  ctx: Context,
  id: string,
  record: (ctx: WriteContext) => Promise<void>,
): Promise<void> {
  const found = await ctx.db
    .selectFrom('submissionDrafts')
    .innerJoin('items', 'items.id', 'submissionDrafts.itemId')
    .select(['submissionId', 'items.type'])
    .where('items.id', '=', id)
    .executeTakeFirst();
  if (!found) return;
  const bytes = await inTransaction(ctx, async (ctx) => {
    await lockPostType(ctx, found.type);
    const [item] = await listDraftItems(ctx, [found.submissionId]);
    if (!item?.isUntouched) return [];
    await deleteItem(ctx, found.type, id, { clearReferences: true });
    await record(ctx);
    return eraseCopies(ctx, found.submissionId);
  });
  await removeBytes(ctx, bytes);
}

/** Other items may show a copy by now, which then stays. Returns the IDs of bytes to remove. */
async function eraseCopies(ctx: WriteContext, submissionId: string): Promise<string[]> {
  const files = await ctx.db.selectFrom('files').select('id').where('submissionId', '=', submissionId).execute();
  const bytes: string[] = [];
  for (const { id } of files) {
    try {
      bytes.push(...(await deleteMedia(ctx, libraryIdOf(id))));
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
    }
  }
  return bytes;
}
