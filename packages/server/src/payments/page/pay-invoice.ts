// Paying an invoice from its page: what is left of it is one payment, however often the button is pressed.

import { type Context, inTransaction, type ReadContext } from '../../context/context.ts';
import { type InvoiceRow, lockInvoice, openAmount } from '../../invoices/invoices.ts';
import { fail } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { isPayableAmount } from '../../lib/money.ts';
import { startCheckout } from '../checkout.ts';
import { heldAmount } from '../invoice-payments.ts';
import { refreshForPayer } from '../late-events.ts';
import { openPayment } from '../payments.ts';

/** What can be paid of an invoice online; 0 for one that cannot be paid, or not here. */
export function payableAmount(invoice: InvoiceRow): number {
  const { status, currency, processorInvoiceId } = invoice;
  const left = openAmount(invoice);
  if (status !== 'open' || currency === null || processorInvoiceId !== null) return 0;
  return isPayableAmount(left, currency) ? left : 0;
}

/** Asks the processor for an unpaid payment of the invoice: one that was just paid must not be offered again. */
export async function refreshInvoice(ctx: Context, id: string, session: string | null): Promise<void> {
  if (session !== null) await refreshForPayer(ctx, { checkoutSessionId: session });
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  const asked = row && (await findAsked(ctx, row));
  if (asked) await refreshForPayer(ctx, asked);
}

/** The payment of what is left that was begun last. */
async function findAsked(ctx: ReadContext, invoice: InvoiceRow) {
  const amount = payableAmount(invoice);
  if (amount === 0) return undefined;
  return ctx.db
    .selectFrom('payments')
    .select('id')
    .where('invoiceId', '=', invoice.id)
    .where('amount', '=', amount)
    .where('currency', '=', invoice.currency)
    .where('status', 'not in', ['succeeded', 'processing'])
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

type Page = { url: string; lang?: string };

/** The URL where what is left is paid. `page`: where the payer comes back to. Throws already_paid, and as startCheckout does. */
export async function payInvoice(ctx: Context, invoiceId: string, { url, lang }: Page): Promise<string> {
  const page = `${url}?${lang === undefined ? '' : `lang=${encodeURIComponent(lang)}&`}`;
  const paymentId = await inTransaction(ctx, async (ctx) => {
    const invoice = await lockInvoice(ctx, invoiceId);
    const left = invoice ? payableAmount(invoice) : 0;
    if (!invoice || left === 0) throw fail('already_paid');
    const asked = await findAsked(ctx, invoice);
    if (asked) return asked.id;
    const amount = left - (await heldAmount(ctx, invoiceId, ''));
    if (amount <= 0) throw fail('already_paid');
    const { contactId, currency, description, number } = invoice;
    const contacts = ctx.db.selectFrom('contacts').select('email');
    const contact = contactId === null ? undefined : await contacts.where('id', '=', contactId).executeTakeFirst();
    const id = newId('pay');
    await openPayment(ctx, {
      ...{ id, amount, currency: currency as string, description: description ?? number, contactId, invoiceId },
      ...{ submissionId: null, email: contact?.email ?? null },
      successUrl: `${page}session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${page}canceled=1`,
    });
    return id;
  });
  return (await startCheckout(ctx, paymentId)).url;
}
