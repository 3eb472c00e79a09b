// What a payment event says to those it is forwarded to: `data` in our own terms, with the processor's ids in it.

import type { ReadContext, StoredEvent } from '../context.ts';
import type { EventData } from '../events/event-types.ts';
import { describePayment, describeRefund } from './payments.ts';

/** The `data` member of the forwarded body. */
export async function paymentEventData(ctx: ReadContext, event: StoredEvent): Promise<Record<string, unknown>> {
  if (event.type === 'payment.refunded') return refundData(ctx, event.data as EventData['payment.refunded']);
  if (event.type.startsWith('subscription.')) {
    return (event.data as EventData['subscription.updated']).subscription;
  }
  if (event.type.startsWith('invoice.')) return (event.data as EventData['invoice.paid']).invoice;
  const { paymentId, failureMessage } = event.data as EventData['payment.failed'];
  const payment = (await describePayment(ctx, paymentId)) ?? {};
  return event.type === 'payment.failed' ? { ...payment, failureMessage } : payment;
}

async function refundData(
  ctx: ReadContext,
  { paymentId, refundId }: EventData['payment.refunded'],
): Promise<Record<string, unknown>> {
  const payment = await describePayment(ctx, paymentId);
  const refund = await ctx.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  return {
    ...(refund && describeRefund(refund)),
    paymentIntentId: payment?.paymentIntentId ?? null,
    payment,
  };
}

/** Our id of the invoice that an event is about, or null; it is never guessed by an amount. */
export async function invoiceOfEvent(ctx: ReadContext, event: StoredEvent): Promise<string | null> {
  const { invoiceId, paymentId } = event.data as { invoiceId?: string; paymentId?: string };
  if (invoiceId !== undefined) return invoiceId;
  if (paymentId === undefined) return null;
  const payment = ctx.db.selectFrom('payments').select('invoiceId').where('id', '=', paymentId);
  return (await payment.executeTakeFirst())?.invoiceId ?? null;
}
