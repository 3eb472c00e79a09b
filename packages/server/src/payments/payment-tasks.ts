// The tasks of payments.

import { type Context, inTransaction } from '../context.ts';
import { finishJob, type Job } from '../jobs/queue.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import type { Task } from '../jobs/worker.ts';
import { gatherIntent } from './apply-payment-intent.ts';
import { applyProcessorEvent } from './apply-processor-event.ts';
import type { Crm } from './crm.ts';
import { findPayment } from './payments.ts';
import { reconcile } from './reconcile.ts';
import { questionOf } from './refresh-payment.ts';
import { settleRefund } from './refunds.ts';
import { saveIntent } from './save-intent.ts';
import { tellSuccess } from './tell-payment.ts';

const quarterMs = 15 * 60_000;

export function paymentTasks(crm: Crm): Record<string, Task> {
  return {
    'payments.applyProcessorEvent': {
      run: (ctx, job) => applyProcessorEvent(ctx, crm, job),
      retryAfterMs: internalSchedule,
    },
    'payments.tellSuccess': { run: (ctx, job) => tellHeldSuccess(ctx, crm, job), retryAfterMs: internalSchedule },
    'payments.settleRefund': { run: settleRefund, retryAfterMs: internalSchedule },
    'payments.reconcile': { run: (ctx) => reconcile(ctx, crm), retryAfterMs: internalSchedule, everyMs: quarterMs },
  };
}

/** A success whose telling waited for its contact or invoice: asked for once more, then told with what is known. */
async function tellHeldSuccess(ctx: Context, crm: Crm, job: Job): Promise<'finished'> {
  const { paymentId } = job.payload as { paymentId: string };
  const payment = await findPayment(ctx, paymentId);
  const intentId = payment?.paymentIntentId ?? null;
  const news = intentId === null ? null : await gatherIntent(ctx, intentId, questionOf(ctx)).catch(() => null);
  await inTransaction(ctx, async (ctx) => {
    if (news) await tellSuccess(ctx, crm, await saveIntent(ctx, crm, news));
    else if (payment) await tellSuccess(ctx, crm, payment);
    await finishJob(ctx, job);
  });
  return 'finished';
}
