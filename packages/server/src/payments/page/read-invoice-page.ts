// What the page of an invoice shows.

import type { ReadContext } from '../../context/context.ts';
import { creditNotesOf } from '../../invoices/credit-notes.ts';
import { formatsOf } from '../../invoices/documents.ts';
import { type InvoiceRow, invoiceJson } from '../../invoices/invoices.ts';
import { type Buyer, readInvoicing } from '../../settings/invoicing.ts';
import { dayAtSite } from '../../settings/site.ts';
import type { InvoicePage, InvoiceState } from './invoice-page.ts';
import { payableAmount } from './pay-invoice.ts';

/** Null for an invoice that has no page: a draft, or one without an amount. */
export async function readInvoicePage(ctx: ReadContext, row: InvoiceRow): Promise<InvoicePage | null> {
  const { totals, ...invoice } = invoiceJson(row);
  const { amount, currency, dueAt } = invoice;
  if (invoice.status === 'draft' || amount === null || currency === null || totals === null) return null;
  const payments = ctx.db.selectFrom('payments').selectAll().where('invoiceId', '=', row.id);
  const all = await payments.orderBy('paidAt').orderBy('id').execute();
  const isProcessing = all.some(({ status }) => status === 'processing');
  return {
    invoice: { ...invoice, amount, currency, totals },
    seller: invoice.seller ?? (await readInvoicing(ctx)).seller,
    buyer: invoice.buyer ?? (await contactAsBuyer(ctx, row.contactId)),
    dueDay: dueAt === null ? null : await dayAtSite(ctx, new Date(dueAt)),
    state: stateOf(row, ctx.now().toISOString()),
    ...{ isProcessing, payable: isProcessing ? 0 : payableAmount(row) },
    payments: all.filter(({ status, amountReceived }) => status === 'succeeded' && amountReceived > 0),
    creditNotes: await creditNotesOf(ctx, row.id),
    formats: await formatsOf(ctx, { kind: 'invoice', id: row.id }),
  };
}

/** What was not issued does not say who owes it. */
async function contactAsBuyer(ctx: ReadContext, id: string | null): Promise<Buyer | null> {
  if (id === null) return null;
  const contact = ctx.db.selectFrom('contacts').select('name').where('id', '=', id);
  const { name = null } = (await contact.executeTakeFirst()) ?? {};
  return name === null ? null : { name };
}

function stateOf({ status, amountPaid, amountCredited, dueAt }: InvoiceRow, now: string): InvoiceState {
  if (status === 'uncollectible') return 'closed';
  if (status === 'void') return amountCredited > 0 ? 'credited' : 'void';
  if (status === 'paid') return 'paid';
  if (dueAt !== null && dueAt < now) return 'overdue';
  return amountPaid > 0 ? 'partlyPaid' : 'open';
}
