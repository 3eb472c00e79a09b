// Payments of invoices: those that people record, and what an open checkout holds, so that nothing is paid twice.

import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { bodyOf, nullable, Time } from '../http/schemas.ts';
import { lockCredit } from '../invoices/contact-credit.ts';
import { type InvoiceRow, lockInvoice, openAmount } from '../invoices/invoices.ts';
import { enqueue } from '../jobs/queue.ts';
import { fail, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { endCheckoutTask } from './late-events.ts';
import { publishSuccess } from './payment-events.ts';
import { Amount, type Payment, PaymentMethod } from './payments.schemas.ts';
import { newPaymentRow, type PaymentRow, paymentJson } from './payments.ts';

export const RecordedPayment = bodyOf(
  {
    amount: Amount,
    method: PaymentMethod,
    paidAt: Type.Optional({ ...Time, description: 'When the money arrived; by default now' }),
    reference: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: 'Where to find it, such as on the bank statement' })),
    ),
  },
  {
    title: 'RecordedPayment',
    description: 'Money that arrived without the payment processor',
    examples: [{ amount: 12_000, method: 'transfer', paidAt: '2027-05-02T00:00:00Z', reference: 'INV-2027-0001' }],
  },
);
type RecordedPayment = Static<typeof RecordedPayment>;

/**
 * Records money that arrived for an invoice, which may be more than is open. With the same `operation` again, it returns the first
 * payment. Throws invoice_not_found, invoice_not_payable.
 */
export async function recordPayment(
  ctx: WriteContext,
  invoiceId: string,
  { amount, method, paidAt, reference = null }: RecordedPayment,
  operation: string,
): Promise<Payment> {
  const invoice = await lockInvoice(ctx, invoiceId);
  if (!invoice) throw fail('invoice_not_found');
  const id = idFrom('pay', operation);
  const known = await ctx.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  if (known) return paymentJson(known);
  const { contactId, description, number } = invoice;
  const currency = currencyOf(invoice);
  const left = Number.MAX_SAFE_INTEGER - invoice.amountPaid;
  if (amount > left) throw failBody([{ pointer: '/amount', code: 'maximum', detail: `must be at most ${left}` }]);
  if (method === 'credit') await checkCredit(ctx, invoice, amount);
  const row = newPaymentRow(ctx, {
    ...{ id, invoiceId, contactId, amount, currency, method, reference, status: 'succeeded' as const },
    ...{ amountReceived: amount, description: description ?? number },
    paidAt: paidAt === undefined ? timeOf(ctx) : new Date(paidAt).toISOString(),
  });
  const stored = await ctx.db.insertInto('payments').values(row).returningAll().executeTakeFirstOrThrow();
  await publishSuccess(ctx, stored);
  return paymentJson(stored);
}

/** No more is used than is left, and no more than is open. Whatever else the contact pays with credit waits. */
async function checkCredit(ctx: WriteContext, invoice: InvoiceRow, amount: number): Promise<void> {
  const { contactId, currency } = invoice;
  const credit = await lockCredit(ctx, contactId);
  const left = Math.min(Math.max(0, credit.get(currency as string) ?? 0), openAmount(invoice));
  if (amount > left)
    throw failBody([
      { pointer: '/amount', code: 'maximum', detail: `must be at most ${left}: no more credit can be used` },
    ]);
}

/** Throws invoice_not_payable for one that is not open. */
function currencyOf({ status, currency, processorInvoiceId }: InvoiceRow): string {
  if (status !== 'open') throw fail('invoice_not_payable', `The invoice is ${status}`);
  if (processorInvoiceId !== null) throw fail('invoice_not_payable', 'The payment processor collects this invoice');
  if (currency === null) throw fail('invoice_not_payable', 'The invoice has no amount yet');
  return currency;
}

/**
 * Checks that a checkout of this amount may begin for a locked invoice. What other open checkouts hold of one that was issued is not
 * offered again. Throws invoice_not_payable.
 */
export async function checkPayable(
  ctx: ReadContext,
  invoice: InvoiceRow,
  { id, amount }: Pick<PaymentRow, 'id' | 'amount'>,
): Promise<void> {
  if (invoice.status !== 'open') throw fail('invoice_not_payable', `The invoice is ${invoice.status}`);
  if (invoice.issuedAt === null) return;
  // A checkout that holds more than is open, such as after a credit note, is about to be ended.
  const left = Math.max(0, openAmount(invoice) - (await heldAmount(ctx, invoice.id, id)));
  if (amount > left)
    throw fail('invoice_not_payable', {
      detail: `${left} of the invoice can be paid: the rest is paid, credited, or held by an open checkout`,
      extra: { amountLeft: left },
    });
}

/** Ends checkouts that were opened for more than is left of an invoice. Each is a job, since the processor is asked. */
export async function endCheckoutsLater(ctx: WriteContext, invoiceId: string): Promise<void> {
  const invoice = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirst();
  if (!invoice || invoice.issuedAt === null) return;
  const payments = await ctx.db
    .selectFrom('payments')
    .select(['id', 'amount', 'checkoutSessionId', 'createdAt'])
    .where('invoiceId', '=', invoiceId)
    .where('status', 'in', ['open', 'failed'])
    .where('checkoutSessionId', 'is not', null)
    .execute();
  payments.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  let left = openAmount(invoice);
  for (const { id, amount, checkoutSessionId } of payments) {
    if (amount <= left) left -= amount;
    else
      await enqueue(ctx, endCheckoutTask, { paymentId: id }, { uniqueKey: `${endCheckoutTask} ${checkoutSessionId}` });
  }
}

/** What open checkouts hold of an invoice, but for this payment. */
export async function heldAmount(ctx: ReadContext, invoiceId: string, except: string): Promise<number> {
  const now = ctx.now().toISOString();
  const payments = ctx.db.selectFrom('payments').select('amount').where('invoiceId', '=', invoiceId);
  const held = await payments
    .where('id', '!=', except)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'processing'),
        eb.and([
          eb('status', 'in', ['open', 'failed']),
          eb.or([eb('checkoutExpiresAt', 'is', null), eb('checkoutExpiresAt', '>', now)]),
        ]),
      ]),
    )
    .execute();
  return held.reduce((sum, { amount }) => sum + amount, 0);
}
