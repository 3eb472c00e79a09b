// Unpublishes items at their time.

import { type Context, inTransaction } from '../../context/context.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { findPostType } from '../types/post-types.ts';
import { lockTypeForChange, updateItem } from './change-item.ts';
import { type ItemToUnpublish, unpublishTask } from './unpublish-later.ts';

export const unpublishTasks: Record<string, Task> = {
  [unpublishTask]: { run: unpublish, retryAfterMs: internalSchedule },
};

/** Nothing happens if the item has another time by now, or none. */
async function unpublish(ctx: Context, job: Job): Promise<'finished'> {
  const { itemId, type: name, at, by } = job.payload as ItemToUnpublish;
  const type = await findPostType(ctx, name);
  await inTransaction(ctx, async (ctx) => {
    const locked = type && (await lockTypeForChange(ctx, type, { status: 'draft' }));
    const due = ctx.db.selectFrom('items').selectAll().where('id', '=', itemId).where('unpublishAt', '=', at);
    const item = await ctx.dialect.lockRowsForChange(due).executeTakeFirst();
    if (locked && item) {
      await updateItem(ctx, itemId, { status: 'draft', type: locked }, { kind: { way: 'schedule', by } });
    }
    await finishJob(ctx, job);
  });
  return 'finished';
}
