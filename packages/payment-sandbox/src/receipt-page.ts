// The pages of `receipt_url` and `hosted_invoice_url`: the receipt of a charge and an invoice.
import { renderNotice } from './checkout-page-html.ts';
import type { Context } from './context.ts';
import { fillIn, type Language, localeFor } from './language.ts';
import type { Texts } from './languages/en.ts';
import { formatAmount } from './money.ts';

type Formats = { money(amount: number, currency: string): string; day(seconds: number): string };

/** The page at `/receipts/:charge` or `/invoices/:invoice`; undefined if there is none at this path. */
export async function renderReceipt(ctx: Context, path: string, language: Language): Promise<string | undefined> {
  const [, kind, id = ''] = /^\/(receipts|invoices)\/([A-Za-z0-9_]+)$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  const formats = formatsOf(localeFor(language, (await ctx.business())?.locale));
  return kind === 'receipts' ? chargeReceipt(ctx, id, language, formats) : invoicePage(ctx, id, language, formats);
}

function chargeReceipt(ctx: Context, id: string, language: Language, { money, day }: Formats): string | undefined {
  const charge = ctx.store.find('charge', id);
  if (charge?.status !== 'succeeded') return undefined;
  const { receipt, paidByCard, refunded } = language.texts;
  const paid = fillIn(paidByCard, {
    amount: money(charge.amount, charge.currency),
    day: day(charge.created),
    digits: charge.payment_method_details?.card?.last4 ?? '',
  });
  const back = fillIn(refunded, { amount: money(charge.amount_refunded, charge.currency) });
  return renderNotice(receipt, charge.amount_refunded > 0 ? `${paid} ${back}` : paid, null, language);
}

const statusTexts: Readonly<Record<string, keyof Texts>> = {
  open: 'invoiceOpen',
  paid: 'invoicePaid',
  void: 'invoiceVoid',
  uncollectible: 'invoiceUncollectible',
};

function invoicePage(ctx: Context, id: string, language: Language, { money, day }: Formats): string | undefined {
  const invoice = ctx.store.find('invoice', id);
  const status = statusTexts[invoice?.status ?? ''];
  if (!invoice || status === undefined) return undefined;
  const { texts } = language;
  const about = fillIn(texts.invoiceFor, {
    amount: money(invoice.total, invoice.currency),
    payer: invoice.customer_email ?? texts.customer,
    day: day(invoice.created),
  });
  const title = fillIn(texts.invoice, { number: invoice.number ?? '' });
  return renderNotice(title, `${about} ${texts[status]}`, null, language);
}

function formatsOf(locale: string): Formats {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    money: (amount, currency) => formatAmount(amount, currency, locale),
    day: (seconds) => days.format(seconds * 1000),
  };
}
