// Publishing an item with its draft, now or at a time. What is not live yet becomes a scheduled item (decision 0004); the
// draft of a live item waits for a job, and the item stays as it is until then.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { enqueue } from '../../jobs/queue.ts';
import { fail, failBody } from '../../lib/errors.ts';
import type { ChangeKind } from '../model/changes.ts';
import { lockItem } from '../model/find-item.ts';
import type { ReadContent } from '../model/item-texts.ts';
import type { PostType } from '../types/post-types.ts';
import { checkItemChange, updateItem } from './change-item.ts';
import { deleteDraft, noteOf, readDraft, writeNote } from './drafts.ts';

export const publishTask = 'content.publishDraft';
export type DraftToPublish = { itemId: string; type: string; at: string };

/**
 * Publishes a locked item with its draft, which is gone then. The type is from lockTypeForChange, `read` is the result of
 * readContent for the content. Throws 409 slug_taken and item_in_trash, and 422 with all that is missing or wrong.
 */
export async function publishNow(
  ctx: WriteContext,
  type: PostType,
  id: string,
  { read, kind }: { read: ReadContent | undefined; kind?: ChangeKind },
): Promise<void> {
  const item = await lockOutsideTrash(ctx, type, id);
  const change = await readDraft(ctx, id);
  if (change === null && isLive(ctx, item)) return;
  const options = { read, isWhole: true, kind: { action: 'publish', ...kind } as const };
  await updateItem(ctx, id, { ...change, status: 'publish', type }, options);
  if (change !== null) await deleteDraft(ctx, id);
}

/**
 * The same at a time in the future. The draft of a live item is published as it is then; that it can be is checked now as
 * well. Throws 409 without a draft, and for an item in the trash.
 */
export async function publishLater(
  ctx: WriteContext,
  type: PostType,
  id: string,
  { at, read }: { at: string; read: ReadContent | undefined },
): Promise<void> {
  if (at <= timeOf(ctx)) throw failBody([{ pointer: '/at', code: 'invalid', detail: 'must be in the future' }]);
  const item = await lockOutsideTrash(ctx, type, id);
  const change = await readDraft(ctx, id);
  if (!isLive(ctx, item)) {
    const scheduled = { ...change, status: 'scheduled', publishedAt: at, type } as const;
    await updateItem(ctx, id, scheduled, { read, isWhole: true, kind: { action: 'publish' } });
    if (change !== null) await deleteDraft(ctx, id);
    return;
  }
  const note = noteOf(item);
  if (change === null || note === null) throw fail('nothing_to_publish');
  await checkItemChange(ctx, item, { ...change, status: 'publish', type }, { read, isWhole: true });
  await writeNote(ctx, id, { ...note, version: note.version + 1, publishAt: at, problem: null });
  await publishDraftAt(ctx, item, at);
}

/** Stores the job for the draft of a live item, which waits for this time. */
export async function publishDraftAt(
  ctx: WriteContext,
  { id, type }: Pick<Row<'items'>, 'id' | 'type'>,
  at: string,
): Promise<void> {
  const delayMs = Math.max(0, Date.parse(at) - ctx.now().getTime());
  const job: DraftToPublish = { itemId: id, type, at };
  await enqueue(ctx, publishTask, job, { delayMs, uniqueKey: `${publishTask} ${id} ${at}` });
}

/** To publish an item is not to take it out of the trash: that is done first. */
async function lockOutsideTrash(ctx: WriteContext, type: PostType, id: string): Promise<Row<'items'>> {
  const item = await lockItem(ctx, type.name, id);
  if (item.status === 'trash') throw fail('item_in_trash');
  return item;
}

/** A draft that waits for its time does not any more. */
export async function stopPublishing(ctx: WriteContext, item: Row<'items'>): Promise<void> {
  const note = noteOf(item);
  if (note?.publishAt) await writeNote(ctx, item.id, { ...note, version: note.version + 1, publishAt: null });
}

export function isLive(ctx: WriteContext, item: Pick<Row<'items'>, 'status' | 'sortDate'>): boolean {
  return item.status === 'publish' && item.sortDate <= timeOf(ctx);
}
