// Refunds that we request. The amount is reserved in the database before the processor is asked, so that two requests at
// once never refund more than was paid. A request without an answer is repeated with the same idempotency key.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { NewRefund } from '../context/processor.ts';
import { lockCreditOf } from '../invoices/contact-credit.ts';
import { enqueue, type Job } from '../jobs/queue.ts';
import { fail, failBody, type Problem } from '../lib/errors.ts';
import { refreshPayment } from './checkout-session.ts';
import { adoptIntent } from './payment-intent.ts';
import type { RefundRequest } from './payments.schemas.ts';
import { findPayment, lockPayment, type PaymentRow } from './payments.ts';
import { isRefusal, toProblem } from './processor/stripe.ts';
import { countRefunds, failRefund, type Refund, type RefundRow, readRefund, saveRefund } from './refund.ts';

/** The processor keeps idempotency keys for at least 24 hours. */
const keyLifeMs = 23 * 3_600_000;
const settleAfterMs = 60_000;

/**
 * Refunds a payment. `id` identifies the refund: a second call with it finds the row of the first and asks with its key.
 * The status is `pending` until the outcome is known.
 * Throws payment_not_found, not_paid, already_refunded, payment_disputed, amount_too_large, processor_refused,
 * and processor_error or processor_unreachable only if nothing was reserved.
 */
export async function refundPayment(ctx: Context, id: string, request: RefundRequest) {
  const payment = await findPaid(ctx, request.paymentIntentId);
  await inTransaction(ctx, (ctx) => reserve(ctx, payment.id, id, request));
  const problem = await settle(ctx, id);
  if (problem) throw problem;
  const refund = await ctx.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (refund.status === 'failed') throw fail('processor_refused', { detail: refund.failureMessage ?? '' });
  const { amount, currency, reason, status, createdAt } = refund;
  return { id, paymentIntentId: payment.paymentIntentId, amount, currency, reason, status, createdAt };
}

/** The payment. It may have been made at the processor's dashboard, or paid without an event having arrived. */
async function findPaid(ctx: Context, id: string): Promise<PaymentRow> {
  try {
    const known = await findPayment(ctx, id);
    if (!known && (!/^pi_\w+$/.test(id) || !(await adoptIntent(ctx, id)))) throw fail('payment_not_found');
    if (known && known.status !== 'succeeded') await refreshPayment(ctx, known);
  } catch (error) {
    throw toProblem(error);
  }
  const payment = await findPayment(ctx, id);
  if (!payment) throw fail('payment_not_found');
  if (payment.method !== null)
    throw fail('conflict', 'The payment did not come by the processor: return it the way it came');
  if (payment.status !== 'succeeded' || payment.paymentIntentId === null) throw fail('not_paid');
  return payment;
}

async function reserve(ctx: WriteContext, paymentId: string, id: string, request: RefundRequest): Promise<void> {
  const payment = await lockPayment(ctx, paymentId);
  if (!payment) throw fail('payment_not_found');
  const known = await ctx.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  if (known && !wasNeverMade(known)) return;
  const left = payment.amountReceived - payment.amountRefunded - payment.amountPending;
  if (payment.disputed === 1) throw fail('payment_disputed');
  if (left <= 0) throw fail('already_refunded');
  const amount = request.amount ?? left;
  const step = chargeStep(payment.currency);
  if (amount % step !== 0) {
    const detail = `must be a multiple of ${step} in ${payment.currency}`;
    throw failBody([{ pointer: '/amount', code: 'not_payable', detail }]);
  }
  const now = timeOf(ctx);
  const reason = request.reason ?? null;
  const status = 'pending' as const;
  const restock = request.restock ? (1 as const) : (0 as const);
  const creditNote = request.creditNote ? (1 as const) : (0 as const);
  if (creditNote === 1 && !(await isInvoiced(ctx, payment))) {
    const detail = 'the payment has no invoice that was issued';
    throw failBody([{ pointer: '/creditNote', code: 'not_allowed', detail }]);
  }
  const limit = await creditLimit(ctx, payment, creditNote);
  if (amount > Math.min(left, limit)) throw tooMuch(left, limit - (limit % step));
  const times = { createdAt: now, updatedAt: now };
  const reserved = { amount, reason, status, restock, creditNote, failureMessage: null, ...times };
  await ctx.db
    .insertInto('refunds')
    .values({ id, paymentId, currency: payment.currency, ...reserved })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(reserved))
    .execute();
  await countRefunds(ctx, payment);
  await enqueue(ctx, 'payments.settleRefund', { refundId: id }, { delayMs: settleAfterMs, uniqueKey: `settle:${id}` });
}

/**
 * How much may go back of a payment: what was paid too much and has paid other invoices does not go back as well. A credit note makes up
 * for what is refunded of the invoice itself.
 */
async function creditLimit(
  ctx: WriteContext,
  { invoiceId }: PaymentRow,
  creditNote: RefundRow['creditNote'],
): Promise<number> {
  const credit = invoiceId === null ? null : await lockCreditOf(ctx, invoiceId);
  if (!credit || credit.overpaid <= credit.left) return Number.MAX_SAFE_INTEGER;
  return credit.left + (creditNote === 1 ? credit.creditable : 0);
}

function tooMuch(left: number, limit: number): Problem {
  const amountLeft = Math.min(left, limit);
  const reason = limit < left ? ': the rest was paid too much, and has paid other invoices as credit' : '';
  return fail('amount_too_large', {
    detail: `${amountLeft} of this payment can be refunded${reason}`,
    errors: [{ pointer: '/amount', code: 'maximum', detail: `must be at most ${amountLeft}${reason}` }],
    extra: { amountLeft },
  });
}

async function isInvoiced(ctx: WriteContext, { invoiceId }: PaymentRow): Promise<boolean> {
  const issued = ctx.db.selectFrom('invoices').select('id').where('id', '=', invoiceId);
  return (await issued.where('issuedAt', 'is not', null).executeTakeFirst()) !== undefined;
}

/** The processor refused it, as with a wrong key of ours. Then a repeated request asks again instead of failing again. */
function wasNeverMade({ status, processorRefundId }: RefundRow): boolean {
  return status === 'failed' && processorRefundId === null;
}

/** The task for a reserved refund: finds out what became of it, until that is known. */
export async function settleRefund(ctx: Context, job: Job): Promise<void> {
  const { refundId } = job.payload as { refundId: string };
  await settle(ctx, refundId);
  if (await readUnsettled(ctx, refundId)) throw new Error(`the outcome of ${refundId} is still unknown`);
}

async function readUnsettled(ctx: Context, id: string): Promise<RefundRow | undefined> {
  return ctx.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('processorRefundId', 'is', null)
    .executeTakeFirst();
}

/** Asks the processor for a reserved refund and saves its answer. Returns the problem if it refused. */
export async function settle(ctx: Context, id: string): Promise<Problem | null> {
  const row = await readUnsettled(ctx, id);
  const payment = row && (await findPayment(ctx, row.paymentId));
  if (!row || !payment) return null;
  const outcome = await ask(ctx, row, payment);
  if (outcome === 'unknown') return null;
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockPayment(ctx, payment.id);
    if (!locked) return null;
    if ('id' in outcome) {
      await saveRefund(ctx, locked, outcome);
      return null;
    }
    await failRefund(ctx, locked, id, outcome.message);
    return outcome;
  });
}

async function ask(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<Refund | Problem | 'unknown'> {
  const intentId = payment.paymentIntentId as string;
  try {
    if (ctx.now().getTime() - Date.parse(row.createdAt) > keyLifeMs) return await findOwn(ctx, row, intentId);
    const params: NewRefund = {
      payment_intent: intentId,
      amount: row.amount,
      ...(row.reason !== null && { reason: row.reason as NonNullable<RefundRequest['reason']> }),
      metadata: { svc_refund: row.id, svc_payment: payment.id },
    };
    return readRefund(await ctx.processor.createRefund(params, `refund:${row.id}`));
  } catch (error) {
    if (isRefusal(error)) return isTooMuch(error) ? fail('amount_too_large', {}, error) : toProblem(error);
    ctx.log.warn({ err: error, refund: row.id }, 'the outcome of a refund is unknown');
    return 'unknown';
  }
}

function isTooMuch(error: unknown): boolean {
  const { param, code } = error as { param?: string; code?: string };
  return param === 'amount' && code !== 'amount_too_small';
}

/** Once the key may have expired, asking with it could refund twice: instead, the refund is looked up by our id. */
async function findOwn(ctx: Context, row: RefundRow, intentId: string): Promise<Refund | Problem> {
  const refunds = (await ctx.processor.listRefunds({ payment_intent: intentId })).map(readRefund);
  const found = refunds.find((refund) => refund.hints.refund === row.id);
  return found ?? fail('processor_refused', 'The processor never created this refund');
}
