// Refunds we ask for. The amount is reserved in the database before the processor is asked, so that two at once never
// give back more than was paid; what becomes of a question without an answer is found out with the same key.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context.ts';
import { fail, type Problem } from '../errors.ts';
import { enqueue, type Job } from '../jobs/queue.ts';
import type { NewRefund } from '../processor.ts';
import { findPayment, lockPayment, type PaymentRow } from './payments.ts';
import { isRefusal, toProblem } from './processor/stripe.ts';
import { type Refund, readRefund } from './processor-objects.ts';
import { adoptIntent, refreshPayment } from './refresh-payment.ts';
import { countRefunds, failRefund, type RefundRow, saveRefund } from './save-refund.ts';

export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer';

export type RefundRequest = {
  /** The processor's `pi_…`, or ours, `pay_…`. */
  paymentIntentId: string;
  /** In the currency's smallest unit; absent: what is left. */
  amount?: number;
  reason?: RefundReason;
};

/** The processor forgets keys after 24 hours at the earliest. */
const keyLifeMs = 23 * 3_600_000;
const settleAfterMs = 60_000;

/**
 * Gives money back. `id` names the refund: the same one again finds the first one's row and asks with its key. While
 * the outcome is unknown the status is `pending`.
 * Throws payment_not_found, not_paid, already_refunded, payment_disputed, amount_too_large, processor_refused,
 * and processor_error or processor_unreachable only where nothing was reserved.
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

/** The payment, which may have been begun at the processor, and may have been paid without our having heard. */
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
  if (payment.status !== 'succeeded' || payment.paymentIntentId === null) throw fail('not_paid');
  return payment;
}

async function reserve(ctx: WriteContext, paymentId: string, id: string, request: RefundRequest): Promise<void> {
  const payment = await lockPayment(ctx, paymentId);
  if (!payment) throw fail('payment_not_found');
  const known = await ctx.db.selectFrom('refunds').select('id').where('id', '=', id).executeTakeFirst();
  if (known) return;
  const left = payment.amountReceived - payment.amountRefunded - payment.amountPending;
  if (payment.disputed === 1) throw fail('payment_disputed');
  if (left <= 0) throw fail('already_refunded');
  const amount = request.amount ?? left;
  if (amount > left) {
    const errors = [{ pointer: '/amount', code: 'maximum', detail: `must be at most ${left}` }];
    throw fail('amount_too_large', { detail: `Of this payment ${left} is left`, errors, extra: { amountLeft: left } });
  }
  const now = timeOf(ctx);
  await ctx.db
    .insertInto('refunds')
    .values({
      id,
      paymentId,
      processorRefundId: null,
      amount,
      currency: payment.currency,
      reason: request.reason ?? null,
      status: 'pending',
      failureMessage: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await countRefunds(ctx, payment);
  await enqueue(ctx, 'payments.settleRefund', { refundId: id }, { delayMs: settleAfterMs, uniqueKey: `settle:${id}` });
}

/** The task behind every reservation: finds out what has become of it, for as long as that is unknown. */
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

/** Asks the processor for a reserved refund and books its answer. Answers the problem where it refused. */
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
      ...(row.reason !== null && { reason: row.reason as RefundReason }),
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

/** Once the key may be forgotten, asking with it could pay twice: the refund is looked for by the id we gave it. */
async function findOwn(ctx: Context, row: RefundRow, intentId: string): Promise<Refund | Problem> {
  const refunds = (await ctx.processor.listRefunds({ payment_intent: intentId })).map(readRefund);
  const found = refunds.find((refund) => refund.hints.refund === row.id);
  return found ?? fail('processor_refused', 'The processor never made this refund');
}
