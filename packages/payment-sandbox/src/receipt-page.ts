// The pages of `receipt_url` and `hosted_invoice_url`: the receipt of a charge and an invoice.
import { renderNotice } from './checkout-page-html.ts';
import type { Context } from './context.ts';
import { formatAmount } from './money.ts';

/** The page at `/receipts/:charge` or `/invoices/:invoice`; undefined if there is none at this path. */
export function renderReceipt(ctx: Context, path: string): string | undefined {
  const [, kind, id = ''] = /^\/(receipts|invoices)\/([A-Za-z0-9_]+)$/.exec(path) ?? [];
  if (kind === 'receipts') return chargeReceipt(ctx, id);
  return kind === 'invoices' ? invoicePage(ctx, id) : undefined;
}

function chargeReceipt(ctx: Context, id: string): string | undefined {
  const charge = ctx.store.find('charge', id);
  if (charge?.status !== 'succeeded') return undefined;
  const card = charge.payment_method_details?.card;
  const paid = `${formatAmount(charge.amount, charge.currency)} was paid on ${formatDay(charge.created)} with the card ending in ${card?.last4}.`;
  const refunded =
    charge.amount_refunded > 0 ? ` ${formatAmount(charge.amount_refunded, charge.currency)} was refunded.` : '';
  return renderNotice('Receipt', paid + refunded, null);
}

function invoicePage(ctx: Context, id: string): string | undefined {
  const invoice = ctx.store.find('invoice', id);
  if (!invoice || invoice.status === 'draft') return undefined;
  const text = `${formatAmount(invoice.total, invoice.currency)} for ${invoice.customer_email ?? 'the customer'}, ${formatDay(invoice.created)}. Status: ${invoice.status}.`;
  return renderNotice(`Invoice ${invoice.number}`, text, null);
}

function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000);
}
