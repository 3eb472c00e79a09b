// The tasks of webhooks: sending deliveries, and deleting those that are older than the settings say.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { keptDays, readSettings } from '../settings/settings.ts';
import { deliver, sendingOfJob } from './deliver.ts';
import { deliverTask } from './deliveries.ts';

const dayMs = 86_400_000;
const perTransaction = 1000;

/** Only our own errors make a `deliver` job fail. They must never end a delivery, so it is retried every minute. */
const everyMinute = Array.from({ length: 1000 }, () => 60_000);

export const webhookTasks: Record<string, Task> = {
  [deliverTask]: { run: deliver, reads: sendingOfJob, retryAfterMs: everyMinute },
  'webhooks.forgetOldAttempts': {
    run: forgetOldAttempts,
    retryAfterMs: internalSchedule,
    everyMs: 6 * 3_600_000,
  },
};

/** Deletes old attempts and settled deliveries, in batches, and the subscribers of deleted forms. */
export async function forgetOldAttempts(ctx: Context): Promise<void> {
  const { deliveryDays } = await readSettings(ctx, keptDays);
  const before = timeOf(ctx, -deliveryDays * dayMs);
  while (await inTransaction(ctx, (ctx) => forgetAttempts(ctx, before)));
  while (await inTransaction(ctx, (ctx) => forgetDeliveries(ctx, before)));
  await inTransaction(ctx, forgetOrphans);
}

/** Returns whether there may be more. */
async function forgetAttempts(ctx: WriteContext, before: string): Promise<boolean> {
  const old = ctx.db.selectFrom('attempts').select('id').where('createdAt', '<', before).limit(perTransaction);
  const { numDeletedRows } = await ctx.db.deleteFrom('attempts').where('id', 'in', old).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(perTransaction);
}

async function forgetDeliveries(ctx: WriteContext, before: string): Promise<boolean> {
  const old = ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('createdAt', '<', before)
    .where('status', '!=', 'pending')
    .limit(perTransaction);
  const { numDeletedRows } = await ctx.db.deleteFrom('deliveries').where('id', 'in', old).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(perTransaction);
}

async function forgetOrphans(ctx: WriteContext): Promise<void> {
  await ctx.db
    .deleteFrom('subscribers')
    .where('formId', 'is not', null)
    .where('formId', 'not in', ctx.db.selectFrom('forms').select('id'))
    .execute();
}
