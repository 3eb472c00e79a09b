// The events of payments: each success is published once, each failed attempt at most once; what subscribers receive of them.

import type { ReadContext, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { publish } from '../events/events.ts';
import { enqueue, runJobNow } from '../jobs/queue.ts';
import type { PaymentRow } from './payments.ts';

/** Publishes that the payment succeeded, once for its intent. Lock its row first. Returns whether the event is new. */
export async function publishSuccess(
  ctx: WriteContext,
  payment: PaymentRow,
  contact?: Row<'contacts'> | null,
): Promise<boolean> {
  const { id, contactId, submissionId, paymentIntentId } = payment;
  return publish(ctx, 'payment.succeeded', {
    key: `succeeded:${paymentIntentId ?? id}`,
    subject: id,
    contactId,
    data: { paymentId: id, submissionId },
    facts: { payment, ...(contact && { contact }) },
  });
}

/** Publishes that a success, published before anything said what was paid, belongs to this payment. `stray`: what it was until now. */
export async function publishMatch(ctx: WriteContext, payment: PaymentRow, stray: PaymentRow): Promise<void> {
  const { id, contactId, submissionId } = payment;
  await publish(ctx, 'payment.matched', {
    key: `matched:${stray.id}`,
    subject: id,
    contactId,
    data: { paymentId: id, submissionId, isCredited: stray.invoiceId !== null },
    facts: { payment },
  });
}

/** Publishes that what a late payment bought was found after all, once: its form is paid now. */
export async function publishFulfillment(ctx: WriteContext, payment: PaymentRow): Promise<void> {
  const { id, contactId, submissionId } = payment;
  await publish(ctx, 'payment.matched', {
    key: `fulfilled:${id}`,
    subject: id,
    contactId,
    data: { paymentId: id, submissionId, isCredited: true },
    facts: { payment },
  });
}

/** Publishes that an attempt to pay by this intent was declined, once. */
export async function publishFailure(
  ctx: WriteContext,
  payment: PaymentRow,
  intentId: string,
  { cause, message }: { cause: string; message: string | null },
): Promise<void> {
  const { id, contactId, submissionId } = payment;
  await publish(ctx, 'payment.failed', {
    key: failureKey(intentId, cause),
    subject: id,
    contactId,
    data: { paymentId: id, submissionId, failureMessage: message },
    facts: { payment },
  });
}

function failureKey(intentId: string, cause: string): string {
  return `failed:${intentId}:${cause}`;
}

export async function isFailurePublished(ctx: ReadContext, intentId: string, cause: string): Promise<boolean> {
  const published = ctx.db.selectFrom('events').select('id').where('uniqueKey', '=', failureKey(intentId, cause));
  return (await published.executeTakeFirst()) !== undefined;
}

/** What a held success waits for → for how long. A session is reported within a second of its intent. */
const holdMs = { subscriber: 60_000, session: 3_000 };
export type HoldReason = keyof typeof holdMs;

/** Publishes the success after a while, or as soon as the hold is released. */
export async function holdSuccess(ctx: WriteContext, paymentId: string, reason: HoldReason): Promise<void> {
  const options = { uniqueKey: holdKey(paymentId), delayMs: holdMs[reason] };
  await enqueue(ctx, 'payments.publishSuccess', { paymentId }, options);
}

/** What a held success was waiting for is known. */
export async function releaseHold(ctx: WriteContext, paymentId: string): Promise<void> {
  await runJobNow(ctx, holdKey(paymentId));
}

function holdKey(paymentId: string): string {
  return `publish:${paymentId}`;
}
