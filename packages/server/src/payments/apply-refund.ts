// Native events of refunds, and of charges that were refunded.

import type { Context, WriteContext } from '../context.ts';
import { gatherIntent } from './apply-payment-intent.ts';
import type { Crm } from './crm.ts';
import type { IntentNews } from './intent-news.ts';
import { askOr, type Change, currentOr, type NativeEvent } from './native-event.ts';
import { lockPayment, type PaymentRow } from './payments.ts';
import { idOf, type ProcessorObject, type Refund, readRefund } from './processor-objects.ts';
import { saveIntent } from './save-intent.ts';
import { saveRefund } from './save-refund.ts';
import { listRefunds } from './stripe.ts';

/** refund.created, .updated, .failed and charge.refund.updated */
export async function prepareRefund(ctx: Context, crm: Crm, event: NativeEvent): Promise<Change> {
  const found = await currentOr(ctx, event, 'refund', event.objectId);
  const refund = readRefund(found?.object ?? event.object);
  return changeOf(ctx, crm, event, refund, [refund]);
}

/** charge.refunded: a net under the refunds' own events. Only old versions of the API list the refunds in it. */
export async function prepareRefundedCharge(ctx: Context, crm: Crm, event: NativeEvent): Promise<Change> {
  const charge = event.objectId;
  const told = refundsIn(event.object);
  const ask = () => listRefunds(ctx.config, { charge });
  const listed = told.length > 0 ? await askOr(ctx, event, ask, told) : await ask();
  const objects = listed.length > 0 ? listed : told;
  const refunds = objects.map(readRefund);
  const about = { intentId: idOf(event.object.payment_intent), chargeId: charge };
  return changeOf(ctx, crm, event, about, refunds);
}

function refundsIn(charge: ProcessorObject): ProcessorObject[] {
  const data = (charge.refunds as { data?: unknown } | undefined)?.data;
  return Array.isArray(data) ? (data as ProcessorObject[]) : [];
}

/** The payment first: made on first sight, and told as succeeded before any refund of it is told. */
async function changeOf(
  ctx: Context,
  crm: Crm,
  event: NativeEvent,
  about: Pick<Refund, 'intentId' | 'chargeId'>,
  refunds: Refund[],
): Promise<Change> {
  const news = about.intentId === null ? null : await gatherIntent(ctx, about.intentId, event);
  return async (ctx) => {
    let payment = news ? await saveIntent(ctx, crm, news) : await findPaid(ctx, about);
    payment ??= await makePaid(ctx, crm, about, refunds);
    if (!payment) {
      ctx.log.warn({ processorEvent: event.id }, 'a refund of no payment intent is left aside');
      return;
    }
    for (const refund of refunds) {
      await saveRefund(ctx, payment, refund);
      payment = (await lockPayment(ctx, payment.id)) as PaymentRow;
    }
  };
}

async function findPaid(
  ctx: WriteContext,
  { intentId, chargeId }: Pick<Refund, 'intentId' | 'chargeId'>,
): Promise<PaymentRow | undefined> {
  const payments = ctx.db.selectFrom('payments').select('id');
  const found =
    intentId !== null
      ? await payments.where('paymentIntentId', '=', intentId).executeTakeFirst()
      : await payments.where('chargeId', '=', chargeId).executeTakeFirst();
  return found && lockPayment(ctx, found.id);
}

/** A refund of an intent that nobody can tell more of: there was a payment of at least that much. */
async function makePaid(
  ctx: WriteContext,
  crm: Crm,
  { intentId, chargeId }: Pick<Refund, 'intentId' | 'chargeId'>,
  refunds: Refund[],
): Promise<PaymentRow | undefined> {
  const first = refunds[0];
  if (intentId === null || !first) return undefined;
  const amount = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const intent: IntentNews['intent'] = {
    id: intentId,
    reports: 'open',
    amount,
    amountReceived: 0,
    currency: first.currency,
    description: null,
    chargeId,
    invoiceId: null,
    payer: { customerId: null, email: null, name: null, phone: null },
    hints: first.hints,
    failureMessage: null,
    livemode: false,
    createdAt: first.createdAt,
  };
  return saveIntent(ctx, crm, { intent, isCurrent: false });
}
