// What webhooks bring: the events of forms and of payments.

import type { Contact, FormEventName, Invoice, Payment, PaymentRefund, Submission } from './api-types.ts';

type EventOf<Type extends string> = {
  /** The same on every attempt, so that what comes twice is handled once. */
  id: string;
  type: Type;
  createdAt: string;
};

/** Counts the events of one submission, payment …: what comes late can be told from what is news. */
type Sequenced = { sequence: number };

export type FormEvent<Type extends FormEventName = FormEventName> = EventOf<Type> &
  Sequenced & {
    form: { id: string; slug: string; name: string };
    submission: Submission;
    contact: Contact | null;
    payment: Payment | null;
  };

type PaymentEventOf<Type extends string, Data> = EventOf<Type> &
  Sequenced & {
    data: Data;
    contact: Contact | null;
    invoice: Invoice | null;
  };

/** A subscription in the service's own terms, with the processor's ids. */
export type SubscriptionData = {
  id: string;
  status: string;
  customerId: string | null;
  currency: string | null;
  currentPeriodStart: string | null;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: string | null;
  endedAt: string | null;
  [member: string]: unknown;
};

/** An invoice as the processor tells of it. */
export type InvoiceData = {
  id: string;
  processorInvoiceId: string;
  contactId: string | null;
  [member: string]: unknown;
};

export type PaymentEvent =
  | PaymentEventOf<'payment.succeeded', Payment>
  | PaymentEventOf<'payment.failed', Payment>
  | PaymentEventOf<'payment.refunded', PaymentRefund & { paymentIntentId: string | null; payment: Payment | null }>
  | PaymentEventOf<'subscription.created' | 'subscription.updated' | 'subscription.canceled', SubscriptionData>
  | PaymentEventOf<'invoice.paid' | 'invoice.payment_failed', InvoiceData>;

/** What the button "send a test" sends. */
export type TestEvent = EventOf<'test'> & { subscriber: { id: string; url: string; events: string[] } };

/** Tell them apart by `type`. */
export type WebhookEvent = FormEvent<'submitted'> | FormEvent<'paid'> | PaymentEvent | TestEvent;
