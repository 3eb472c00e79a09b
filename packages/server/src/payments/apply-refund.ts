// Native events of refunds, and of charges that were refunded.

import type { Context, WriteContext } from '../context.ts';
import { gatherIntent } from './apply-payment-intent.ts';
import type { IntentNews } from './intent-news.ts';
import { askOr, type Change, currentOr, type NativeEvent } from './native-event.ts';
import { lockPayment, type PaymentRow } from './payments.ts';
import {
  numberOf,
  type Payer,
  type ProcessorObject,
  type Refund,
  readIntent,
  readRefund,
} from './processor-objects.ts';
import { saveIntent } from './save-intent.ts';
import { saveRefund } from './save-refund.ts';
import { makeStandIn, type RefundedSum } from './stand-in-refund.ts';

/** refund.created, .updated, .failed and charge.refund.updated */
export async function prepareRefund(ctx: Context, event: NativeEvent): Promise<Change> {
  const found = await currentOr(ctx, event, 'refund', event.objectId);
  const refund = readRefund(found?.object ?? event.object);
  return changeOf(ctx, event, refund, [refund]);
}

/**
 * charge.refunded: a net under the refunds' own events. Only old versions of the API list the refunds in it; where
 * nobody can tell of them, what the charge says was given back is booked.
 */
export async function prepareRefundedCharge(ctx: Context, event: NativeEvent): Promise<Change> {
  const told = refundsIn(event.object);
  const sum = readSum(event);
  const listed = await askOr(ctx, event, () => ctx.processor.listRefunds({ charge: sum.chargeId }), told);
  const refunds = (listed.length > 0 ? listed : told).map(readRefund);
  if (refunds.length > 0) return changeOf(ctx, event, sum, refunds);
  const { payer } = readIntent({ latest_charge: event.object, customer: event.object.customer });
  const amount = numberOf(event.object.amount) || sum.refunded;
  return changeOf(ctx, event, { ...sum, amount, payer }, sum);
}

function readSum({ object, objectId, before }: NativeEvent): RefundedSum {
  const { intentId, currency, hints, createdAt } = readRefund(object);
  const refunded = object.amount_refunded === undefined ? numberOf(object.amount) : numberOf(object.amount_refunded);
  const earlier = before.amount_refunded === undefined ? null : numberOf(before.amount_refunded);
  return { chargeId: objectId, intentId, refunded, before: earlier, currency, hints, createdAt };
}

function refundsIn(charge: ProcessorObject): ProcessorObject[] {
  const data = (charge.refunds as { data?: unknown } | undefined)?.data;
  return Array.isArray(data) ? (data as ProcessorObject[]) : [];
}

type About = Pick<Refund, 'intentId' | 'chargeId' | 'currency' | 'hints' | 'createdAt'> & {
  amount: number;
  payer?: Payer;
};

/** The payment first: made on first sight, and told as succeeded before any refund of it is told. */
async function changeOf(
  ctx: Context,
  event: NativeEvent,
  about: Omit<About, 'amount'> & { amount?: number },
  given: Refund[] | RefundedSum,
): Promise<Change> {
  const news = about.intentId === null ? null : await gatherIntent(ctx, about.intentId, event);
  const amount = about.amount ?? (Array.isArray(given) ? given.reduce((sum, refund) => sum + refund.amount, 0) : 0);
  return async (ctx) => {
    let payment = news ? await saveIntent(ctx, news) : await findPaid(ctx, about);
    payment ??= await makePaid(ctx, { ...about, amount });
    if (!payment) {
      ctx.log.warn({ processorEvent: event.id }, 'a refund of no payment intent is left aside');
      return;
    }
    const standIn = Array.isArray(given) ? null : await makeStandIn(ctx, payment, given);
    for (const refund of Array.isArray(given) ? given : standIn ? [standIn] : []) {
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
async function makePaid(ctx: WriteContext, about: About): Promise<PaymentRow | undefined> {
  const { intentId, amount, currency, chargeId, hints, createdAt } = about;
  if (intentId === null || amount === 0) return undefined;
  const intent: IntentNews['intent'] = {
    id: intentId,
    reports: 'open',
    amount,
    amountReceived: 0,
    currency,
    description: null,
    chargeId,
    invoiceId: null,
    payer: about.payer ?? { customerId: null, email: null, name: null, phone: null },
    hints,
    failureMessage: null,
    livemode: false,
    createdAt,
  };
  return saveIntent(ctx, { intent, isCurrent: false });
}
