// Invoices: what a contact owes, and how much of it is paid.

import { type ReadContext, timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { listPage, type Page } from '../database/list-page.ts';
import { type Fault, fail, failBody } from '../errors.ts';
import { idFrom } from '../lib/ids.ts';
import { isCurrency } from '../lib/money.ts';
import type { Invoice, InvoicePatch, InvoiceQuery, NewInvoice } from './crm.schemas.ts';

export type InvoiceRow = Row<'invoices'>;

/** The row of a new invoice: open, nothing paid. */
export function invoiceRow(ctx: WriteContext, invoice: Partial<InvoiceRow> & { id: string }): InvoiceRow {
  const now = timeOf(ctx);
  return {
    number: null,
    contactId: null,
    status: 'open',
    amount: null,
    amountPaid: 0,
    currency: null,
    description: null,
    processorInvoiceId: null,
    subscriptionId: null,
    dueAt: null,
    paidAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...invoice,
  };
}

/** Makes an invoice. Run again with the same `operation` it answers the first one. */
export async function createInvoice(ctx: WriteContext, input: NewInvoice, operation: string): Promise<Invoice> {
  await checkInput(ctx, input);
  const row = invoiceRow(ctx, {
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
 * Changes an invoice. `check` sees the row's version first, and may throw. What is paid stays paid, and its amount stays
 * once money has come: conflict. Throws invoice_not_found.
 */
export async function patchInvoice(
  ctx: WriteContext,
  id: string,
  patch: InvoicePatch,
  check: (version: number) => void,
): Promise<Invoice> {
  await checkInput(ctx, patch);
  const row = await lockInvoice(ctx, id);
  if (!row) throw fail('invoice_not_found');
  check(row.version);
  checkChange(row, patch);
  const { dueAt, ...rest } = patch;
  const changed = await updateInvoice(ctx, row, { ...rest, ...(dueAt === undefined ? {} : { dueAt: toTime(dueAt) }) });
  return invoiceJson(changed);
}

/** Removes a draft; any other invoice is a record that stays: conflict. Throws invoice_not_found. */
export async function deleteInvoice(ctx: WriteContext, id: string, check: (version: number) => void): Promise<void> {
  const row = await lockInvoice(ctx, id);
  if (!row) throw fail('invoice_not_found');
  check(row.version);
  if (row.status !== 'draft') {
    throw fail('conflict', `Only a draft can be removed; this invoice is ${row.status}. An open one can be made void`);
  }
  await ctx.db.deleteFrom('invoices').where('id', '=', id).execute();
}

/** An invoice. Throws invoice_not_found. */
export async function getInvoice(ctx: ReadContext, id: string): Promise<Invoice> {
  const invoice = await describeInvoice(ctx, id);
  if (!invoice) throw fail('invoice_not_found');
  return invoice;
}

/** An invoice as the API and the events tell it; null for an unknown id. */
export async function describeInvoice(ctx: ReadContext, id: string | null): Promise<Invoice | null> {
  if (id === null) return null;
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? invoiceJson(row) : null;
}

export async function listInvoices(ctx: ReadContext, query: InvoiceQuery): Promise<Page<Invoice>> {
  let matching = ctx.db.selectFrom('invoices');
  if (query.status !== undefined) matching = matching.where('status', '=', query.status);
  if (query.contactId !== undefined) matching = matching.where('contactId', '=', query.contactId);
  const { order = 'desc' } = query;
  const rows = matching.selectAll().orderBy('createdAt', order).orderBy('id', order);
  const { items, total } = await listPage(rows, query);
  return { items: items.map(invoiceJson), total };
}

export async function lockInvoice(ctx: WriteContext, id: string): Promise<InvoiceRow | undefined> {
  return ctx.dialect.lockRows(ctx.db.selectFrom('invoices').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Changes a locked row; counts its version only where something is different. */
export async function updateInvoice(
  ctx: WriteContext,
  row: InvoiceRow,
  changes: Partial<InvoiceRow>,
): Promise<InvoiceRow> {
  const names = Object.keys(changes) as (keyof InvoiceRow)[];
  if (names.every((name) => changes[name] === row[name])) return row;
  return ctx.db
    .updateTable('invoices')
    .set({ ...changes, version: row.version + 1, updatedAt: timeOf(ctx) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function checkInput(ctx: ReadContext, input: InvoicePatch): Promise<void> {
  const faults: Fault[] = [];
  if (input.currency !== undefined && !isCurrency(input.currency)) {
    faults.push({ pointer: '/currency', code: 'unknown_currency', detail: 'is no currency of ISO 4217' });
  }
  if (typeof input.contactId === 'string') {
    const query = ctx.db.selectFrom('contacts').select('id').where('id', '=', input.contactId);
    const isKnown = await query.executeTakeFirst();
    if (!isKnown) faults.push({ pointer: '/contactId', code: 'contact_not_found', detail: 'is no contact' });
  }
  if (faults.length > 0) throw failBody(faults);
}

function checkChange(row: InvoiceRow, patch: InvoicePatch): void {
  if (row.status === 'paid' && patch.status !== undefined) {
    throw fail('conflict', 'A paid invoice cannot be changed back');
  }
  const isAmountNew =
    (patch.amount !== undefined && patch.amount !== row.amount) ||
    (patch.currency !== undefined && patch.currency !== row.currency);
  if (isAmountNew && (row.amountPaid > 0 || !['draft', 'open'].includes(row.status))) {
    throw fail(
      'conflict',
      'The amount of an invoice can be changed only while it is a draft or open and nothing is paid',
    );
  }
}

function toTime(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** An invoice as the API and the events show it. */
export function invoiceJson(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    contactId: row.contactId,
    status: row.status,
    amount: row.amount,
    amountPaid: row.amountPaid,
    currency: row.currency,
    description: row.description,
    dueAt: row.dueAt,
    paidAt: row.paidAt,
    processorInvoiceId: row.processorInvoiceId,
    subscriptionId: row.subscriptionId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}
