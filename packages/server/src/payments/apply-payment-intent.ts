// Native events of payment intents and disputes.

import type { Context } from '../context.ts';
import type { IntentNews } from './intent-news.ts';
import type { Change, NativeEvent } from './native-event.ts';
import { askOr, currentOr } from './native-event.ts';
import { updatePayment } from './payments.ts';
import { type Invoice, readInvoice } from './processor-billing.ts';
import { type Intent, idOf, readIntent, type Session } from './processor-objects.ts';
import { causeOf, saveIntent } from './save-intent.ts';

/** What the processor knows of an intent now; from the event's own snapshot where it cannot tell. Null: there is none. */
export async function gatherIntent(
  ctx: Context,
  id: string,
  event: NativeEvent,
  session?: Session,
): Promise<IntentNews | null> {
  const found = await currentOr(ctx, event, 'intent', id);
  if (!found) return null;
  const intent = readIntent(found.object);
  const invoice = found.isCurrent ? await askOr(ctx, event, () => gatherInvoice(ctx, intent), null) : null;
  return { intent, isCurrent: found.isCurrent, invoice, ...(session && { session }) };
}

/** Only a customer has invoices, and what we began ourselves belongs to none of the processor's. */
async function gatherInvoice(ctx: Context, { id: intentId, payer, hints }: Intent): Promise<Invoice | null> {
  if (payer.customerId === null || hints.payment !== null) return null;
  const id = await ctx.processor.findInvoiceOfIntent(intentId);
  const object = id === null ? null : await ctx.processor.retrieve('invoice', id);
  return object && readInvoice(object);
}

/** payment_intent.succeeded, .processing, .canceled */
export async function prepareIntent(ctx: Context, event: NativeEvent): Promise<Change> {
  const news = await gatherIntent(ctx, event.objectId, event);
  return async (ctx) => {
    if (news) await saveIntent(ctx, news);
  };
}

/** payment_intent.payment_failed: the try is told, then whatever the intent has come to since. */
export async function prepareFailedIntent(ctx: Context, event: NativeEvent): Promise<Change> {
  const news = await gatherIntent(ctx, event.objectId, event);
  const tried = readIntent(event.object);
  const failure = { cause: causeOf(tried, event), message: tried.failureMessage };
  return async (ctx) => {
    if (news) await saveIntent(ctx, { ...news, failure });
  };
}

/** charge.dispute.created, .closed: a mark beside the state; its money is held back until it is won. */
export async function prepareDispute(ctx: Context, event: NativeEvent): Promise<Change> {
  const dispute = await currentOr(ctx, event, 'dispute', event.objectId);
  const intentId = idOf(dispute?.object.payment_intent);
  const news = intentId === null ? null : await gatherIntent(ctx, intentId, event);
  const status = String(dispute?.object.status);
  const isOver = status === 'won' || status.startsWith('warning_');
  return async (ctx) => {
    if (!news) return ctx.log.warn({ processorEvent: event.id }, 'a dispute of no payment intent is left aside');
    const row = await saveIntent(ctx, news);
    await updatePayment(ctx, row, { disputed: isOver ? 0 : 1 });
  };
}
