// Telling of payments: each success once for its intent, each failed try once.

import type { ReadContext, WriteContext } from '../context.ts';
import { publish } from '../events/events.ts';
import { enqueue, runJobNow } from '../jobs/queue.ts';
import type { IntentNews } from './intent-news.ts';
import { findPayment, type PaymentRow } from './payments.ts';

const holdMs = 60_000;

/** Publishes that the payment succeeded, once for its intent. Hold the lock on its row. */
export async function publishSuccess(ctx: WriteContext, payment: PaymentRow): Promise<void> {
  const { id, contactId, submissionId, paymentIntentId } = payment;
  await publish(ctx, 'payment.succeeded', {
    key: `succeeded:${paymentIntentId ?? id}`,
    subject: id,
    contactId,
    data: { paymentId: id, submissionId },
    facts: { payment },
  });
}

/** Publishes that a try to pay by this intent was declined: once, whatever has become of the payment since. */
export async function tellFailure(
  ctx: WriteContext,
  row: PaymentRow,
  intentId: string,
  failure: NonNullable<IntentNews['failure']>,
): Promise<void> {
  await publish(ctx, 'payment.failed', {
    key: `failed:${intentId}:${failure.cause}`,
    subject: row.id,
    contactId: row.contactId,
    data: { paymentId: row.id, submissionId: row.submissionId, failureMessage: failure.message },
    facts: { payment: row },
  });
}

/**
 * A subscription's first payment can be heard of before anything says whose it is: its telling waits a minute for the
 * session or the invoice. Everything else is told at once.
 */
export async function deservesHold(
  ctx: ReadContext,
  { intent, isCurrent, session, invoice }: IntentNews,
): Promise<boolean> {
  const { customerId } = intent.payer;
  const { contactGuess: _contact, invoiceGuess: _invoice, ...own } = intent.hints;
  const isOurs = Object.values(own).some((hint) => hint !== null);
  if (!isCurrent || session || invoice || isOurs || customerId === null) return false;
  if (!/^subscription (creation|update)/i.test(intent.description ?? '')) return false;
  if (await findPayment(ctx, intent.id)) return false;
  const customer = ctx.db.selectFrom('processorCustomers').select('contactId').where('customerId', '=', customerId);
  return (await customer.executeTakeFirst()) === undefined;
}

/** Tells of the success in a minute, or as soon as the hold is released. */
export async function holdSuccess(ctx: WriteContext, paymentId: string): Promise<void> {
  await enqueue(ctx, 'payments.tellSuccess', { paymentId }, holdOf(paymentId));
}

/** What a held success waited for has come. */
export async function releaseHold(ctx: WriteContext, paymentId: string): Promise<void> {
  await runJobNow(ctx, holdOf(paymentId).uniqueKey);
}

function holdOf(paymentId: string): { uniqueKey: string; delayMs: number } {
  return { uniqueKey: `told:${paymentId}`, delayMs: holdMs };
}
