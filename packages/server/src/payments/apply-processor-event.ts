// One native event → our state and our events. The network first; then one transaction holds the state, our events with
// what follows from them, the mark that the native event is done, and the end of the job.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context.ts';
import { finishJob, type Job } from '../jobs/queue.ts';
import { prepareInvoice, prepareInvoicePayment } from './apply-invoice.ts';
import { prepareDispute, prepareFailedIntent, prepareIntent } from './apply-payment-intent.ts';
import { prepareRefund, prepareRefundedCharge } from './apply-refund.ts';
import { prepareExpiredSession, prepareSession } from './apply-session.ts';
import { prepareSubscription } from './apply-subscription.ts';
import { type NativeEvent, type Prepare, readNativeEvent, StaleNewsError } from './native-event.ts';

const handlers: Record<string, Prepare> = {
  'payment_intent.succeeded': prepareIntent,
  'payment_intent.processing': prepareIntent,
  'payment_intent.canceled': prepareIntent,
  'payment_intent.payment_failed': prepareFailedIntent,
  'checkout.session.completed': prepareSession,
  'checkout.session.async_payment_succeeded': prepareSession,
  'checkout.session.async_payment_failed': prepareSession,
  'checkout.session.expired': prepareExpiredSession,
  'refund.created': prepareRefund,
  'refund.updated': prepareRefund,
  'refund.failed': prepareRefund,
  'charge.refund.updated': prepareRefund,
  'charge.refunded': prepareRefundedCharge,
  'charge.dispute.created': prepareDispute,
  'charge.dispute.closed': prepareDispute,
  'customer.subscription.created': prepareSubscription,
  'customer.subscription.updated': prepareSubscription,
  'customer.subscription.deleted': prepareSubscription,
  'customer.subscription.paused': prepareSubscription,
  'customer.subscription.resumed': prepareSubscription,
  'customer.subscription.trial_will_end': prepareSubscription,
  'customer.subscription.pending_update_applied': prepareSubscription,
  'customer.subscription.pending_update_expired': prepareSubscription,
  'invoice.paid': prepareInvoice,
  'invoice.payment_failed': prepareInvoice,
  'invoice.finalized': prepareInvoice,
  'invoice.voided': prepareInvoice,
  'invoice.marked_uncollectible': prepareInvoice,
  'invoice_payment.paid': prepareInvoicePayment,
};

/** The types that the processor is to send. */
export const handledTypes: readonly string[] = Object.keys(handlers);

/** Whether events of this type change anything here. */
export function isHandled(type: string): boolean {
  return Object.hasOwn(handlers, type);
}

const maxQuestions = 5;

/** The task for one stored native event. */
export async function applyProcessorEvent(ctx: Context, job: Job): Promise<'finished'> {
  const { id } = job.payload as { id: string };
  const stored = await ctx.db
    .selectFrom('processorEvents')
    .select(['body', 'status', 'receivedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  const event =
    stored?.status === 'received' ? readNativeEvent(JSON.parse(stored.body), job.attempts, stored.receivedAt) : null;
  const end = async (ctx: WriteContext): Promise<void> => {
    await markProcessed(ctx, id);
    await finishJob(ctx, job);
  };
  if (event) await handle(ctx, event, end);
  else await inTransaction(ctx, end);
  return 'finished';
}

/** Asks, then writes; asks again where something else wrote in between. */
async function handle(ctx: Context, event: NativeEvent, end: (ctx: WriteContext) => Promise<void>): Promise<void> {
  const prepare = handlers[event.type];
  if (!prepare) return inTransaction(ctx, (ctx) => end(ctx));
  for (let question = 1; ; question++) {
    const change = await prepare(ctx, event);
    try {
      return await inTransaction(ctx, async (ctx) => {
        await change(ctx);
        await end(ctx);
      });
    } catch (error) {
      if (!(error instanceof StaleNewsError) || question === maxQuestions) throw error;
    }
  }
}

async function markProcessed(ctx: WriteContext, id: string): Promise<void> {
  await ctx.db
    .updateTable('processorEvents')
    .set({ status: 'processed', processedAt: timeOf(ctx) })
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute();
}
