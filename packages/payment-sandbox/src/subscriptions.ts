// Subscriptions: created through the API or by a paid session; update, cancel, list.
import type Stripe from 'stripe';
import { ApiError, invalidRequest, missingResource } from './api-error.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import { attachIntent } from './invoices.ts';
import { listObjects, pageParams } from './lists.ts';
import { emitUpdate } from './native-events.ts';
import {
  clearable,
  each,
  flag,
  ignored,
  integer,
  list,
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
import { inlinePriceParams, priceOfLine } from './prices.ts';
import { noParams, type Route, route } from './route.ts';
import { billPeriod, endSubscription, finishPaid, intentFor, payInvoiceWith } from './subscription-billing.ts';
import { buildItem, insertSubscription } from './subscription-object.ts';

const ignoredParams = [
  'proration_behavior',
  'off_session',
  'payment_settings',
  'collection_method',
  'billing_mode',
  'automatic_tax',
] as const;
const unsupportedParams = [
  'trial_end',
  'trial_period_days',
  'trial_from_plan',
  'trial_settings',
  'discounts',
  'add_invoice_items',
  'transfer_data',
  'billing_cycle_anchor',
  'backdate_start_date',
  'cancel_at',
] as const;
const createParams = {
  customer: required(text()),
  items: required(list(object({ price: text(), price_data: inlinePriceParams, quantity: integer(1), metadata }), 20)),
  metadata,
  description: text(500),
  currency: ignored,
  default_payment_method: text(),
  cancel_at_period_end: flag,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  ...each(ignored, ignoredParams),
  ...each(unsupported, unsupportedParams),
};
const cancellation = object({ comment: clearable(text()), feedback: clearable(text()) });
const updateParams = {
  items: list(
    object({ id: text(), price: text(), price_data: inlinePriceParams, quantity: integer(1), deleted: flag, metadata }),
    20,
  ),
  metadata,
  description: clearable(text(500)),
  default_payment_method: text(),
  cancel_at_period_end: flag,
  cancellation_details: cancellation,
  payment_behavior: ignored,
  ...each(ignored, ignoredParams),
  ...each(unsupported, [...unsupportedParams, 'pause_collection', 'proration_date']),
};

/**
 * Creates a subscription and charges its first invoice. Without a payment method the sandbox uses the Visa test card, where
 * Stripe would return an error. A declined card leaves it `incomplete`, or returns 402 with `error_if_incomplete`.
 */
function createSubscription(ctx: Context, values: Values<typeof createParams>): Stripe.Subscription {
  const customer = fetchObject(ctx, 'customer', values.customer, 'customer');
  const lines = values.items.map((item, index) => ({
    price: priceOfLine(ctx, item, `items[${index}]`),
    quantity: item.quantity ?? 1,
    ...(item.metadata && { metadata: item.metadata }),
  }));
  if (lines.length === 0) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  const methodId =
    values.default_payment_method ?? idOf(customer.invoice_settings.default_payment_method) ?? 'pm_card_visa';
  const method = resolvePaymentMethod(
    ctx,
    methodId,
    { email: customer.email, name: customer.name ?? null },
    customer.id,
  );
  const subscription = insertSubscription(ctx, {
    customer: customer.id,
    lines,
    metadata: mergeMetadata({}, values.metadata),
    description: values.description ?? null,
    paymentMethod: method.id,
    status: 'incomplete',
  });
  const invoice = billPeriod(ctx, subscription, 'subscription_create');
  if (invoice.amount_due === 0) finishPaid(ctx, invoice, null);
  else if (values.payment_behavior === 'default_incomplete') attachIntent(ctx, invoice, intentFor(ctx, invoice));
  else {
    const { attempt } = payInvoiceWith(ctx, invoice, method);
    if (attempt?.declined && values.payment_behavior === 'error_if_incomplete') throw declinedError(attempt.charge);
  }
  if (values.cancel_at_period_end) return updateSubscription(ctx, { cancel_at_period_end: true }, subscription.id);
  return fetchObject(ctx, 'subscription', subscription.id);
}

function declinedError({ id, outcome, failure_code, failure_message }: Stripe.Charge): ApiError {
  const message = failure_message ?? 'Your card was declined.';
  return new ApiError(402, {
    type: 'card_error',
    code: failure_code ?? 'card_declined',
    decline_code: outcome?.reason ?? '',
    message,
    charge: id,
  });
}

function updateSubscription(ctx: Context, values: Values<typeof updateParams>, id: string): Stripe.Subscription {
  const before = fetchObject(ctx, 'subscription', id);
  const {
    items,
    metadata: pairs,
    cancel_at_period_end,
    cancellation_details,
    default_payment_method,
    description,
  } = values;
  const otherChange = items ?? cancel_at_period_end ?? default_payment_method ?? description;
  if (before.status === 'canceled' && otherChange !== undefined) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const payer = { email: null, name: null };
  const after = change(ctx, before, {
    metadata: mergeMetadata(before.metadata, pairs),
    ...(items && { items: { ...before.items, data: changeItems(ctx, before, items) } }),
    ...(description !== undefined && { description }),
    ...(default_payment_method && {
      default_payment_method: resolvePaymentMethod(ctx, default_payment_method, payer, idOf(before.customer)).id,
    }),
    ...(cancel_at_period_end !== undefined && cancelAtEnd(ctx, before, cancel_at_period_end)),
    ...(cancellation_details && {
      cancellation_details: {
        ...before.cancellation_details,
        ...cancellation_details,
      } as Stripe.Subscription.CancellationDetails,
    }),
  });
  emitUpdate(ctx, 'customer.subscription.updated', before, after);
  return after;
}

function cancelAtEnd(ctx: Context, subscription: Stripe.Subscription, isOn: boolean): Partial<Stripe.Subscription> {
  const reason = isOn ? ('cancellation_requested' as const) : null;
  const details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    ...subscription.cancellation_details,
    reason,
  };
  const end = subscription.items.data[0]?.current_period_end ?? null;
  return {
    cancel_at_period_end: isOn,
    cancel_at: isOn ? end : null,
    canceled_at: isOn ? ctx.now() : null,
    cancellation_details: details,
  };
}

type ItemChange = NonNullable<Values<typeof updateParams>['items']>[number];

function changeItems(
  ctx: Context,
  subscription: Stripe.Subscription,
  changes: ItemChange[],
): Stripe.SubscriptionItem[] {
  let items = subscription.items.data;
  changes.forEach((entry, index) => {
    const param = `items[${index}]`;
    const hasPrice = entry.price !== undefined || entry.price_data !== undefined;
    if (entry.id === undefined) {
      const line = {
        price: priceOfLine(ctx, entry, param),
        quantity: entry.quantity ?? 1,
        ...(entry.metadata && { metadata: entry.metadata }),
      };
      items = [...items, buildItem(ctx, subscription.id, line)];
      return;
    }
    const old = items.find((item) => item.id === entry.id);
    if (!old) throw missingResource('subscription_item', entry.id, `${param}[id]`);
    if (entry.deleted) {
      items = items.filter((item) => item !== old);
      return;
    }
    const price = hasPrice ? priceOfLine(ctx, entry, param) : old.price;
    const changed = {
      ...old,
      price,
      quantity: entry.quantity ?? old.quantity ?? 1,
      metadata: mergeMetadata(old.metadata, entry.metadata),
    };
    items = items.map((item) => (item === old ? changed : item));
  });
  if (items.length === 0) throw invalidRequest('A subscription must have at least one active plan.', 'items');
  return items;
}

function cancelSubscription(ctx: Context, values: { cancellation_details?: object }, id: string): Stripe.Subscription {
  const subscription = fetchObject(ctx, 'subscription', id);
  if (subscription.status === 'canceled') throw missingResource('subscription', id);
  const details = {
    ...subscription.cancellation_details,
    ...values.cancellation_details,
  } as Stripe.Subscription.CancellationDetails;
  return endSubscription(ctx, { ...subscription, cancellation_details: details });
}

const states = oneOf(
  'active',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
  'all',
);
const listParams = object({ ...pageParams, customer: text(), status: states });

function listSubscriptions(ctx: Context, page: ReturnType<typeof listParams.read>): object {
  const { status } = page;
  const exact = status === 'ended' ? 'canceled' : status;
  const conditions = { customer: page.customer, status: exact === 'all' ? undefined : exact };
  return listObjects(
    ctx,
    'subscription',
    '/v1/subscriptions',
    page,
    conditions,
    status === undefined ? { status: 'canceled' } : {},
  );
}

export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', object(createParams), createSubscription),
  route('GET', '/v1/subscriptions', listParams, listSubscriptions),
  route('GET', '/v1/subscriptions/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'subscription', id)),
  route('POST', '/v1/subscriptions/:id', object(updateParams), updateSubscription),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    object({ cancellation_details: cancellation, invoice_now: ignored, prorate: ignored }),
    cancelSubscription,
  ),
];
