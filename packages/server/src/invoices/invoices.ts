// Invoices: what a contact owes, and how much of it is paid.

import { isDeepStrictEqual } from 'node:util';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { findByExternalId } from '../database/external-ids.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { updateRow } from '../database/update-row.ts';
import { publishChange } from '../events/events.ts';
import { fail } from '../lib/errors.ts';
import { type Invoice, type InvoiceQuery, invoiceList } from './invoices.schemas.ts';
import { linesOf, paperOf, totalsOfLines } from './paper.ts';

export type InvoiceRow = Row<'invoices'>;

/** A new invoice to insert: open, nothing paid. */
export function newInvoiceRow(ctx: WriteContext, invoice: Partial<InvoiceRow> & { id: string }) {
  const now = timeOf(ctx);
  const stamp = { version: 1, createdAt: now, updatedAt: now };
  const sums = { amountPaid: 0, amountCredited: 0, amountRefunded: 0, creditUsed: 0 };
  return { status: 'open' as const, ...sums, remindersPaused: 0 as const, ...stamp, ...invoice };
}

/** Publishes it, in the transaction that has inserted the row. */
export async function invoiceCreated(ctx: WriteContext, row: InvoiceRow): Promise<void> {
  await publishChange(ctx, 'invoice.created', row, { contactId: row.contactId });
}

/** An invoice. Throws invoice_not_found. */
export async function getInvoice(ctx: ReadContext, id: string): Promise<Invoice> {
  const invoice = await describeInvoice(ctx, id);
  if (!invoice) throw fail('invoice_not_found');
  return invoice;
}

/** The invoice that another system calls this. Throws invoice_not_found. */
export async function getInvoiceByExternalId(ctx: ReadContext, externalId: string): Promise<Invoice> {
  return getInvoice(ctx, (await findByExternalId(ctx, 'invoices', externalId))?.id ?? '');
}

/** The invoice with this id as in the API and in events; null for an unknown id. */
export async function describeInvoice(ctx: ReadContext, id: string | null): Promise<Invoice | null> {
  if (id === null) return null;
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? invoiceJson(row) : null;
}

export function listInvoices(ctx: ReadContext, query: InvoiceQuery): Promise<RecordPage<Invoice>> {
  return listRecords(ctx.db.selectFrom('invoices').selectAll(), invoiceList, query, invoiceJson);
}

export async function lockInvoice(ctx: WriteContext, id: string): Promise<InvoiceRow | undefined> {
  return ctx.dialect.lockRows(ctx.db.selectFrom('invoices').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Updates a locked row; its version counts up only if something changes. What is silent publishes no event. */
export async function updateInvoice(
  ctx: WriteContext,
  row: InvoiceRow,
  changes: Partial<InvoiceRow>,
  { isSilent = false } = {},
): Promise<InvoiceRow> {
  const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
  const updated = await updateRow(ctx, 'invoices', row, changes, stamp);
  const changed = changedMembers(invoiceJson(row), invoiceJson(updated));
  if (changed.length > 0 && !isSilent)
    await publishChange(ctx, 'invoice.updated', updated, { contactId: updated.contactId, changed });
  return updated;
}

/** The members with other values. */
function changedMembers(before: Invoice, after: Invoice): string[] {
  const names = Object.keys(after) as (keyof Invoice)[];
  const isChanged = (name: keyof Invoice) => !isDeepStrictEqual(before[name], after[name]);
  return names.filter((name) => isChanged(name) && name !== 'version' && name !== 'updatedAt');
}

/** A mail server has accepted it for its contact. */
export async function markInvoiceSent(ctx: WriteContext, id: string, sentAt: string): Promise<void> {
  const row = await lockInvoice(ctx, id);
  if (row) await updateInvoice(ctx, row, { sentAt });
}

/** What is left to pay of it; never less than nothing. What is credited and has been refunded was given back: nothing is paid with it. */
export function openAmount({ status, amount, amountPaid, amountCredited, amountRefunded }: InvoiceRow): number {
  if (status === 'void' || status === 'paid') return 0;
  return Math.max(0, (amount ?? 0) - Math.max(0, amountCredited - amountRefunded) - amountPaid);
}

/** What was paid beyond the amount, and is neither credited nor refunded. */
export function overpaidAmount({
  amount,
  amountPaid,
  amountCredited,
  amountRefunded,
}: Pick<InvoiceRow, 'amount' | 'amountPaid' | 'amountCredited' | 'amountRefunded'>): number {
  return Math.max(0, amountPaid + amountCredited - amountRefunded - (amount ?? 0));
}

/** An invoice as in the API and in events. */
export function invoiceJson(row: InvoiceRow): Invoice {
  const { id, externalId, number, contactId, status, amount, amountPaid, currency, description } = row;
  const { dueAt, issuedAt, issueDay, sentAt, paidAt, processorInvoiceId, subscriptionId } = row;
  const { reminderDays, createdAt, updatedAt, version } = row;
  const { letterhead: _, ...paper } = paperOf(row);
  const lines = linesOf(paper, row);
  return {
    ...{ id, externalId, number, contactId, status, amount, amountPaid, currency, description },
    ...paper,
    lines,
    totals: amount === null ? null : totalsJson(row, lines),
    ...{ dueAt, issuedAt, issueDay, sentAt, paidAt },
    ...{ remindersPaused: row.remindersPaused === 1, reminderDays },
    ...{ processorInvoiceId, subscriptionId },
    ...{ createdAt, updatedAt, version },
  };
}

function totalsJson(row: InvoiceRow, lines: Invoice['lines']): NonNullable<Invoice['totals']> {
  const { amountPaid: paid, amountCredited: credited, amountRefunded: refunded } = row;
  return { ...totalsOfLines(lines), credited, paid, refunded, open: openAmount(row), overpaid: overpaidAmount(row) };
}
