// Checkout sessions as API resources: create, read, expire. checkout-payment.ts pays them.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { buildSession } from './checkout-session-object.ts';
import {
  createSessionParams,
  type intentData,
  type invoiceData,
  type SessionValues,
  type subscriptionData,
} from './checkout-session-params.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { checkCharge } from './money.ts';
import { emit } from './native-events.ts';
import { newId } from './new-id.ts';
import { email, mergeMetadata, metadata, object, oneOf, required, text, type Values } from './parameters.ts';
import { priceOfLine } from './prices.ts';
import { noParams, type Route, route } from './route.ts';

const [thirtyMinutes, day] = [1800, 86_400];

/** What a session stores for its payment, in addition to its public fields. */
export type SessionPlan = {
  lines: {
    price: string;
    quantity: number;
    description: string;
    /** Of the product, shown below its name. */
    about: string | null;
    amount: number;
    metadata: Record<string, string>;
  }[];
  intentData: Values<typeof intentData>;
  subscriptionData: Values<typeof subscriptionData>;
  invoiceData: Values<typeof invoiceData> | null;
  /** The intent of a declined attempt in subscription mode, which the session itself does not show. */
  intent?: string;
};

function checkModes(values: SessionValues): void {
  const { mode } = values;
  if (mode === 'setup')
    throw invalidRequest('The payment sandbox does not support setup mode.', 'mode', 'sandbox_unsupported');
  const misplaced =
    mode === 'payment'
      ? (['subscription_data'] as const)
      : (['payment_intent_data', 'invoice_creation', 'customer_creation'] as const);
  for (const name of misplaced) {
    if (values[name] !== undefined) throw invalidRequest(`You can not pass \`${name}\` in \`${mode}\` mode.`, name);
  }
  for (const name of ['line_items', 'success_url'] as const) {
    if (values[name] === undefined) throw invalidRequest(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  if (values.customer !== undefined) {
    for (const name of ['customer_email', 'customer_creation'] as const) {
      if (values[name] === undefined) continue;
      throw invalidRequest(
        `You may only specify one of these parameters: customer, ${name}.`,
        'customer',
        'parameters_exclusive',
      );
    }
  }
}

function checkExpiry(ctx: Context, expiresAt: number | undefined): number {
  const now = ctx.now();
  if (expiresAt === undefined) return now + day;
  if (expiresAt < now + thirtyMinutes - 5) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (expiresAt <= now + day + 5) return expiresAt;
  throw invalidRequest(
    'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    'expires_at',
  );
}

function buildLines(ctx: Context, values: SessionValues): Stripe.LineItem[] {
  const items = (values.line_items ?? []).map((entry, index) => {
    const param = `line_items[${index}]`;
    const price = priceOfLine(ctx, entry, param);
    if (values.mode === 'payment' && price.recurring) {
      throw invalidRequest(
        'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
        param,
      );
    }
    if (entry.quantity === undefined)
      throw invalidRequest(
        'Quantity is required. Add `quantity` to `line_items`.',
        `${param}[quantity]`,
        'parameter_missing',
      );
    return buildLine(ctx, price, entry.quantity, entry.metadata);
  });
  if (items.length === 0)
    throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (values.mode === 'subscription' && !items.every((item) => item.price?.recurring)) {
    throw invalidRequest('You must provide only recurring prices in `subscription` mode here.', 'line_items');
  }
  const currencies = new Set(items.map((item) => item.currency));
  if (currencies.size > 1)
    throw invalidRequest(`All line items must have the same currency: ${[...currencies].join(', ')}`, 'line_items');
  return items;
}

function buildLine(
  ctx: Context,
  price: Stripe.Price,
  quantity: number,
  pairs: Record<string, string> | undefined,
): Stripe.LineItem {
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

/** Creates a session. Its hosted page is at `url` until it is paid or expires. As with Stripe, it has no intent yet. */
function createSession(ctx: Context, values: SessionValues): Stripe.Checkout.Session {
  checkModes(values);
  if (values.customer !== undefined) fetchObject(ctx, 'customer', values.customer, 'customer');
  const items = buildLines(ctx, values);
  const session = buildSession(ctx, values, items, checkExpiry(ctx, values.expires_at));
  if (!session.amount_total) {
    throw invalidRequest('The payment sandbox does not support a total of 0.', 'line_items', 'sandbox_unsupported');
  }
  checkCharge(session.amount_total, session.currency ?? 'usd', 'line_items');
  const plan: SessionPlan = {
    lines: items.map((item) => ({
      price: item.price?.id ?? '',
      quantity: item.quantity ?? 1,
      description: item.description ?? '',
      about: fetchObject(ctx, 'product', idOf(item.price?.product) ?? '').description,
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

/** The session without its line items, which events and responses show only on request. */
export function withoutLines(session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { line_items: _hidden, ...shown } = session;
  return shown;
}

/** Closes an open session unpaid. Emits `checkout.session.expired`. */
export function expireSession(ctx: Context, id: string): Stripe.Checkout.Session {
  const session = fetchObject(ctx, 'checkout.session', id);
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
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
  customer_details: object({ email: required(email) }),
});

export const checkoutSessionRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', object(createSessionParams), createSession),
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
  route(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    object(pageParams),
    (ctx, _page, id) => fetchObject(ctx, 'checkout.session', id).line_items ?? {},
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', noParams, (ctx, _values, id) => expireSession(ctx, id)),
];
