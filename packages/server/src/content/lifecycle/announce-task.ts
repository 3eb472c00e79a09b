// Publishes that scheduled items are public now.

import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { findPostType } from '../types/post-types.ts';
import { announceTask, type ItemToAnnounce } from './announce-later.ts';
import { publishDue } from './report-change.ts';

export const announceTasks: Record<string, Task> = {
  [announceTask]: { run: announce, retryAfterMs: internalSchedule },
};

/** Nothing happens if the item has another time by now, or none. */
async function announce(ctx: Context, job: Job): Promise<'finished'> {
  const { itemId, type: name, at } = job.payload as ItemToAnnounce;
  const type = await findPostType(ctx, name);
  await inTransaction(ctx, async (ctx) => {
    const due = ctx.db.selectFrom('items').selectAll().where('id', '=', itemId).where('status', '=', 'publish');
    const item = await ctx.dialect.lockRowsForChange(due.where('publishedAt', '=', at)).executeTakeFirst();
    if (type && item && at <= timeOf(ctx)) await publishDue(ctx, item, type);
    await finishJob(ctx, job);
  });
  return 'finished';
}
