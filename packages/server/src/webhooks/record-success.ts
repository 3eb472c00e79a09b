// Records accepted attempts. Those that end together share one transaction with a few statements for all of them.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { filledUp, keptQueries, slot, slotsIn } from '../database/kept-queries.ts';
import { finishJobs, type Job } from '../jobs/queue.ts';
import { coalesce } from '../lib/once.ts';

export type Success = { job: Job; delivery: Row<'deliveries'>; attempt: Row<'attempts'> };

/** Stores the attempt, and the end of its delivery and of the job. Throws LeaseLostError. */
export const recordSuccess = coalesce(
  // Each job has a context of its own (jobs/run-job.ts).
  ({ db }: Context) => db,
  async (ctx, successes: readonly Success[]) => {
    try {
      await inTransaction(ctx, (ctx) => record(ctx, successes));
      return [];
    } catch (error) {
      if (successes.length === 1 || ctx.dialect.isUnavailable(error)) throw error;
      // One lost its lease, or cannot be stored: it must not keep the others from being recorded.
      return successes.map((success) => inTransaction(ctx, (ctx) => record(ctx, [success])));
    }
  },
);

const queries = keptQueries();

async function record(ctx: WriteContext, successes: readonly Success[]): Promise<void> {
  const now = timeOf(ctx);
  await queries.sendRows(
    ctx,
    'attempts',
    successes.map(({ attempt }) => attempt),
    (rows) => ctx.db.insertInto('attempts').values(rows),
  );
  const ids = filledUp(successes.map(({ delivery }) => delivery.id));
  const recording = queries.run(ctx, `delivered ${ids.length}`, { ...ids, now }, () =>
    ctx.db
      .updateTable('deliveries')
      .set((eb) => ({
        status: 'delivered' as const,
        failure: null,
        nextAttemptAt: null,
        attempts: eb('attempts', '+', 1),
        deliveredAt: eb.fn.coalesce('deliveredAt', eb.val<string>(slot('now'))),
      }))
      .where('id', 'in', slotsIn(ids))
      .returning((eb) => [
        'subscriberId',
        // Another attempt may have failed since this one began.
        eb
          .selectFrom('subscribers')
          .whereRef('subscribers.id', '=', 'deliveries.subscriberId')
          .select('failingSince')
          .as('failingSince'),
      ]),
  );
  const finishing = finishJobs(
    ctx,
    successes.map(({ job }) => job),
  );
  const [recorded] = await Promise.all([recording, finishing]);
  const failing = recorded.filter(({ failingSince }) => failingSince !== null);
  if (failing.length > 0) {
    await ctx.db
      .updateTable('subscribers')
      .set({ failingSince: null, updatedAt: now })
      .where('id', 'in', [...new Set(failing.map(({ subscriberId }) => subscriberId))])
      .execute();
  }
}
