// The exports of invoices and credit notes: one row for each, with the name and the email address of its contact.

import type { ReadContext } from '../context/context.ts';
import { eachRecord } from '../database/record-list.ts';
import type { Column, Table } from '../lib/table-files.ts';
import { creditNoteJson } from './credit-notes.ts';
import {
  type CreditNote,
  type CreditNoteQuery,
  creditNoteList,
  type Invoice,
  type InvoiceQuery,
  invoiceList,
} from './invoices.schemas.ts';
import { invoiceJson } from './invoices.ts';

/** Of a contact that was deleted, nothing is left. */
type WithContact<Item> = Item & { contact: { name: string | null; email: string | null } | undefined };

/** All matching invoices, page by page. Throws invalid_query. */
export async function* pageInvoices(ctx: ReadContext, query: InvoiceQuery): AsyncGenerator<WithContact<Invoice>[]> {
  const rows = ctx.db.selectFrom('invoices').selectAll();
  for await (const page of eachRecord(rows, invoiceList, query, invoiceJson)) yield withContacts(ctx, page);
}

/** All matching credit notes, page by page. Throws invalid_query. */
export async function* pageCreditNotes(
  ctx: ReadContext,
  query: CreditNoteQuery,
): AsyncGenerator<WithContact<CreditNote>[]> {
  const rows = ctx.db.selectFrom('creditNotes').selectAll();
  for await (const page of eachRecord(rows, creditNoteList, query, creditNoteJson)) yield withContacts(ctx, page);
}

async function withContacts<Item extends { contactId: string | null }>(
  ctx: ReadContext,
  items: readonly Item[],
): Promise<WithContact<Item>[]> {
  const ids = new Set(items.flatMap(({ contactId }) => contactId ?? []));
  const contacts = await ctx.db
    .selectFrom('contacts')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ['', ...ids])
    .execute();
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return items.map((item) => ({ ...item, contact: byId.get(item.contactId ?? '') }));
}

type Exported = WithContact<Pick<Invoice, 'contactId' | 'currency' | 'createdAt' | 'updatedAt'>>;

const contactColumns: Column<Exported>[] = [
  { name: 'contactName', label: 'Contact', of: ({ contact }) => contact?.name },
  { name: 'contactEmail', label: 'Contact email', of: ({ contact }) => contact?.email },
];
const currency: Column<Exported> = { name: 'currency', label: 'Currency', of: ({ currency }) => currency };
const contactId: Column<Exported> = { name: 'contactId', label: 'Contact ID', of: ({ contactId }) => contactId };
const times: Column<Exported>[] = [
  { name: 'createdAt', label: 'Created (UTC)', kind: 'time', of: ({ createdAt }) => createdAt },
  { name: 'updatedAt', label: 'Updated (UTC)', kind: 'time', of: ({ updatedAt }) => updatedAt },
];

export const invoiceTable: Table<WithContact<Invoice>> = {
  title: 'Invoices',
  currencyOf: ({ currency }) => currency,
  columns: [
    { name: 'number', label: 'Number', of: ({ number }) => number },
    { name: 'issueDay', label: 'Issue date', kind: 'date', of: ({ issueDay }) => issueDay },
    { name: 'dueAt', label: 'Due (UTC)', kind: 'time', of: ({ dueAt }) => dueAt },
    { name: 'status', label: 'Status', of: ({ status }) => status },
    ...contactColumns,
    currency,
    { name: 'net', label: 'Net', kind: 'money', of: ({ totals }) => totals?.net },
    { name: 'tax', label: 'Tax', kind: 'money', of: ({ totals }) => totals?.tax },
    { name: 'gross', label: 'Gross', kind: 'money', of: ({ totals }) => totals?.gross },
    { name: 'paid', label: 'Paid', kind: 'money', of: ({ amountPaid }) => amountPaid },
    { name: 'credited', label: 'Credited', kind: 'money', of: ({ totals }) => totals?.credited },
    { name: 'open', label: 'Open', kind: 'money', of: ({ totals }) => totals?.open },
    { name: 'description', label: 'Description', of: ({ description }) => description },
    { name: 'id', label: 'ID', of: ({ id }) => id },
    { name: 'externalId', label: 'External ID', of: ({ externalId }) => externalId },
    contactId,
    { name: 'processorInvoiceId', label: 'Processor invoice', of: ({ processorInvoiceId }) => processorInvoiceId },
    { name: 'subscriptionId', label: 'Subscription', of: ({ subscriptionId }) => subscriptionId },
    { name: 'issuedAt', label: 'Issued (UTC)', kind: 'time', of: ({ issuedAt }) => issuedAt },
    { name: 'sentAt', label: 'Sent (UTC)', kind: 'time', of: ({ sentAt }) => sentAt },
    { name: 'paidAt', label: 'Paid (UTC)', kind: 'time', of: ({ paidAt }) => paidAt },
    ...times,
  ],
};

export const creditNoteTable: Table<WithContact<CreditNote>> = {
  title: 'Credit notes',
  currencyOf: ({ currency }) => currency,
  columns: [
    { name: 'number', label: 'Number', of: ({ number }) => number },
    { name: 'issueDay', label: 'Issue date', kind: 'date', of: ({ issueDay }) => issueDay },
    ...contactColumns,
    currency,
    { name: 'net', label: 'Net', kind: 'money', of: ({ totals }) => totals.net },
    { name: 'tax', label: 'Tax', kind: 'money', of: ({ totals }) => totals.tax },
    { name: 'gross', label: 'Gross', kind: 'money', of: ({ totals }) => totals.gross },
    { name: 'reason', label: 'Reason', of: ({ reason }) => reason },
    { name: 'id', label: 'ID', of: ({ id }) => id },
    { name: 'invoiceId', label: 'Invoice ID', of: ({ invoiceId }) => invoiceId },
    contactId,
    { name: 'issuedAt', label: 'Issued (UTC)', kind: 'time', of: ({ issuedAt }) => issuedAt },
    ...times,
  ],
};
