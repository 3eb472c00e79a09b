// Stores the jobs that change an item, or publish that it changed, when its time comes.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type ChangeKind, makerOf } from '../model/changes.ts';

export const announceTask = 'content.announceItem';
export type ItemToAnnounce = { itemId: string; type: string; at: string };

type Scheduled = Pick<Row<'items'>, 'id' | 'type' | 'status' | 'publishedAt'>;

/** The job of another time finds that it is not the item's any more. */
export async function announceLater(ctx: WriteContext, before: Scheduled | null, after: Scheduled): Promise<void> {
  const { id: itemId, type, status, publishedAt: at } = after;
  if (status !== 'publish' || at === null || at <= timeOf(ctx)) return;
  if (before?.status === 'publish' && before.publishedAt === at) return;
  const job: ItemToAnnounce = { itemId, type, at };
  const delayMs = Date.parse(at) - ctx.now().getTime();
  await enqueue(ctx, announceTask, job, { delayMs, uniqueKey: `${announceTask} ${itemId} ${at}` });
}

// Stores the job that unpublishes an item at its time (decision 0044).

export const unpublishTask = 'content.unpublish';
/** `by` is who set the time. */
export type ItemToUnpublish = { itemId: string; type: string; at: string; by: ChangeKind['by'] };

/** Call it when the time is set or changes. The job of another time finds that it is not the item's any more. */
export async function unpublishLater(
  ctx: WriteContext,
  { id, type, unpublishAt: at }: Pick<Row<'items'>, 'id' | 'type' | 'unpublishAt'>,
): Promise<void> {
  if (at === null) return;
  const job: ItemToUnpublish = { itemId: id, type, at, by: makerOf(ctx) };
  const delayMs = Math.max(0, Date.parse(at) - ctx.now().getTime());
  await enqueue(ctx, unpublishTask, job, { delayMs, uniqueKey: `${unpublishTask} ${id} ${at}` });
}
