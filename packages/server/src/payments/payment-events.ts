// The events of payments: each success is published once, each failed attempt at most once; what subscribers receive of them.

import type { ReadContext, WriteContext } from '../context.ts';
import type { EventData, EventFacts, EventType } from '../events/event-types.ts';
import { publish } from '../events/events.ts';
import { enqueue, runJobNow } from '../jobs/queue.ts';
import { type PaymentRow, paymentJson, refundJson } from './payments.ts';

export type PaymentEvent = Exclude<EventType, `submission.${string}`>;

/** Publishes that the payment succeeded, once for its intent. Lock its row first. */
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

const holdMs = 60_000;

/** Publishes the success in a minute, or as soon as the hold is released. */
export async function holdSuccess(ctx: WriteContext, paymentId: string): Promise<void> {
  await enqueue(ctx, 'payments.publishSuccess', { paymentId }, { uniqueKey: holdKey(paymentId), delayMs: holdMs });
}

/** What a held success was waiting for is known. */
export async function releaseHold(ctx: WriteContext, paymentId: string): Promise<void> {
  await runJobNow(ctx, holdKey(paymentId));
}

function holdKey(paymentId: string): string {
  return `publish:${paymentId}`;
}

/** The `data` of a payment event as subscribers receive it: in our own terms, with the processor's ids. */
export function paymentEventJson(data: EventData[PaymentEvent], facts: EventFacts[PaymentEvent]): object {
  if ('subscription' in data) return data.subscription;
  if ('invoice' in data) return data.invoice;
  const { payment, refund } = facts as Partial<EventFacts['payment.refunded']> & EventFacts['payment.succeeded'];
  const json = paymentJson(payment);
  if (refund) return { ...refundJson(refund), paymentIntentId: payment.paymentIntentId, payment: json };
  return 'failureMessage' in data ? { ...json, failureMessage: data.failureMessage } : json;
}
