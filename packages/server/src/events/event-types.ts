// Every event and the shape of its data. Names are `noun.past_tense`; what follows from each stands in reactions.ts.

/** What the processor's object said when the event was made, in our own terms (payments/payments.schemas.ts). */
type Snapshot = Record<string, unknown>;

export type EventData = {
  'submission.submitted': { submissionId: string; formId: string };
  'submission.paid': { submissionId: string; formId: string };
  'payment.succeeded': { paymentId: string; submissionId: string | null };
  'payment.failed': { paymentId: string; submissionId: string | null; failureMessage: string | null };
  'payment.refunded': { paymentId: string; refundId: string; submissionId: string | null };
  'subscription.created': { subscriptionId: string; subscription: Snapshot };
  'subscription.updated': { subscriptionId: string; subscription: Snapshot };
  'subscription.canceled': { subscriptionId: string; subscription: Snapshot };
  'invoice.paid': { invoiceId: string; invoice: Snapshot };
  'invoice.payment_failed': { invoiceId: string; invoice: Snapshot };
};

export type EventType = keyof EventData;

/** Events a form's subscriber may choose. */
export const formEvents = ['submitted', 'paid'] as const;

/** Events a subscriber of the workspace may choose. */
export const paymentEvents = [
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies EventType[];
