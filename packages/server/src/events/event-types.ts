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

/** The names of the members with other values, of an update. The subject is the record, which is read when it is shown. */
type RecordChange = { changed: string[] };

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
  /** Its contact was reminded of one by mail. */
  'invoice.reminded': { invoiceId: string; mailId: string; sentAt: string; invoice: Snapshot };
  'invoice.paid': { invoiceId: string; invoice: Snapshot };
  'invoice.payment_failed': { invoiceId: string; invoice: Snapshot };
  'contact.created': RecordChange;
  'contact.updated': RecordChange;
  'contact.deleted': RecordChange;
  'invoice.created': RecordChange;
  'invoice.updated': RecordChange;
  'invoice.deleted': RecordChange;
  'credit_note.created': RecordChange;
  /** It was mailed to its contact. */
  'credit_note.sent': {
    creditNoteId: string;
    invoiceId: string;
    mailId: string;
    sentAt: string;
    creditNote: Snapshot;
  };
  'form.created': RecordChange & { formId: string };
  'form.updated': RecordChange & { formId: string };
  'form.deleted': RecordChange & { formId: string };
  'webhook.created': RecordChange;
  'webhook.updated': RecordChange;
  'webhook.deleted': RecordChange;
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
  'invoice.reminded': null;
  'invoice.paid': InvoiceFacts;
  'invoice.payment_failed': InvoiceFacts;
  'contact.created': null;
  'contact.updated': null;
  'contact.deleted': null;
  'invoice.created': null;
  'invoice.updated': null;
  'invoice.deleted': null;
  'credit_note.created': null;
  'credit_note.sent': null;
  'form.created': null;
  'form.updated': null;
  'form.deleted': null;
  'webhook.created': null;
  'webhook.updated': null;
  'webhook.deleted': null;
};

/**
 * The events that others may read, by what they are about. Who may read them, which webhooks may choose them, what the documents
 * and the admin list: all follow from here.
 */
export const eventGroups = {
  content: ['item.published', 'item.updated', 'item.unpublished', 'item.trashed', 'item.deleted'],
  submissions: ['submission.submitted', 'submission.paid', 'submission.scanned'],
  payments: [
    'payment.succeeded',
    'payment.failed',
    'payment.refunded',
    'subscription.created',
    'subscription.updated',
    'subscription.canceled',
    'invoice.paid',
    'invoice.payment_failed',
  ],
  crm: [
    'contact.created',
    'contact.updated',
    'contact.deleted',
    'invoice.created',
    'invoice.updated',
    'invoice.deleted',
    'credit_note.created',
  ],
  forms: ['form.created', 'form.updated', 'form.deleted'],
  webhooks: ['webhook.created', 'webhook.updated', 'webhook.deleted'],
} as const satisfies Record<string, EventType[]>;
export type EventGroup = keyof typeof eventGroups;

type EventOf<Group extends EventGroup> = (typeof eventGroups)[Group][number];

export type ItemEvent = EventOf<'content'>;
export type SubmissionEvent = EventOf<'submissions'>;
export type PaymentEvent = EventOf<'payments'>;
/** A record of the API was created, updated or deleted. */
export type ChangeEvent = EventOf<'crm' | 'forms' | 'webhooks'>;

export const changeEvents: readonly ChangeEvent[] = [...eventGroups.crm, ...eventGroups.forms, ...eventGroups.webhooks];

/** The type in webhooks and in the feed: what happens to a submission has bare names there, which are part of the contract. */
type SentType<Type extends string> = Type extends `submission.${infer Bare}` ? Bare : Type;

export function sentType<Type extends string>(type: Type): SentType<Type> {
  return type.replace(/^submission\./, '') as SentType<Type>;
}

/** What webhooks may choose, by group. */
export const webhookEvents = Object.fromEntries(
  Object.entries(eventGroups).map(([group, types]) => [group, types.map((type) => sentType(type))]),
) as { readonly [Group in EventGroup]: SentType<EventOf<Group>>[] };

const groups = new Map<string, EventGroup>(
  (Object.keys(eventGroups) as EventGroup[]).flatMap((group) =>
    [...eventGroups[group], ...webhookEvents[group]].map((name) => [name, group] as const),
  ),
);

/** By its type, or its name in webhooks. Undefined for an event that only the service itself may read. */
export function groupOf(name: string): EventGroup | undefined {
  return groups.get(name);
}
