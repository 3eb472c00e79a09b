// The tasks of payments.

import { type Context, inTransaction } from '../context.ts';
import { finishJob, type Job } from '../jobs/queue.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import type { Task } from '../jobs/worker.ts';
import { gatherIntent } from './apply-payment-intent.ts';
import { applyProcessorEvent } from './apply-processor-event.ts';
import { findPayment, lockPayment } from './payments.ts';
import { reconcile } from './reconcile.ts';
import { questionOf } from './refresh-payment.ts';
import { settleRefund } from './refunds.ts';
import { saveIntent } from './save-intent.ts';
import { publishSuccess } from './tell-payment.ts';

const quarterMs = 15 * 60_000;

export const paymentTasks: Record<string, Task> = {
  'payments.applyProcessorEvent': { run: applyProcessorEvent, retryAfterMs: internalSchedule },
  'payments.tellSuccess': { run: publishHeldSuccess, retryAfterMs: internalSchedule },
  'payments.settleRefund': { run: settleRefund, retryAfterMs: internalSchedule },
  'payments.reconcile': { run: reconcile, retryAfterMs: internalSchedule, everyMs: quarterMs },
};

/** A success that waited for its contact or invoice: the processor is asked once more, then it is published as it is. */
async function publishHeldSuccess(ctx: Context, job: Job): Promise<'finished'> {
  const { paymentId } = job.payload as { paymentId: string };
  const intentId = (await findPayment(ctx, paymentId))?.paymentIntentId ?? null;
  const news = intentId === null ? null : await gatherIntent(ctx, intentId, questionOf(ctx)).catch(() => null);
  await inTransaction(ctx, async (ctx) => {
    const payment = news ? await saveIntent(ctx, news) : await lockPayment(ctx, paymentId);
    if (payment) await publishSuccess(ctx, payment);
    await finishJob(ctx, job);
  });
  return 'finished';
}
