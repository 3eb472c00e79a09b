// Checkout sessions as API resources: create, read, expire. Paying one is in checkout-payment.ts.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { type Context, change, fetchObject } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { checkAmount } from './money.ts';
import { emit } from './native-events.ts';
import { newId } from './new-id.ts';
import {
  currencyCode,
  each,
  email,
  flag,
  ignored,
  integer,
  list,
  mergeMetadata,
  metadata,
  needed,
  object,
  oneOf,
  type Reader,
  text,
  unsupported,
  type Values,
  webAddress,
} from './parameters.ts';
import { inlinePriceParams, priceOfLine } from './prices.ts';
import { noParams, type Route, route } from './route.ts';

const [thirtyMinutes, day] = [1800, 86_400];
const noMethodTypes: Reader<never> = {
  read(_value, param) {
    const message = 'The parameter `payment_method_types` is no longer supported. Payment methods are chosen from your settings; use `allowed_payment_method_types` or `excluded_payment_method_types` to narrow them.';
    throw invalidRequest(message, param, 'payment_method_types_no_longer_supported');
  },
};
const intentData = {
  description: text(1000),
  metadata,
  receipt_email: email,
  setup_future_usage: oneOf('on_session', 'off_session'),
  capture_method: oneOf('automatic', 'automatic_async'),
  ...each(ignored, ['statement_descriptor', 'statement_descriptor_suffix']),
  ...each(unsupported, ['application_fee_amount', 'on_behalf_of', 'shipping', 'transfer_data', 'transfer_group']),
};
const subscriptionData = {
  description: text(500),
  metadata,
  ...each(ignored, ['billing_mode', 'proration_behavior', 'invoice_settings']),
  ...each(unsupported, ['trial_end', 'trial_period_days', 'trial_settings', 'billing_cycle_anchor', 'transfer_data', 'default_tax_rates']),
};
const invoiceData = { description: text(1500), metadata, footer: text(), ...each(ignored, ['custom_fields', 'rendering_options', 'issuer']) };
const line = { price: text(), price_data: inlinePriceParams, quantity: integer(1, 999_999), metadata, adjustable_quantity: ignored };
const createParams = {
  mode: needed(oneOf('payment', 'subscription', 'setup')),
  line_items: list(object(line), 100),
  success_url: webAddress,
  cancel_url: webAddress,
  client_reference_id: text(200),
  customer: text(),
  customer_email: email,
  customer_creation: oneOf('always', 'if_required'),
  metadata,
  payment_intent_data: object(intentData),
  subscription_data: object(subscriptionData),
  invoice_creation: object({ enabled: needed(flag), invoice_data: object(invoiceData) }),
  expires_at: integer(),
  currency: currencyCode,
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  ui_mode: oneOf('hosted_page'),
  locale: text(10),
  payment_method_types: noMethodTypes,
  ...each(ignored, ['adaptive_pricing', 'allowed_payment_method_types', 'excluded_payment_method_types', 'billing_address_collection']),
  ...each(ignored, ['branding_settings', 'custom_text', 'integration_identifier', 'origin_context', 'payment_method_collection']),
  ...each(ignored, ['payment_method_options', 'payment_method_configuration', 'saved_payment_method_options', 'wallet_options', 'customer_update']),
  ...each(unsupported, ['after_expiration', 'allow_promotion_codes', 'automatic_tax', 'consent_collection', 'custom_fields', 'discounts']),
  ...each(unsupported, ['name_collection', 'optional_items', 'phone_number_collection', 'return_url', 'setup_intent_data']),
  ...each(unsupported, ['shipping_address_collection', 'shipping_options', 'tax_id_collection', 'managed_payments', 'redirect_on_completion']),
};
type CreateValues = Values<typeof createParams>;

/** What a session keeps for the moment of payment, beside its public fields. */
export type SessionPlan = {
  lines: { price: string; quantity: number; description: string; amount: number; metadata: Record<string, string> }[];
  intentData: Values<typeof intentData>;
  subscriptionData: Values<typeof subscriptionData>;
  invoiceData: Values<typeof invoiceData> | null;
  /** The intent of a declined try in subscription mode, where the session itself does not show it. */
  intent?: string;
};

function checkModes(values: CreateValues): void {
  const { mode } = values;
  if (mode === 'setup') throw invalidRequest('The payment sandbox does not support setup mode.', 'mode', 'sandbox_unsupported');
  const misplaced = mode === 'payment' ? (['subscription_data'] as const) : (['payment_intent_data', 'invoice_creation', 'customer_creation'] as const);
  for (const name of misplaced) {
    if (values[name] !== undefined) throw invalidRequest(`You can not pass \`${name}\` in \`${mode}\` mode.`, name);
  }
  for (const name of ['line_items', 'success_url'] as const) {
    if (values[name] === undefined) throw invalidRequest(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  if (values.customer !== undefined) {
    for (const name of ['customer_email', 'customer_creation'] as const) {
      if (values[name] === undefined) continue;
      throw invalidRequest(`You may only specify one of these parameters: customer, ${name}.`, 'customer', 'parameters_exclusive');
    }
  }
}

function checkExpiry(ctx: Context, expiresAt: number | undefined): number {
  const now = ctx.now();
  if (expiresAt === undefined) return now + day;
  if (expiresAt < now + thirtyMinutes - 5) {
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', 'expires_at');
  }
  if (expiresAt <= now + day + 5) return expiresAt;
  throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at');
}

function buildLines(ctx: Context, values: CreateValues): Stripe.LineItem[] {
  const items = (values.line_items ?? []).map((entry, index) => {
    const param = `line_items[${index}]`;
    const price = priceOfLine(ctx, entry, param);
    if (values.mode === 'payment' && price.recurring) {
      throw invalidRequest('You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.', param);
    }
    if (entry.quantity === undefined) throw invalidRequest('Quantity is required. Add `quantity` to `line_items`.', `${param}[quantity]`, 'parameter_missing');
    return buildLine(ctx, price, entry.quantity, entry.metadata);
  });
  if (items.length === 0) throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (values.mode === 'subscription' && !items.every((item) => item.price?.recurring)) {
    throw invalidRequest('You must provide only recurring prices in `subscription` mode here.', 'line_items');
  }
  const currencies = new Set(items.map((item) => item.currency));
  if (currencies.size > 1) throw invalidRequest(`All line items must have the same currency: ${[...currencies].join(', ')}`, 'line_items');
  return items;
}

function buildLine(ctx: Context, price: Stripe.Price, quantity: number, pairs: Record<string, string> | undefined): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  const product = fetchObject(ctx, 'product', price.product as string);
  return {
    id: newId('li_1'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.name,
    metadata: pairs ?? {},
    price,
    quantity,
  };
}

/** A session whose hosted page is at `url` until it is paid, expired or 24 hours old. No intent exists yet, as with Stripe. */
function createSession(ctx: Context, values: CreateValues): Stripe.Checkout.Session {
  checkModes(values);
  if (values.customer !== undefined) fetchObject(ctx, 'customer', values.customer, 'customer');
  const items = buildLines(ctx, values);
  const session = buildSession(ctx, values, items, checkExpiry(ctx, values.expires_at));
  checkAmount(session.amount_total ?? 0, session.currency ?? 'usd', 'line_items');
  const plan: SessionPlan = {
    lines: items.map((item) => ({
      price: item.price?.id ?? '',
      quantity: item.quantity ?? 1,
      description: item.description ?? '',
      amount: item.amount_total,
      metadata: item.metadata ?? {},
    })),
    intentData: values.payment_intent_data ?? {},
    subscriptionData: values.subscription_data ?? {},
    invoiceData: values.invoice_creation?.enabled ? (values.invoice_creation.invoice_data ?? {}) : null,
  };
  ctx.store.insert(session, plan);
  return session;
}

function buildSession(ctx: Context, values: CreateValues, items: Stripe.LineItem[], expiresAt: number): Stripe.Checkout.Session {
  const id = newId('cs_test_a1', 56);
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const isPayment = values.mode === 'payment';
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: values.cancel_url ?? null,
    client_reference_id: values.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: ctx.now(),
    currency: items[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: values.customer ?? null,
    customer_account: null,
    customer_creation: isPayment && values.customer === undefined ? (values.customer_creation ?? 'if_required') : null,
    customer_details: values.customer_email === undefined ? null : detailsOf(values.customer_email, null),
    customer_email: values.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: isPayment ? invoiceCreation(values) : null,
    line_items: { object: 'list', data: items, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` },
    livemode: false,
    locale: values.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, values.metadata),
    mode: values.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: values.submit_type ?? null,
    subscription: null,
    success_url: values.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${ctx.publicUrl}/pay/${id}`,
    wallet_options: null,
  };
}

function invoiceCreation(values: CreateValues): Stripe.Checkout.Session.InvoiceCreation {
  const data = values.invoice_creation?.invoice_data;
  return {
    enabled: values.invoice_creation?.enabled ?? false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: data?.description ?? null,
      footer: data?.footer ?? null,
      issuer: null,
      metadata: mergeMetadata({}, data?.metadata),
      rendering_options: null,
    },
  };
}

/** The payer's part of a session. */
export function detailsOf(address: string | null, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email: address,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

/** A session as events and answers show it: its line items only when they are asked for. */
export function withoutLines(session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { line_items: _left, ...shown } = session;
  return shown;
}

/** Closes an open session unpaid. Emits `checkout.session.expired`. */
export function expireSession(ctx: Context, id: string): Stripe.Checkout.Session {
  const session = fetchObject(ctx, 'checkout.session', id);
  if (session.status !== 'open') {
    throw invalidRequest(`Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`);
  }
  const expired = change(ctx, session, { status: 'expired', url: null });
  emit(ctx, 'checkout.session.expired', withoutLines(expired));
  return expired;
}

const listParams = object({
  ...pageParams,
  customer: text(),
  payment_intent: text(),
  subscription: text(),
  status: oneOf('open', 'complete', 'expired'),
  customer_details: object({ email: needed(email) }),
});

export const checkoutSessionRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', object(createParams), createSession),
  route('GET', '/v1/checkout/sessions', listParams, (ctx, page) =>
    listObjects(ctx, 'checkout.session', '/v1/checkout/sessions', page, {
      customer: page.customer,
      payment_intent: page.payment_intent,
      subscription: page.subscription,
      status: page.status,
      'customer_details.email': page.customer_details?.email,
    }),
  ),
  route('GET', '/v1/checkout/sessions/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'checkout.session', id)),
  route('POST', '/v1/checkout/sessions/:id', object({ metadata }), (ctx, values, id) => {
    const session = fetchObject(ctx, 'checkout.session', id);
    return change(ctx, session, { metadata: mergeMetadata(session.metadata, values.metadata) });
  }),
  route('GET', '/v1/checkout/sessions/:id/line_items', object(pageParams), (ctx, _page, id) => fetchObject(ctx, 'checkout.session', id).line_items ?? {}),
  route('POST', '/v1/checkout/sessions/:id/expire', noParams, (ctx, _values, id) => expireSession(ctx, id)),
];
