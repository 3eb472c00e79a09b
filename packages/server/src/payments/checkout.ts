// Starts hosted checkout. The payment is stored first, then the processor is asked, then its answer is stored: after a
// crash in between, the next attempt asks with the same key and gets the same session.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { HostedLanguage, NewSession } from '../context/processor.ts';
import { keptQueries, slot } from '../database/kept-queries.ts';
import { lockInvoice } from '../invoices/invoices.ts';
import { languageOfTag, loadLanguage } from '../languages/language.ts';
import { fillIn } from '../languages/language-texts.ts';
import { fail, type Problem } from '../lib/errors.ts';
import { asciiAddress, isMailAddress } from '../lib/mail-address.ts';
import { asciiUrl } from '../lib/web-url.ts';
import { readSite } from '../settings/site.ts';
import { siteFormats } from '../settings/site-formats.ts';
import { readSession, retrieveSession, type Session } from './checkout-session.ts';
import { checkPayable } from './invoice-payments.ts';
import { planChecks } from './late-events.ts';
import { publishSuccess } from './payment-events.ts';
import { addedTaxes, paymentLines } from './payment-lines.ts';
import { mayReopen } from './payment-status.ts';
import { lockPayment, nextExpiry, ownInvoice, type PaymentRow, updatePayment } from './payments.ts';
import { isRefusal, toProblem } from './processor/stripe.ts';

const queries = keptQueries();

/** A payment that was just stored with its first checkout session counted, and the language of its submission. */
export type OpenedPayment = PaymentRow & { language: string | null };

/**
 * The URL where an open payment can be paid: of the open session, or of a new one if there is none or it ended unpaid. The
 * idempotency key is the payment's id with the number of the session, so asking again is harmless.
 * Throws payment_not_found, already_paid, sold_out, processor_refused, processor_unreachable, processor_error.
 */
export async function startCheckout(
  ctx: Context,
  paymentId: string,
  opened: OpenedPayment | null = null,
): Promise<{ url: string }> {
  const found = opened ?? (await readPayment(ctx, paymentId));
  if (!found) throw fail('payment_not_found');
  if (found.status === 'succeeded' || found.status === 'processing') throw fail('already_paid');
  if (isOpen(ctx, found)) return { url: found.checkoutUrl as string };
  if (found.checkoutSessionId !== null) {
    const url = await findOpenSession(ctx, found.checkoutSessionId);
    if (url !== null) return { url };
  }
  const isCounted = found.checkoutAttempts > 0 && found.checkoutSessionId === null && !mayReopen(found.status);
  const payment = isCounted ? found : await countAttempt(ctx, found);
  if (isOpen(ctx, payment)) return { url: payment.checkoutUrl as string };
  return { url: await openSession(ctx, payment, found.language) };
}

async function readPayment(ctx: Context, paymentId: string): Promise<OpenedPayment | undefined> {
  const [found] = await queries.run(ctx, 'read', { paymentId }, () =>
    ctx.db
      .selectFrom('payments')
      .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
      .selectAll('payments')
      .select('submissions.language as language')
      .where('payments.id', '=', slot('paymentId')),
  );
  return found;
}

function isOpen(ctx: Context, { status, checkoutUrl, checkoutExpiresAt }: PaymentRow): boolean {
  const isUnpaid = status === 'open' || status === 'failed';
  return isUnpaid && checkoutUrl !== null && (checkoutExpiresAt ?? '') > ctx.now().toISOString();
}

/** The URL of a session that has expired by our clock but is still open. It may also have been paid just now. */
async function findOpenSession(ctx: Context, sessionId: string): Promise<string | null> {
  const session = await retrieveSession(ctx, sessionId).catch((error) => {
    throw toProblem(error);
  });
  if (session?.status === 'complete') throw fail('already_paid');
  return session?.status === 'open' ? session.url : null;
}

/** Counts the session to be created. A payment that ended unpaid is reopened; if an answer was lost, the same session is requested. */
async function countAttempt(ctx: Context, seen: PaymentRow): Promise<PaymentRow> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockPayment(ctx, seen.id);
    if (!row) throw fail('payment_not_found');
    if (row.status === 'succeeded' || row.status === 'processing') throw fail('already_paid');
    const invoice = row.invoiceId === null ? undefined : await lockInvoice(ctx, row.invoiceId);
    if (invoice) await checkPayable(ctx, invoice, row);
    // Another request was faster: its session, or its attempt, is ours too.
    if (row.checkoutAttempts !== seen.checkoutAttempts || row.checkoutSessionId !== seen.checkoutSessionId) return row;
    const isOver = mayReopen(row.status) || row.checkoutSessionId !== null;
    if (!isOver && row.checkoutAttempts > 0) return row;
    return updatePayment(ctx, row, {
      status: isOver ? 'open' : row.status,
      checkoutAttempts: row.checkoutAttempts + 1,
      checkoutSessionId: null,
      checkoutUrl: null,
      checkoutExpiresAt: nextExpiry(ctx, row),
      failureMessage: isOver ? null : row.failureMessage,
    });
  });
}

async function openSession(ctx: Context, payment: PaymentRow, language: string | null): Promise<string> {
  const { id, checkoutAttempts } = payment;
  const key = `checkout:${id}${checkoutAttempts > 1 ? `:${checkoutAttempts}` : ''}`;
  let session: Session;
  try {
    const params = sessionParams(ctx, payment, language, await describePrice(ctx, payment, language));
    session = readSession(await ctx.processor.createSession(params, key));
  } catch (error) {
    const problem = toProblem(error);
    if (isRefusal(error)) await cancelRefused(ctx, payment, problem);
    throw problem;
  }
  // A key that was used long ago returns a session that has ended.
  if (session.url === null) throw fail(session.status === 'complete' ? 'already_paid' : 'checkout_expired');
  await inTransaction(ctx, (ctx) => storeSession(ctx, payment, session));
  return session.url;
}

/** Unless another session was requested since. */
async function storeSession(
  ctx: WriteContext,
  { id, checkoutAttempts }: PaymentRow,
  { id: sessionId, url, expiresAt }: Session,
): Promise<void> {
  const values = { id, checkoutAttempts, sessionId, url, expiresAt, now: timeOf(ctx) };
  await queries.run(ctx, 'session', values, () =>
    ctx.db
      .updateTable('payments')
      .set((eb) => ({
        checkoutSessionId: slot('sessionId'),
        checkoutUrl: slot('url'),
        checkoutExpiresAt: slot('expiresAt'),
        version: eb('version', '+', 1),
        updatedAt: slot('now'),
      }))
      .where('id', '=', slot('id'))
      .where('checkoutAttempts', '=', slot('checkoutAttempts')),
  );
  await planChecks(ctx, id, sessionId);
}

/** The processor created nothing: the payment is canceled, and the next attempt gets a new key. */
async function cancelRefused(ctx: Context, { id, checkoutAttempts }: PaymentRow, problem: Problem): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await lockPayment(ctx, id);
    if (row?.status !== 'open' || row.checkoutAttempts !== checkoutAttempts) return;
    await updatePayment(ctx, row, { status: 'canceled', failureMessage: problem.message });
  });
}

/** Built from what is stored and stays, so that a repeated request is identical. */
function sessionParams(
  ctx: Context,
  payment: PaymentRow,
  language: string | null,
  { discount, taxes }: PriceTexts,
): NewSession {
  const { id, description, contactId, invoiceId, submissionId } = payment;
  const email = mailable(payment.email);
  const code = paymentLines(payment)?.discount?.code;
  const locale = hostedLanguages.find((one) => one === language);
  const metadata = {
    svc_payment: id,
    ...(contactId && { svc_contact: contactId }),
    ...(invoiceId && { svc_invoice: invoiceId }),
    ...(submissionId && { svc_submission: submissionId }),
    ...(code && { svc_discount: code }),
  };
  return {
    mode: 'payment',
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata, ...(description && { description: description.slice(0, 1000) }) },
    line_items: [...lineItems(payment), ...taxes.map(({ label, tax }) => lineItem(payment, 1, tax, label))],
    ...(discount !== null && { custom_text: { submit: { message: discount } } }),
    ...(payment.reservation && { expires_at: Math.floor(Date.parse(payment.checkoutExpiresAt ?? '') / 1000) }),
    success_url: asciiUrl(
      payment.successUrl ?? `${ctx.publicUrl() ?? ''}/payments/thanks?session={CHECKOUT_SESSION_ID}`,
    ),
    cancel_url: cancelUrlOf(ctx, payment),
    ...(email !== null && { customer_email: email }),
    ...(locale && { locale }),
  };
}

/** By way of our own page if it holds stock, which payers who turn back give back there. */
function cancelUrlOf(ctx: Context, { id, cancelUrl, reservation }: PaymentRow): string {
  const own = `${ctx.publicUrl() ?? ''}/payments/canceled`;
  if (reservation !== null) return `${own}?payment=${id}`;
  return cancelUrl === null ? own : asciiUrl(cancelUrl);
}

/** The languages of form pages that the processor's page has too. In others, such as Arabic, the browser decides. */
// biome-ignore format: one line
const hostedLanguages: readonly HostedLanguage[] = ['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'tr', 'zh'];

type PriceTexts = {
  /** "Total before the discount: €60.00 · Discount (EARLY): -€5.00 · Total: €55.00"; null without a discount. */
  discount: string | null;
  /** The taxes that are added to the prices. */
  taxes: { label: string; tax: number }[];
};

async function describePrice(ctx: Context, payment: PaymentRow, language: string | null): Promise<PriceTexts> {
  const { lines = [], discount = null, ...taxed } = paymentLines(payment) ?? {};
  const added = addedTaxes(taxed);
  if (discount === null && added.length === 0) return { discount, taxes: [] };
  const site = await readSite(ctx);
  const { code, texts } = await loadLanguage(languageOfTag(language) ?? languageOfTag(site.locale) ?? 'en');
  const formats = siteFormats(site, code);
  const money = (amount: number): string => formats.money(amount, payment.currency);
  const named = added.map(({ percent, tax }) => {
    return { label: fillIn(texts.order.tax, { percent: formats.percent(percent) }), tax };
  });
  if (discount === null) return { discount, taxes: named };
  const before = lines.reduce((sum, { amount }) => sum + amount, 0);
  const sums = [
    [texts.order.totalBeforeDiscount, before],
    [fillIn(texts.order.discount, { code: discount.code }), -discount.amount],
    ...named.map(({ label, tax }) => [label, tax] as const),
    [texts.order.total, payment.amount],
  ] as const;
  return { discount: sums.map(([label, amount]) => `${label}: ${money(amount)}`).join(' · '), taxes: named };
}

/** What the hosted page lists: the price, or each line with its discount taken off. */
function lineItems(payment: PaymentRow): NewSession['line_items'] {
  const { amount, currency, description } = payment;
  const item = lineItem.bind(null, payment);
  const bought = paymentLines(payment);
  if (!bought) return [item(1, amount, description || 'Payment')];
  return bought.lines.map(({ label, quantity, amount, discount }) => {
    const net = amount - discount;
    const note = discount > 0 ? bought.discount?.code : undefined;
    // A discount that is not the same for each of them, or leaves a price that cannot be charged: one price for all.
    return net % (quantity * chargeStep(currency)) === 0
      ? item(quantity, net / quantity, label, note)
      : item(1, net, `${quantity} × ${label}`, note);
  });
}

function lineItem({ currency }: PaymentRow, quantity: number, unitAmount: number, name: string, note?: string) {
  const product = { name: name.slice(0, 250), ...(note && { description: note }) };
  return { quantity, price_data: { currency, unit_amount: unitAmount, product_data: product } };
}

/** Settles a payment of 0, in the transaction that stored it, without a checkout. */
export async function settleFree(ctx: WriteContext, id: string): Promise<void> {
  const row = await lockPayment(ctx, id);
  if (row?.status !== 'open' || row.amount > 0) return;
  const invoiceId = row.invoiceId ?? ownInvoice(row);
  const settled = await updatePayment(ctx, row, { status: 'succeeded', paidAt: timeOf(ctx), invoiceId });
  await publishSuccess(ctx, settled);
}

/** An address that the processor accepts; null for none. */
function mailable(email: string | null): string | null {
  const address = asciiAddress(email ?? '');
  return isMailAddress(address) && /^[\x21-\x7e]+$/.test(address) ? address : null;
}
