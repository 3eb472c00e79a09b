// Which contact and invoice a payment belongs to: the CRM's side of the port in payments/crm.ts.

import type { ReadContext, WriteContext } from '../context.ts';
import { newId } from '../lib/ids.ts';
import type { Crm, ProcessorInvoice } from '../payments/crm.ts';
import { contactRow, fillBlanks, lockContact, rememberContact } from './contacts.ts';
import { type InvoiceRow, invoiceRow, lockInvoice, updateInvoice } from './invoices.ts';

export const crm: Crm = {
  ensureContact,
  ensureInvoice,
  resolveContact,
  saveProcessorInvoice,
  findInvoice,
  settleInvoice,
};

async function ensureContact(ctx: WriteContext, contactId: string): Promise<void> {
  await ctx.db
    .insertInto('contacts')
    .values(contactRow(ctx, { id: contactId, source: 'payment' }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

async function ensureInvoice(
  ctx: WriteContext,
  invoiceId: string,
  facts: { contactId: string | null; amount: number; currency: string; description: string | null },
): Promise<void> {
  const made = await ctx.db
    .insertInto('invoices')
    .values(invoiceRow(ctx, { id: invoiceId, ...facts }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return;
  const row = await lockInvoice(ctx, invoiceId);
  if (!row) return;
  const isSameMoney = row.currency === null || row.currency === facts.currency;
  await updateInvoice(ctx, row, {
    contactId: row.contactId ?? facts.contactId,
    description: row.description ?? facts.description,
    ...(row.amount === null && isSameMoney ? { amount: facts.amount, currency: facts.currency } : {}),
  });
}

type Hints = Parameters<Crm['resolveContact']>[1];

async function resolveContact(ctx: WriteContext, hints: Hints): Promise<string | null> {
  const id = await findOrMakeContact(ctx, hints);
  if (id !== null && hints.customerId) {
    await ctx.db
      .insertInto('processorCustomers')
      .values({ customerId: hints.customerId, contactId: id })
      .onConflict((conflict) => conflict.column('customerId').doNothing())
      .execute();
  }
  return id;
}

async function findOrMakeContact(ctx: WriteContext, hints: Hints): Promise<string | null> {
  if (hints.contactId) await ensureContact(ctx, hints.contactId);
  const id = hints.contactId ?? (await findByCustomer(ctx, hints.customerId));
  const row = id ? await lockContact(ctx, id) : undefined;
  if (!row) return rememberContact(ctx, { ...hints, source: 'payment' });
  await fillBlanks(ctx, row, hints);
  return row.id;
}

async function findByCustomer(ctx: ReadContext, customerId: string | null | undefined): Promise<string | null> {
  if (!customerId) return null;
  const query = ctx.db.selectFrom('processorCustomers').select('contactId').where('customerId', '=', customerId);
  return (await query.executeTakeFirst())?.contactId ?? null;
}

async function findInvoice(ctx: ReadContext, processorInvoiceId: string): Promise<string | null> {
  const query = ctx.db.selectFrom('invoices').select('id').where('processorInvoiceId', '=', processorInvoiceId);
  return (await query.executeTakeFirst())?.id ?? null;
}

async function saveProcessorInvoice(ctx: WriteContext, invoice: ProcessorInvoice): Promise<string> {
  const { invoiceId, ...facts } = invoice;
  const own = invoiceId ? await lockInvoice(ctx, invoiceId) : undefined;
  // An invoice of ours that stands for another one of the processor's already is left alone.
  const id =
    own && (own.processorInvoiceId ?? facts.processorInvoiceId) !== facts.processorInvoiceId ? null : invoiceId;
  const known = await lockByProcessorId(ctx, facts.processorInvoiceId);
  if (known) return (await mergeProcessorInvoice(ctx, known, facts)).id;
  if (own && id) return (await mergeProcessorInvoice(ctx, own, facts)).id;
  const made = await ctx.db
    .insertInto('invoices')
    .values(invoiceRow(ctx, { ...facts, id: id ?? newId('inv') }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Not made: another transaction stored it since we looked, so that it is found now.
  return made ? made.id : saveProcessorInvoice(ctx, invoice);
}

async function lockByProcessorId(ctx: WriteContext, processorInvoiceId: string): Promise<InvoiceRow | undefined> {
  const query = ctx.db.selectFrom('invoices').selectAll().where('processorInvoiceId', '=', processorInvoiceId);
  return ctx.dialect.lockRows(query).executeTakeFirst();
}

/** How far an invoice has come: news that arrive late never take it back. */
const ranks = { draft: 0, open: 1, uncollectible: 2, void: 3, paid: 4 };

async function mergeProcessorInvoice(
  ctx: WriteContext,
  row: InvoiceRow,
  facts: Omit<ProcessorInvoice, 'invoiceId'>,
): Promise<InvoiceRow> {
  const isNews = ranks[facts.status] >= ranks[row.status];
  return updateInvoice(ctx, row, {
    processorInvoiceId: facts.processorInvoiceId,
    contactId: row.contactId ?? facts.contactId,
    subscriptionId: row.subscriptionId ?? facts.subscriptionId,
    description: row.description ?? facts.description,
    number: facts.number ?? row.number,
    amountPaid: Math.max(row.amountPaid, facts.amountPaid),
    paidAt: row.paidAt ?? facts.paidAt,
    ...(isNews
      ? { status: facts.status, amount: facts.amount, currency: facts.currency, dueAt: facts.dueAt ?? row.dueAt }
      : {}),
  });
}

/** The processor tells itself what is paid of its own invoices; counting here too would count twice. */
async function settleInvoice(
  ctx: WriteContext,
  invoiceId: string,
  payment: { amount: number; currency: string; paidAt: string },
): Promise<void> {
  const row = await lockInvoice(ctx, invoiceId);
  if (!row || row.processorInvoiceId !== null || (row.currency ?? payment.currency) !== payment.currency) return;
  const amountPaid = row.amountPaid + payment.amount;
  const isPaid = row.amount !== null && amountPaid >= row.amount && row.status !== 'void';
  await updateInvoice(ctx, row, {
    amountPaid,
    currency: payment.currency,
    ...(isPaid ? { status: 'paid', paidAt: row.paidAt ?? payment.paidAt } : {}),
  });
}
