// The `data` of a payment event as subscribers receive it: in our own terms, with the processor's ids.

import type { EventData, EventFacts, EventType } from '../events/event-types.ts';
import { paymentJson, refundJson } from './payments.ts';

export type PaymentEvent = Exclude<EventType, `submission.${string}`>;

export function paymentEventJson(
  data: EventData[PaymentEvent],
  facts: EventFacts[PaymentEvent],
): Record<string, unknown> {
  if ('subscription' in data) return data.subscription;
  if ('invoice' in data) return data.invoice;
  const { payment, refund } = facts as EventFacts['payment.succeeded'] & {
    refund?: EventFacts['payment.refunded']['refund'];
  };
  const json = paymentJson(payment);
  if (refund) return { ...refundJson(refund), paymentIntentId: payment.paymentIntentId, payment: json };
  return 'failureMessage' in data ? { ...json, failureMessage: data.failureMessage } : json;
}
