// Invoices: what a contact owes, and how much of it is paid.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { type CountedPage, listByTime } from '../database/list-page.ts';
import { updateRow } from '../database/update-row.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { isCurrency } from '../lib/money.ts';
import type { Invoice, InvoicePatch, InvoiceQuery, NewInvoice } from './crm.schemas.ts';

export type InvoiceRow = Row<'invoices'>;

/** A new invoice to insert: open, nothing paid. */
export function newInvoiceRow(ctx: WriteContext, invoice: Partial<InvoiceRow> & { id: string }) {
  const now = timeOf(ctx);
  return { status: 'open' as const, amountPaid: 0, version: 1, createdAt: now, updatedAt: now, ...invoice };
}

/** Creates an invoice. With the same `operation` again, it returns the first one. */
export async function createInvoice(ctx: WriteContext, input: NewInvoice, operation: string): Promise<Invoice> {
  await checkInput(ctx, input);
  const row = newInvoiceRow(ctx, {
    id: idFrom('inv', operation),
    status: input.status ?? 'open',
    contactId: input.contactId ?? null,
    number: input.number ?? null,
    amount: input.amount,
    currency: input.currency,
    description: input.description ?? null,
    dueAt: toTime(input.dueAt ?? null),
  });
  await ctx.db
    .insertInto('invoices')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return getInvoice(ctx, row.id);
}

/**
 * Updates an invoice. `check` gets the row first and may throw. Throws invoice_not_found, and conflict for the
 * status of a paid invoice or the amount of one that has received a payment.
 */
export async function patchInvoice(
  ctx: WriteContext,
  id: string,
  patch: InvoicePatch,
  check: (row: InvoiceRow) => void,
): Promise<Invoice> {
  await checkInput(ctx, patch);
  const row = await lockInvoice(ctx, id);
  if (!row) throw fail('invoice_not_found');
  check(row);
  checkChange(row, patch);
  const { dueAt, ...rest } = patch;
  const changed = await updateInvoice(ctx, row, { ...rest, ...(dueAt === undefined ? {} : { dueAt: toTime(dueAt) }) });
  return invoiceJson(changed);
}

/** Deletes a draft. Throws invoice_not_found, and conflict for any other invoice: it is a record. */
export async function deleteInvoice(ctx: WriteContext, id: string, check: (row: InvoiceRow) => void): Promise<string> {
  const row = await lockInvoice(ctx, id);
  if (!row) throw fail('invoice_not_found');
  check(row);
  if (row.status !== 'draft') {
    throw fail('conflict', `Only drafts can be deleted. This invoice is ${row.status}: void it instead`);
  }
  await ctx.db.deleteFrom('invoices').where('id', '=', id).execute();
  return id;
}

/** An invoice. Throws invoice_not_found. */
export async function getInvoice(ctx: ReadContext, id: string): Promise<Invoice> {
  const invoice = await describeInvoice(ctx, id);
  if (!invoice) throw fail('invoice_not_found');
  return invoice;
}

/** The invoice with this id as in the API and in events; null for an unknown id. */
export async function describeInvoice(ctx: ReadContext, id: string | null): Promise<Invoice | null> {
  if (id === null) return null;
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? invoiceJson(row) : null;
}

export async function listInvoices(ctx: ReadContext, query: InvoiceQuery): Promise<CountedPage<Invoice>> {
  let matching = ctx.db.selectFrom('invoices');
  if (query.status !== undefined) matching = matching.where('status', '=', query.status);
  if (query.contactId !== undefined) matching = matching.where('contactId', '=', query.contactId);
  return listByTime(matching.selectAll(), query, invoiceJson);
}

export async function lockInvoice(ctx: WriteContext, id: string): Promise<InvoiceRow | undefined> {
  return ctx.dialect.lockRows(ctx.db.selectFrom('invoices').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Updates a locked row; its version counts up only if something changes. */
export async function updateInvoice(
  ctx: WriteContext,
  row: InvoiceRow,
  changes: Partial<InvoiceRow>,
): Promise<InvoiceRow> {
  return updateRow(ctx, 'invoices', row, changes, { version: row.version + 1, updatedAt: timeOf(ctx) });
}

/** A mail server has accepted it for its contact. */
export async function markInvoiceSent(ctx: WriteContext, id: string, sentAt: string): Promise<void> {
  const row = await lockInvoice(ctx, id);
  if (row) await updateInvoice(ctx, row, { sentAt });
}

async function checkInput(ctx: ReadContext, input: InvoicePatch): Promise<void> {
  const faults: Fault[] = [];
  if (input.currency !== undefined && !isCurrency(input.currency)) {
    faults.push({ pointer: '/currency', code: 'unknown_currency', detail: 'is not an ISO 4217 currency code' });
  }
  if (typeof input.contactId === 'string') {
    const query = ctx.db.selectFrom('contacts').select('id').where('id', '=', input.contactId);
    const isKnown = await query.executeTakeFirst();
    if (!isKnown) faults.push({ pointer: '/contactId', code: 'contact_not_found', detail: 'is not a known contact' });
  }
  if (faults.length > 0) throw failBody(faults);
}

function checkChange(row: InvoiceRow, patch: InvoicePatch): void {
  if (row.status === 'paid' && patch.status !== undefined) {
    throw fail('conflict', 'The status of a paid invoice cannot be changed');
  }
  const isAmountNew =
    (patch.amount !== undefined && patch.amount !== row.amount) ||
    (patch.currency !== undefined && patch.currency !== row.currency);
  if (isAmountNew && (row.amountPaid > 0 || !['draft', 'open'].includes(row.status))) {
    throw fail(
      'conflict',
      'The amount can only be changed while the invoice is a draft or open, and nothing has been paid',
    );
  }
}

function toTime(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** An invoice as in the API and in events. */
export function invoiceJson(row: InvoiceRow): Invoice {
  const { id, number, contactId, status, amount, amountPaid, currency, description, dueAt } = row;
  const { sentAt, paidAt, processorInvoiceId, subscriptionId, createdAt, updatedAt, version } = row;
  const money = { amount, amountPaid, currency, description, dueAt, sentAt, paidAt };
  return { id, number, contactId, status, ...money, processorInvoiceId, subscriptionId, createdAt, updatedAt, version };
}
