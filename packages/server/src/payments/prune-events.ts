// Deletes events of the processor that were applied long ago. The processor sends an event again for 30 days at most; one that came
// later than that would be applied again, which changes nothing: our own events have keys of their causes.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { keptDays, readSettings } from '../settings/settings.ts';

const dayMs = 86_400_000;
const perTransaction = 500;

export const processorEventTasks: Record<string, Task> = {
  'payments.pruneProcessorEvents': { run: pruneProcessorEvents, retryAfterMs: internalSchedule, everyMs: dayMs / 4 },
};

/** In batches. Those that wait, or that a person should look at, stay. */
export async function pruneProcessorEvents(ctx: Context): Promise<void> {
  const { processorEventDays } = await readSettings(ctx, keptDays);
  const before = timeOf(ctx, -processorEventDays * dayMs);
  for (const status of ['processed', 'ignored'] as const)
    while (await inTransaction(ctx, (ctx) => pruneSome(ctx, status, before)));
}

/** Returns whether there may be more. */
async function pruneSome(ctx: WriteContext, status: 'processed' | 'ignored', before: string): Promise<boolean> {
  const old = ctx.db
    .selectFrom('processorEvents')
    .select('id')
    .where('status', '=', status)
    .where('receivedAt', '<', before)
    .limit(perTransaction);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('processorEvents')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(perTransaction);
}
