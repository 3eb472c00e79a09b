// Stores the job that publishes the event of a scheduled item when its time comes.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { enqueue } from '../../jobs/queue.ts';

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
