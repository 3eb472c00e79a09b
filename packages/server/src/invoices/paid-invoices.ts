// What payments do to invoices: create them, credit them, and mirror the processor's own.

import type { ReadContext, WriteContext } from '../context/context.ts';
import { keptQueries, slotsFor } from '../database/kept-queries.ts';
import { newId } from '../lib/ids.ts';
import {
  type InvoiceRow,
  invoiceCreated,
  lockInvoice,
  newInvoiceRow,
  openAmount,
  overpaidAmount,
  updateInvoice,
} from './invoices.ts';

/** The processor's invoice in our own terms. */
export type ProcessorInvoice = Pick<
  InvoiceRow,
  'contactId' | 'subscriptionId' | 'number' | 'status' | 'amountPaid' | 'description' | 'dueAt' | 'paidAt'
> & {
  processorInvoiceId: string;
  /** Our id, from its metadata, if it was created for an invoice of ours. */
  invoiceId: string | null;
  amount: number;
  currency: string;
  /** When the processor created it. */
  createdAt: string;
};

const queries = keptQueries();

/**
 * Creates a stub with this id unless the invoice exists; fills what a stub lacks. What was issued stays as it is. `check` gets the
 * invoice that exists first, locked, and may throw.
 */
export async function ensureInvoice(
  ctx: WriteContext,
  invoiceId: string,
  facts: { contactId: string | null; amount: number; currency: string; description: string | null },
  check: (row: InvoiceRow) => Promise<void> = async () => {},
): Promise<void> {
  const created = await ctx.db
    .insertInto('invoices')
    .values(newInvoiceRow(ctx, { id: invoiceId, ...facts }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return invoiceCreated(ctx, created);
  const row = await lockInvoice(ctx, invoiceId);
  if (!row) return;
  await check(row);
  const isSameMoney = row.currency === null || row.currency === facts.currency;
  await updateInvoice(ctx, row, {
    contactId: row.contactId ?? facts.contactId,
    description: row.issuedAt === null ? (row.description ?? facts.description) : row.description,
    ...(row.amount === null && isSameMoney ? { amount: facts.amount, currency: facts.currency } : {}),
  });
}

/** Creates an invoice of the moment of this payment, which has paid it in whole or part. Null if there is one with this id. */
export async function createPaidInvoice(
  ctx: WriteContext,
  id: string,
  {
    amountPaid,
    paidAt,
    ...invoice
  }: Pick<InvoiceRow, 'contactId' | 'amount' | 'currency' | 'description' | 'paper' | 'amountPaid'> & {
    paidAt: string;
  },
): Promise<InvoiceRow | null> {
  const isPaid = amountPaid >= (invoice.amount ?? 0);
  const row = newInvoiceRow(ctx, {
    ...{ id, ...invoice, amountPaid, createdAt: paidAt },
    ...(isPaid ? { status: 'paid' as const, paidAt } : {}),
  });
  const [created] = await queries.run(ctx, `insert ${isPaid}`, row, () =>
    ctx.db
      .insertInto('invoices')
      .values(slotsFor(row))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll(),
  );
  if (!created) return null;
  await invoiceCreated(ctx, created);
  return created;
}

/** A payment of ours paid this invoice, in whole or part. Returns the invoice, if it exists. */
export async function creditInvoice(
  ctx: WriteContext,
  invoiceId: string,
  payment: { amount: number; currency: string; paidAt: string },
): Promise<InvoiceRow | null> {
  const row = await lockInvoice(ctx, invoiceId);
  if (!row) return null;
  // The processor's own invoices are credited by its events; crediting them here too would count twice.
  if (row.processorInvoiceId !== null || (row.currency ?? payment.currency) !== payment.currency) return row;
  const amountPaid = row.amountPaid + payment.amount;
  const isPaid = row.amount !== null && row.status !== 'void' && openAmount({ ...row, amountPaid }) === 0;
  return updateInvoice(ctx, row, {
    amountPaid,
    currency: payment.currency,
    ...(isPaid ? { status: 'paid', paidAt: row.paidAt ?? payment.paidAt } : {}),
  });
}

/** Counts again what of the payments of an invoice was refunded. */
export async function countRefunded(ctx: WriteContext, invoiceId: string): Promise<void> {
  const row = await lockInvoice(ctx, invoiceId);
  if (!row) return;
  const payments = ctx.db.selectFrom('payments').select('amountRefunded').where('invoiceId', '=', invoiceId);
  const refunds = await payments.where('amountRefunded', '>', 0).execute();
  const amountRefunded = refunds.reduce((sum, refund) => sum + refund.amountRefunded, 0);
  await updateInvoice(ctx, row, { amountRefunded });
}

/** Why a person should look at a payment for this invoice, as it is after the payment was credited; null if they fit. */
export function findCreditFault(row: InvoiceRow, { currency }: { currency: string }): string | null {
  if (row.status === 'void') return 'is void';
  if (row.currency !== null && row.currency !== currency) return `is in ${row.currency}, so nothing was credited to it`;
  return row.amount !== null && overpaidAmount(row) > 0 ? 'has been paid more than its amount' : null;
}

/** Our id of the processor's invoice. */
export async function findInvoice(ctx: ReadContext, processorInvoiceId: string): Promise<string | null> {
  const query = ctx.db.selectFrom('invoices').select('id').where('processorInvoiceId', '=', processorInvoiceId);
  return (await query.executeTakeFirst())?.id ?? null;
}

/** The processor's invoice as stored by us, locked. */
export async function lockProcessorInvoice(ctx: WriteContext, processorInvoiceId: string) {
  const query = ctx.db.selectFrom('invoices').selectAll().where('processorInvoiceId', '=', processorInvoiceId);
  return ctx.dialect.lockRows(query).executeTakeFirst();
}

/** Stores the processor's invoice as ours, once. Returns our row, locked. */
export async function saveProcessorInvoice(ctx: WriteContext, invoice: ProcessorInvoice): Promise<InvoiceRow> {
  const { invoiceId, ...facts } = invoice;
  const own = invoiceId ? await lockInvoice(ctx, invoiceId) : undefined;
  // An invoice that we have issued, or that already mirrors another one of the processor's, is left alone.
  const isOther =
    own && (own.issuedAt !== null || (own.processorInvoiceId ?? facts.processorInvoiceId) !== facts.processorInvoiceId);
  const id = isOther ? null : invoiceId;
  const known = await lockProcessorInvoice(ctx, facts.processorInvoiceId);
  if (known) return mergeProcessorInvoice(ctx, known, facts);
  if (own && id) return mergeProcessorInvoice(ctx, own, facts);
  const created = await ctx.db
    .insertInto('invoices')
    .values(newInvoiceRow(ctx, { ...facts, id: id ?? newId('inv') }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Another transaction stored it after we looked, so now it is found.
  if (!created) return saveProcessorInvoice(ctx, invoice);
  await invoiceCreated(ctx, created);
  return created;
}

/** The contact of an invoice of this subscription. */
export async function findInvoiceContact(ctx: ReadContext, subscriptionId: string): Promise<string | null> {
  const invoices = ctx.db.selectFrom('invoices').select('contactId').where('subscriptionId', '=', subscriptionId);
  return (await invoices.where('contactId', 'is not', null).limit(1).executeTakeFirst())?.contactId ?? null;
}

type SharedContact = {
  contactId: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** Whether the subscription has been reported: then its contact is that of its invoices. */
  isKnown: boolean;
  /** Whether it replaces the contact of other invoices of the customer, too. */
  replaces: boolean;
};

/** Gives the invoices of a subscription, and of others of the processor's customer, this contact if they have none. */
export async function shareInvoices(
  ctx: WriteContext,
  { contactId, customerId, subscriptionId, isKnown, replaces }: SharedContact,
): Promise<void> {
  const ofCustomer = ctx.db.selectFrom('subscriptions').select('id').where('customerId', '=', customerId);
  const shared = ctx.db
    .selectFrom('invoices')
    .selectAll()
    .where((eb) => eb.or([eb('subscriptionId', '=', subscriptionId), eb('subscriptionId', 'in', ofCustomer)]))
    .where((eb) =>
      eb.or([
        eb('contactId', 'is', null),
        ...(replaces ? [eb('contactId', '!=', contactId)] : []),
        ...(isKnown ? [eb.and([eb('subscriptionId', '=', subscriptionId), eb('contactId', '!=', contactId)])] : []),
      ]),
    );
  for (const row of await ctx.dialect.lockRows(shared.orderBy('id')).execute())
    await updateInvoice(ctx, row, { contactId });
}

/** How far an invoice has come: updates that arrive late never take it back. */
const ranks = { draft: 0, open: 1, uncollectible: 2, void: 3, paid: 4 };

async function mergeProcessorInvoice(
  ctx: WriteContext,
  row: InvoiceRow,
  facts: Omit<ProcessorInvoice, 'invoiceId' | 'createdAt'>,
): Promise<InvoiceRow> {
  const isCurrent = ranks[facts.status] >= ranks[row.status];
  return updateInvoice(ctx, row, {
    processorInvoiceId: facts.processorInvoiceId,
    contactId: row.contactId ?? facts.contactId,
    subscriptionId: row.subscriptionId ?? facts.subscriptionId,
    description: row.description ?? facts.description,
    number: facts.number ?? row.number,
    amountPaid: Math.max(row.amountPaid, facts.amountPaid),
    paidAt: row.paidAt ?? facts.paidAt,
    ...(isCurrent
      ? { status: facts.status, amount: facts.amount, currency: facts.currency, dueAt: facts.dueAt ?? row.dueAt }
      : {}),
  });
}
