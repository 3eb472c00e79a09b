// Refunds of the processor, and charges that were refunded: read into our own terms and brought into our rows by one path
// for events, answers to our own requests and the reconciliation. A refund made elsewhere gets its row when first seen.

import { type Context, timeOf, type WriteContext } from '../context/context.ts';
import type { ProcessorObject } from '../context/processor.ts';
import type { Row } from '../database/dialect.ts';
import { updateRow } from '../database/update-row.ts';
import { publish } from '../events/events.ts';
import { newId } from '../lib/ids.ts';
import { formatMoney } from '../lib/money.ts';
import { inferRefund, isInferred, takeInferred } from './inferred-refund.ts';
import { InvalidMoneyError } from './invalid-money.ts';
import { fetchIntent, readIntent } from './payment-intent.ts';
import { isRequested, lockPayment, moveReserved, type PaymentRow, updatePayment } from './payments.ts';
import {
  askProcessor,
  type Change,
  findObject,
  type Handler,
  type Handlers,
  type NativeEvent,
} from './processor/native-event.ts';
import {
  createdAtOf,
  type Hints,
  hintsOf,
  idOf,
  listOf,
  numberOf,
  type Payer,
  textOf,
  withStatus,
} from './processor/processor-object.ts';
import { updateFromIntent } from './update-payment.ts';

export const refundHandlers: Handlers = {
  'refund.created': handlerOf('succeeded'),
  'refund.updated': handlerOf('succeeded'),
  'refund.failed': handlerOf('failed'),
  'charge.refund.updated': handlerOf('succeeded'),
  'charge.refunded': { prepare: prepareRefundedCharge },
};

function handlerOf(status: string): Handler {
  return { complete: withStatus(status), prepare: prepareRefund };
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

export type Refund = {
  id: string;
  intentId: string | null;
  chargeId: string | null;
  amount: number;
  /** Null if it was not reported. */
  currency: string | null;
  reason: string | null;
  status: RefundStatus;
  failureMessage: string | null;
  hints: Hints;
  createdAt: string;
};

export function readRefund(object: ProcessorObject): Refund {
  const status = textOf(object.status);
  return {
    id: idOf(object) ?? '',
    intentId: idOf(object.payment_intent),
    chargeId: idOf(object.charge),
    amount: numberOf(object.amount),
    currency: textOf(object.currency)?.toLowerCase() ?? null,
    reason: textOf(object.reason),
    // Any other status (requires_action …) is not final yet.
    status: status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending',
    failureMessage: textOf(object.failure_reason),
    hints: hintsOf(object),
    createdAt: createdAtOf(object),
  };
}

async function prepareRefund(ctx: Context, event: NativeEvent): Promise<Change> {
  const found = await findObject(ctx, event, 'refund', event.objectId);
  const refund = readRefund(found?.object ?? event.object);
  const lockRefunded = await preparePayment(ctx, event, refund);
  return async (ctx) => {
    const payment = await lockRefunded(ctx);
    if (!payment) return;
    if (!found?.isCurrent) checkCurrency(payment, refund);
    const counted = await saveRefund(ctx, payment, refund);
    if (!found?.isCurrent) checkRefunded(counted);
  };
}

/** Throws InvalidMoneyError. */
function checkCurrency({ currency }: PaymentRow, refund: Pick<Refund, 'currency'>): void {
  if (refund.currency !== null && refund.currency !== currency)
    throw new InvalidMoneyError(`it reports a refund in ${refund.currency}, but the payment is in ${currency}`);
}

/** Throws InvalidMoneyError if more was refunded than received, or than requested if its success was not reported yet. */
function checkRefunded(payment: PaymentRow): void {
  const { status, amount, amountReceived, amountRefunded } = payment;
  const limit = status === 'succeeded' ? amountReceived : isRequested(payment) ? amount : Number.MAX_SAFE_INTEGER;
  if (amountRefunded > limit)
    throw new InvalidMoneyError(`it brings the refunds to ${amountRefunded}, more than the payment of ${limit}`);
}

/**
 * Covers for reports of the refunds that are missing. Only old versions of the API list the refunds of the charge; if
 * they cannot be listed, the sum that the charge reports is used.
 */
async function prepareRefundedCharge(ctx: Context, event: NativeEvent): Promise<Change> {
  const { object, objectId: chargeId, before } = event;
  const inEvent = listOf(object.refunds);
  const listed = await askProcessor(ctx, event, () => ctx.processor.listRefunds({ charge: chargeId }), inEvent);
  const refunds = (listed.length > 0 ? listed : inEvent).map(readRefund);
  const refunded = object.amount_refunded === undefined ? numberOf(object.amount) : numberOf(object.amount_refunded);
  const listedSum = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const amount = refunds.length > 0 ? listedSum : numberOf(object.amount) || refunded;
  const { payer } = readIntent({ latest_charge: object, customer: object.customer });
  const charge = { ...readRefund(object), chargeId, amount };
  const lockRefunded = await preparePayment(ctx, event, charge, refunds.length > 0 ? undefined : payer);
  const sum = {
    chargeId,
    refunded,
    before: before.amount_refunded === undefined ? null : numberOf(before.amount_refunded),
  };
  return async (ctx) => {
    let payment = await lockRefunded(ctx);
    if (!payment) return;
    checkCurrency(payment, charge);
    const inferred = refunds.length > 0 ? null : await inferRefund(ctx, payment.id, sum);
    const known = { ...charge, reason: null, status: 'succeeded' as const, failureMessage: null };
    for (const refund of inferred ? [{ ...known, ...inferred }] : refunds) {
      payment = await saveRefund(ctx, payment, refund);
    }
    if (listed.length === 0) checkRefunded(payment);
  };
}

type Refunded = Pick<Refund, 'intentId' | 'chargeId' | 'amount' | 'currency' | 'hints' | 'createdAt'>;

/** Finds the payment first: created if it is new, and its success published before any refund of it. */
async function preparePayment(
  ctx: Context,
  event: NativeEvent,
  refunded: Refunded,
  payer?: Payer,
): Promise<(ctx: WriteContext) => Promise<PaymentRow | undefined>> {
  const update = refunded.intentId === null ? null : await fetchIntent(ctx, refunded.intentId, event);
  return async (ctx) => {
    const known = update ? await updateFromIntent(ctx, update) : await lockByIntentOrCharge(ctx, refunded);
    const payment = known ?? (await createRefunded(ctx, refunded, payer));
    if (!payment) ctx.log.warn({ processorEvent: event.id }, 'ignoring a refund without a payment intent');
    return payment;
  };
}

async function lockByIntentOrCharge(
  ctx: WriteContext,
  { intentId, chargeId }: Refunded,
): Promise<PaymentRow | undefined> {
  const payments = ctx.db.selectFrom('payments').select('id');
  const found =
    intentId !== null
      ? await payments.where('paymentIntentId', '=', intentId).executeTakeFirst()
      : await payments.where('chargeId', '=', chargeId).executeTakeFirst();
  return found && lockPayment(ctx, found.id);
}

/** The processor knows no more about the intent: there was a payment of at least this amount. */
async function createRefunded(
  ctx: WriteContext,
  { intentId, amount, currency, chargeId, hints, createdAt }: Refunded,
  payer: Payer = { customerId: null, email: null, name: null, phone: null },
): Promise<PaymentRow | undefined> {
  if (intentId === null || amount === 0) return undefined;
  const intent = {
    id: intentId,
    status: 'open' as const,
    amount,
    amountReceived: 0,
    currency: currency ?? 'usd',
    description: null,
    chargeId,
    invoiceId: null,
    payer,
    hints,
    failureMessage: null,
    livemode: false,
    createdAt,
  };
  return updateFromIntent(ctx, { intent, isCurrent: false });
}

export type RefundRow = Row<'refunds'>;

/** Status → the reports that change it. A refund that succeeded can still come back: a bank can reject it later. */
const moves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed', 'canceled'],
  failed: ['canceled'],
  canceled: [],
};

/** The status of a refund after a report, whatever the order and number of the reports. */
export function nextRefundStatus(status: RefundStatus, report: RefundStatus): RefundStatus {
  return moves[status].includes(report) ? report : status;
}

/**
 * Saves a refund of the locked payment, and publishes that it succeeded, or failed after the processor had accepted it, as one does that
 * is canceled after it succeeded.
 * Returns the payment with its new sums.
 */
export async function saveRefund(ctx: WriteContext, payment: PaymentRow, refund: Refund): Promise<PaymentRow> {
  const before = await findOrCreate(ctx, payment, refund);
  const status = nextRefundStatus(before.status, refund.status);
  const row = await updateRefund(ctx, before, {
    processorRefundId: refund.id,
    amount: refund.amount,
    reason: before.reason ?? refund.reason,
    status,
    failureMessage: status === 'failed' ? (refund.failureMessage ?? before.failureMessage) : before.failureMessage,
  });
  const counted = await countRefunds(ctx, payment);
  if (status === before.status) return counted;
  const { id: paymentId, contactId, submissionId } = payment;
  const about = { subject: paymentId, contactId, data: { paymentId, refundId: row.id, submissionId } };
  const wasPublished = before.status === 'succeeded';
  if ((status === 'failed' && before.processorRefundId !== null) || wasPublished) {
    const reviewed = await updatePayment(ctx, counted, { review: describeFailure(row) });
    const facts = { payment: reviewed, refund: row, wasPublished };
    await publish(ctx, 'payment.refund_failed', { key: `refund_failed:${refund.id}`, ...about, facts });
    return reviewed;
  }
  if (status !== 'succeeded') return counted;
  // The money went out after all.
  const review = failurePattern.test(counted.review ?? '') ? null : counted.review;
  const settled = await updatePayment(ctx, counted, { review });
  const facts = { payment: settled, refund: row };
  await publish(ctx, 'payment.refunded', { key: `refunded:${refund.id}`, ...about, facts });
  const returns = row.restock === 1 && settled.reservationStatus === 'sold';
  return returns ? moveReserved(ctx, settled, 'released') : settled;
}

const failurePattern = /^The refund of .* failed/;

/** Why a person should look at the payment. */
function describeFailure({ amount, currency, failureMessage }: RefundRow): string {
  const reason = failureMessage === null ? '' : ` (${failureMessage.replaceAll('_', ' ')})`;
  return `The refund of ${formatMoney(amount, currency, 'en')} failed${reason}, so the payer has not received it`;
}

/** The processor has refused it: what it reserved of the locked payment is free again. */
export async function failRefund(ctx: WriteContext, payment: PaymentRow, id: string, reason: string): Promise<void> {
  await ctx.db
    .updateTable('refunds')
    .set({ status: 'failed', failureMessage: reason, updatedAt: timeOf(ctx) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('processorRefundId', 'is', null)
    .execute();
  await countRefunds(ctx, payment);
}

/** The sums of the payment, always counted from its refunds, so that they cannot drift. */
export async function countRefunds(ctx: WriteContext, payment: PaymentRow): Promise<PaymentRow> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select(['status', 'amount'])
    .where('paymentId', '=', payment.id)
    .execute();
  const sumOf = (status: RefundStatus): number =>
    rows.filter((row) => row.status === status).reduce((sum, row) => sum + row.amount, 0);
  return updatePayment(ctx, payment, { amountRefunded: sumOf('succeeded'), amountPending: sumOf('pending') });
}

async function findOrCreate(ctx: WriteContext, payment: PaymentRow, refund: Refund): Promise<RefundRow> {
  const refunds = ctx.db.selectFrom('refunds').selectAll();
  const known = await refunds.where('processorRefundId', '=', refund.id).executeTakeFirst();
  if (known) return known;
  const own =
    refund.hints.refund === null
      ? undefined
      : await refunds
          .where('id', '=', refund.hints.refund)
          .where('paymentId', '=', payment.id)
          .where('processorRefundId', 'is', null)
          .executeTakeFirst();
  if (own) return own;
  const { id: processorRefundId, amount, currency, reason, createdAt } = refund;
  const row: RefundRow = {
    id: newId('ref'),
    paymentId: payment.id,
    processorRefundId,
    amount,
    currency: currency ?? payment.currency,
    reason,
    status: 'pending',
    failureMessage: null,
    restock: 0,
    creditNote: 0,
    createdAt,
    updatedAt: timeOf(ctx),
  };
  const inferred = isInferred(refund.id) ? undefined : await takeInferred(ctx, row);
  return inferred ?? ctx.db.insertInto('refunds').values(row).returningAll().executeTakeFirstOrThrow();
}

async function updateRefund(ctx: WriteContext, row: RefundRow, changes: Partial<RefundRow>): Promise<RefundRow> {
  return updateRow(ctx, 'refunds', row, changes, { updatedAt: timeOf(ctx) });
}
