// Invoices, invoice items and invoice payments as API resources.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import type { LinePlan } from './invoice-object.ts';
import { addInvoiceLine, attachIntent, draftInvoice, finalizeInvoice, voidInvoice } from './invoices.ts';
import { listObjects, pageParams } from './lists.ts';
import { emitUpdate } from './native-events.ts';
import { newId } from './new-id.ts';
import {
  currencyCode,
  each,
  flag,
  ignored,
  integer,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
  unsupported,
  type Values,
} from './parameters.ts';
import { resolvePaymentMethod } from './payment-attempts.ts';
import { declineBody } from './payment-intents.ts';
import { noParams, type Route, respondWith, route } from './route.ts';
import { intentFor, payInvoiceWith } from './subscription-billing.ts';

const createParams = {
  customer: required(text()),
  currency: currencyCode,
  description: text(1500),
  metadata,
  auto_advance: flag,
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  ...each(ignored, ['days_until_due', 'pending_invoice_items_behavior', 'footer', 'payment_settings']),
  ...each(unsupported, ['discounts', 'from_invoice', 'subscription', 'transfer_data', 'default_tax_rates']),
};
const itemParams = {
  customer: required(text()),
  invoice: text(),
  amount: required(integer(1)),
  currency: required(currencyCode),
  description: text(5000),
  metadata,
};
const listParams = {
  ...pageParams,
  customer: text(),
  subscription: text(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
};
const paymentListParams = {
  ...pageParams,
  invoice: text(),
  status: oneOf('canceled', 'open', 'paid'),
  payment: object({
    type: required(oneOf('payment_intent', 'payment_record')),
    payment_intent: text(),
    payment_record: text(),
  }),
};

function createInvoice(ctx: Context, values: Values<typeof createParams>): Stripe.Invoice {
  const customer = fetchObject(ctx, 'customer', values.customer, 'customer');
  const pending = ctx.store.all('invoiceitem', { customer: customer.id }).filter((item) => item.invoice === null);
  const currency = values.currency ?? pending[0]?.currency ?? 'usd';
  const plan = {
    customer: customer.id,
    currency,
    billing_reason: 'manual' as const,
    auto_advance: values.auto_advance ?? false,
    collection_method: values.collection_method ?? 'charge_automatically',
    description: values.description ?? null,
    metadata: mergeMetadata({}, values.metadata),
  };
  const included = pending.filter((item) => item.currency === currency);
  const invoice = draftInvoice(ctx, plan, included.map(lineOfItem));
  for (const item of included) change(ctx, item, { invoice: invoice.id });
  return invoice;
}

function lineOfItem(item: Stripe.InvoiceItem): LinePlan {
  const { amount, description, id } = item;
  return { amount, description, quantity: 1, period: item.period, metadata: item.metadata ?? {}, invoiceItem: id };
}

function createInvoiceItem(ctx: Context, values: Values<typeof itemParams>): Stripe.InvoiceItem {
  fetchObject(ctx, 'customer', values.customer, 'customer');
  const invoice = values.invoice === undefined ? undefined : fetchObject(ctx, 'invoice', values.invoice, 'invoice');
  if (invoice && invoice.currency !== values.currency)
    throw invalidRequest(`The item must use the currency of the invoice (${invoice.currency}).`, 'currency');
  const item = {
    id: newId('ii_1'),
    object: 'invoiceitem',
    amount: values.amount,
    currency: values.currency,
    customer: values.customer,
    customer_account: null,
    date: ctx.now(),
    description: values.description ?? null,
    discountable: true,
    discounts: [],
    invoice: values.invoice ?? null,
    livemode: false,
    metadata: mergeMetadata({}, values.metadata),
    net_amount: values.amount,
    parent: null,
    period: { start: ctx.now(), end: ctx.now() },
    pricing: null,
    proration: false,
    quantity: 1,
    tax_rates: [],
    test_clock: null,
  } as unknown as Stripe.InvoiceItem;
  if (invoice) addInvoiceLine(ctx, invoice, lineOfItem(item));
  ctx.store.insert(item);
  return item;
}

function finalize(ctx: Context, _values: object, id: string): Stripe.Invoice {
  const invoice = finalizeInvoice(ctx, fetchObject(ctx, 'invoice', id));
  if (invoice.amount_due > 0) attachIntent(ctx, invoice, intentFor(ctx, invoice));
  return invoice;
}

function payInvoice(ctx: Context, values: { payment_method?: string }, id: string): object {
  const found = fetchObject(ctx, 'invoice', id);
  const invoice = found.status === 'draft' ? finalize(ctx, {}, id) : found;
  const customer = fetchObject(ctx, 'customer', idOf(invoice.customer) ?? '');
  const methodId =
    values.payment_method ??
    idOf(invoice.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method);
  const payer = { email: customer.email, name: customer.name ?? null };
  const method = resolvePaymentMethod(ctx, methodId ?? 'pm_card_visa', payer, customer.id);
  const outcome = payInvoiceWith(ctx, invoice, method);
  if (!outcome.attempt?.declined) return outcome.invoice;
  return respondWith(402, { error: declineBody(outcome.attempt.intent, outcome.attempt.charge) });
}

function updateInvoice(
  ctx: Context,
  values: { metadata?: Record<string, string>; description?: string },
  id: string,
): Stripe.Invoice {
  const before = fetchObject(ctx, 'invoice', id);
  const description = values.description ?? before.description;
  const after = change(ctx, before, { description, metadata: mergeMetadata(before.metadata, values.metadata) });
  emitUpdate(ctx, 'invoice.updated', before, after);
  return after;
}

export const invoiceRoutes: Route[] = [
  route('POST', '/v1/invoices', object(createParams), createInvoice),
  route('GET', '/v1/invoices', object(listParams), (ctx, page) =>
    listObjects(ctx, 'invoice', '/v1/invoices', page, {
      customer: page.customer,
      status: page.status,
      'parent.subscription_details.subscription': page.subscription,
    }),
  ),
  route('GET', '/v1/invoices/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'invoice', id)),
  route('POST', '/v1/invoices/:id', object({ metadata, description: text(1500) }), updateInvoice),
  route('GET', '/v1/invoices/:id/lines', object(pageParams), (ctx, _page, id) => fetchObject(ctx, 'invoice', id).lines),
  route('POST', '/v1/invoices/:id/finalize', object({ auto_advance: ignored }), finalize),
  route('POST', '/v1/invoices/:id/pay', object({ payment_method: text(), off_session: ignored }), payInvoice),
  route('POST', '/v1/invoices/:id/void', noParams, (ctx, _values, id) =>
    voidInvoice(ctx, fetchObject(ctx, 'invoice', id)),
  ),
  route('POST', '/v1/invoiceitems', object(itemParams), createInvoiceItem),
  route('GET', '/v1/invoiceitems/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'invoiceitem', id)),
  route('GET', '/v1/invoice_payments', object(paymentListParams), (ctx, page) =>
    listObjects(ctx, 'invoice_payment', '/v1/invoice_payments', page, {
      invoice: page.invoice,
      status: page.status,
      'payment.type': page.payment?.type,
      'payment.payment_intent': page.payment?.payment_intent,
    }),
  ),
  route('GET', '/v1/invoice_payments/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'invoice_payment', id)),
];
