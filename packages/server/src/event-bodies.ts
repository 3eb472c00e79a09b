// What an event says beside its head, the same in webhooks and in the feed: the records that it is about, as in the API. Webhooks
// get them as they are in the transaction of the event, the feed as they are when it is read.

import type { ReadContext, StoredEvent } from './context/context.ts';
import { contactJson } from './crm/contacts.ts';
import type { Row } from './database/dialect.ts';
import { type EventData, type EventGroup, groupOf, type PaymentEvent } from './events/event-types.ts';
import type { FedEvent } from './events/feed.ts';
import { type FileRecord, listFilesOf } from './files/files.ts';
import { parseForm } from './forms/form/form.ts';
import { readSubmissions, submissionJson } from './forms/results/submission-list.ts';
import type { SubmissionItem } from './forms/results/submissions.schemas.ts';
import { deleted } from './http/responses.ts';
import { creditNoteJson } from './invoices/credit-notes.ts';
import { invoiceJson } from './invoices/invoices.ts';
import { paymentJson, refundJson } from './payments/payments.ts';
import { asReadBy } from './webhooks/event-access.ts';
import { describeWebhook } from './webhooks/subscribers.ts';

type Reported = Pick<StoredEvent, 'type' | 'subject' | 'contactId' | 'data'>;

const describe = {
  contacts: contactJson,
  creditNotes: creditNoteJson,
  forms: parseForm,
  invoices: invoiceJson,
  payments: paymentJson,
  refunds: refundJson,
  subscribers: describeWebhook,
};
type Table = keyof typeof describe;
type Records = { readonly [Name in Table]: Map<string, ReturnType<(typeof describe)[Name]>> } & {
  readonly submissions: Map<string, SubmissionItem>;
};
type Ids = { readonly [Name in Table | 'submissions']?: readonly (string | null | undefined)[] };

/** What the reactions to an event know already, of which some is what it says. */
export type KnownRows = {
  form?: Pick<Row<'forms'>, 'id' | 'slug' | 'name'>;
  submission?: Row<'submissions'> | undefined;
  files?: readonly Omit<FileRecord, 'submissionId'>[];
  contact?: Row<'contacts'> | null | undefined;
  payment?: Row<'payments'> | undefined;
  refund?: Row<'refunds'>;
  invoice?: Row<'invoices'> | null | undefined;
};

/** For webhooks: what is known is not read. */
export async function describeEvent(ctx: ReadContext, event: Reported, known: KnownRows | null): Promise<object> {
  const records = noRecords();
  const { form, contact, payment, refund, invoice } = known ?? {};
  if (contact) records.contacts.set(contact.id, contactJson(contact));
  if (payment) records.payments.set(payment.id, paymentJson(payment));
  if (refund) records.refunds.set(refund.id, refundJson(refund));
  if (invoice) records.invoices.set(invoice.id, invoiceJson(invoice));
  if (form) records.forms.set(form.id, form as ReturnType<typeof parseForm>);
  if (known?.submission && groupOf(event.type) === 'submissions')
    await addSubmission(ctx, records, known.submission, known.files);
  await readRecords(ctx, [event], records);
  return bodyOf(event, records);
}

/** For the feed. Records of another area are null for callers who may not read them there. */
export async function describeEvents(ctx: ReadContext, events: readonly FedEvent[]): Promise<object[]> {
  const reported = events.map((event) => ({ ...event, data: JSON.parse(event.data) }));
  const records = noRecords();
  await readRecords(ctx, reported, records);
  return reported.map((event) => asReadBy(ctx, bodyOf(event, records)));
}

function noRecords(): Records {
  return {
    ...{ contacts: new Map(), forms: new Map(), invoices: new Map(), payments: new Map(), refunds: new Map() },
    ...{ submissions: new Map(), subscribers: new Map(), creditNotes: new Map() },
  };
}

async function addSubmission(
  ctx: ReadContext,
  records: Records,
  row: Row<'submissions'>,
  files: KnownRows['files'],
): Promise<void> {
  await read(ctx, 'payments', records, [row.paymentId]);
  const payment = records.payments.get(row.paymentId ?? '') ?? null;
  records.submissions.set(row.id, submissionJson(row, files ?? (await listFilesOf(ctx, [row.id])), payment));
}

/** Adds all that the events are about, with one statement for each kind of record. */
async function readRecords(ctx: ReadContext, events: readonly Reported[], records: Records): Promise<void> {
  const ids = events.map(idsOf);
  const idsIn = (name: keyof Ids) => ids.flatMap((some) => some[name] ?? []);
  const submissionIds = missingIn(records.submissions, idsIn('submissions'));
  for (const item of await readSubmissions(ctx, submissionIds)) records.submissions.set(item.id, item);
  await read(ctx, 'payments', records, [
    ...idsIn('payments'),
    ...idsIn('submissions').map((id) => records.submissions.get(id ?? '')?.payment?.id),
  ]);
  const paid = idsIn('payments').map((id) => records.payments.get(id ?? '')?.invoiceId);
  await read(ctx, 'invoices', records, [...idsIn('invoices'), ...paid]);
  for (const name of ['contacts', 'creditNotes', 'forms', 'refunds', 'subscribers'] as const)
    await read(ctx, name, records, idsIn(name));
}

async function read(ctx: ReadContext, name: Table, records: Records, ids: NonNullable<Ids[Table]>): Promise<void> {
  const missing = missingIn(records[name], ids);
  if (missing.length === 0) return;
  const rows = await ctx.db
    .selectFrom(name as 'contacts')
    .selectAll()
    .where('id', 'in', missing)
    .execute();
  const show = describe[name] as (row: object) => object;
  for (const row of rows) (records[name] as Map<string, object>).set(row.id, show(row));
}

function missingIn(known: ReadonlyMap<string, unknown>, ids: NonNullable<Ids[Table]>): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))].filter((id) => !known.has(id));
}

type Data = { [Name in 'submissionId' | 'formId' | 'paymentId' | 'refundId' | 'invoiceId']?: string };

/** What an event is about, as far as it says it. */
function idsOf({ type, subject, contactId, data }: Reported): Ids {
  const { submissionId, formId, paymentId, refundId, invoiceId } = data as Data;
  const contacts = [contactId];
  switch (groupOf(type)) {
    case 'submissions':
      return { contacts, submissions: [submissionId], forms: [formId] };
    case 'payments':
      return { contacts, payments: [paymentId], refunds: [refundId], invoices: [invoiceId] };
    case 'crm':
    case 'forms':
    case 'webhooks':
      return type.endsWith('.deleted') ? {} : { [tableOf(type)]: [subject] };
    default:
      return {};
  }
}

const tables = {
  ...({ contact: 'contacts', invoice: 'invoices', credit_note: 'creditNotes' } as const),
  ...({ form: 'forms', webhook: 'subscribers' } as const),
} as const;

/** `contacts` of `contact.created`. */
function tableOf(type: string): (typeof tables)[keyof typeof tables] {
  return tables[type.split('.')[0] as keyof typeof tables];
}

const bodies: Record<EventGroup, (event: Reported, records: Records) => object> = {
  content: ({ data }) => ({ data }),
  submissions: ({ contactId, data }, records) => {
    const { formId = '', submissionId = '' } = data as Data;
    const form = records.forms.get(formId);
    const submission = records.submissions.get(submissionId);
    return {
      form: form ? { id: form.id, slug: form.slug, name: form.name } : deleted(formId),
      submission: submission ?? deleted(submissionId),
      contact: records.contacts.get(contactId ?? '') ?? null,
      payment: records.payments.get(submission?.payment?.id ?? '') ?? null,
    };
  },
  payments: ({ contactId, data }, records) => {
    const { paymentId, invoiceId } = data as Data;
    const id = paymentId === undefined ? invoiceId : records.payments.get(paymentId)?.invoiceId;
    return {
      data: paymentData(data as EventData[PaymentEvent], records),
      contact: records.contacts.get(contactId ?? '') ?? null,
      invoice: records.invoices.get(id ?? '') ?? null,
    };
  },
  crm: changeOf,
  forms: changeOf,
  webhooks: changeOf,
};

function bodyOf(event: Reported, records: Records): object {
  return bodies[groupOf(event.type) as EventGroup](event, records);
}

/** The record and which of its members changed. One that is gone is what its deletion answers. */
function changeOf({ type, subject, data }: Reported, records: Records): object {
  const { changed } = data as { changed: string[] };
  return { data: records[tableOf(type)].get(subject) ?? deleted(subject), changed };
}

/** In our own terms, with the processor's IDs. */
function paymentData(data: EventData[PaymentEvent], { payments, refunds }: Records): object {
  if ('subscription' in data) return data.subscription;
  if ('invoice' in data) return data.invoice;
  const payment = payments.get(data.paymentId) ?? null;
  if ('refundId' in data) {
    const refund = refunds.get(data.refundId);
    return refund ? { ...refund, paymentIntentId: payment?.paymentIntentId ?? null, payment } : deleted(data.refundId);
  }
  if (payment === null) return deleted(data.paymentId);
  return 'failureMessage' in data ? { ...payment, failureMessage: data.failureMessage } : payment;
}
