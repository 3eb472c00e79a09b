// The invoice of a payment: the one it was made for, or a new one for what a form was paid for
// (docs/decisions/0006-a-paid-form-makes-an-invoice.md).

import { timeOf, type WriteContext } from '../context.ts';
import { creditInvoice, ensureInvoice } from '../crm/paid-invoices.ts';
import type { EventFacts } from '../events/event-types.ts';
import { idFrom } from '../lib/ids.ts';
import { type PaymentRow, updatePayment } from './payments.ts';

/** Credits the invoice of a locked payment that has succeeded. Returns both in their new state. */
export async function creditPayment(ctx: WriteContext, row: PaymentRow): Promise<EventFacts['payment.succeeded']> {
  const payment = row.invoiceId === null && row.submissionId !== null ? await invoiceSubmission(ctx, row) : row;
  const { invoiceId, amountReceived: amount, currency, paidAt } = payment;
  if (invoiceId === null) return { payment, invoice: null };
  return { payment, invoice: await creditInvoice(ctx, invoiceId, { amount, currency, paidAt: paidAt ?? timeOf(ctx) }) };
}

async function invoiceSubmission(ctx: WriteContext, row: PaymentRow): Promise<PaymentRow> {
  const invoiceId = idFrom('inv', row.id);
  const { contactId, amount, currency, description } = row;
  await ensureInvoice(ctx, invoiceId, { contactId, amount, currency, description });
  return updatePayment(ctx, row, { invoiceId });
}
