// Every event, the shape of its data, and the facts its reactions get. Names are `noun.past_tense`; reactions.ts lists
// what follows from each.

import type { Row } from '../database/dialect.ts';
import type { FieldDeclaration } from '../fields/field.ts';

/** The processor's object when the event was published, in our own terms. */
type Snapshot = Record<string, unknown>;

/** An item as the readers of the site know it. What is not public, or is no longer, says neither title nor time. */
export type ItemEventData = {
  id: string;
  /** Name of the content type. */
  type: string;
  slug: string;
  url: string | null;
  title: string | null;
  /** What it is now; null if it is deleted. */
  status: 'publish' | 'scheduled' | 'draft' | 'trash' | null;
  version: number;
  publishedAt: string | null;
  /** The members with other values, of a public item that stays public. */
  changed: string[];
  /** Where a public item was before it got another slug. */
  former: { slug: string; url: string | null } | null;
};

export type EventData = {
  'item.published': ItemEventData;
  'item.updated': ItemEventData;
  'item.unpublished': ItemEventData;
  'item.trashed': ItemEventData;
  'item.deleted': ItemEventData;
  'submission.submitted': { submissionId: string; formId: string };
  'submission.paid': { submissionId: string; formId: string };
  /** All of its files have their verdict. */
  'submission.scanned': { submissionId: string; formId: string };
  'payment.succeeded': { paymentId: string; submissionId: string | null };
  /** A success that was published for an unknown payment turned out to be this payment's. */
  'payment.matched': { paymentId: string; submissionId: string | null; isCredited: boolean };
  'payment.failed': { paymentId: string; submissionId: string | null; failureMessage: string | null };
  'payment.refunded': { paymentId: string; refundId: string; submissionId: string | null };
  /** A refund failed after it was requested, perhaps days after it had succeeded. */
  'payment.refund_failed': { paymentId: string; refundId: string; submissionId: string | null };
  'subscription.created': { subscriptionId: string; subscription: Snapshot };
  'subscription.updated': { subscriptionId: string; subscription: Snapshot };
  'subscription.canceled': { subscriptionId: string; subscription: Snapshot };
  /** One of our own was mailed to its contact, to be paid. */
  'invoice.sent': { invoiceId: string; mailId: string; sentAt: string; invoice: Snapshot };
  'invoice.paid': { invoiceId: string; invoice: Snapshot };
  'invoice.payment_failed': { invoiceId: string; invoice: Snapshot };
};

export type EventType = keyof EventData;

type PaymentFacts = {
  payment: Row<'payments'>;
  invoice?: Row<'invoices'> | null;
  contact?: Row<'contacts'>;
  /** What it has paid. */
  submission?: Row<'submissions'>;
};
type SubmissionFacts = {
  form: Pick<Row<'forms'>, 'id' | 'slug' | 'name'> & {
    settings: Record<string, unknown>;
    fields?: FieldDeclaration[];
    version?: number;
  };
  submission: Row<'submissions'>;
  files: readonly Pick<Row<'files'>, 'id' | 'fieldName' | 'name' | 'type' | 'size' | 'quarantine' | 'quarantineNote'>[];
  contact: Row<'contacts'> | null;
};
type InvoiceFacts = { invoice: Row<'invoices'> };

/** Rows that the transaction has just written or locked. */
export type EventFacts = {
  'item.published': null;
  'item.updated': null;
  'item.unpublished': null;
  'item.trashed': null;
  'item.deleted': null;
  'submission.submitted': SubmissionFacts;
  /** The rest is read if there are subscribers. */
  'submission.paid': Pick<SubmissionFacts, 'form' | 'submission'> &
    Partial<Pick<SubmissionFacts, 'files'> & Pick<PaymentFacts, 'payment' | 'contact'>>;
  'submission.scanned': Pick<SubmissionFacts, 'form' | 'submission'>;
  'payment.succeeded': PaymentFacts;
  'payment.matched': PaymentFacts;
  'payment.failed': PaymentFacts;
  'payment.refunded': PaymentFacts & { refund: Row<'refunds'> };
  'payment.refund_failed': PaymentFacts & { refund: Row<'refunds'>; wasPublished: boolean };
  'subscription.created': null;
  'subscription.updated': null;
  'subscription.canceled': null;
  'invoice.sent': null;
  'invoice.paid': InvoiceFacts;
  'invoice.payment_failed': InvoiceFacts;
};

/** Events a subscriber to content may choose. */
export const itemEvents = [
  'item.published',
  'item.updated',
  'item.unpublished',
  'item.trashed',
  'item.deleted',
] as const satisfies EventType[];
export type ItemEvent = (typeof itemEvents)[number];

/** Events a form's subscriber may choose. */
export const formEvents = ['submitted', 'paid', 'scanned'] as const;

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
