// Payment intents as API resources. payment-attempts.ts creates the charges.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { checkCharge } from './money.ts';
import { emit, emitUpdate } from './native-events.ts';
import {
  clearable,
  currencyCode,
  each,
  email,
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
import { attemptPayment, createIntent, resolvePaymentMethod } from './payment-attempts.ts';
import { type Route, respondWith, route } from './route.ts';
import { updateInvoiceOf } from './subscription-billing.ts';

const ignoredParams = [
  'automatic_payment_methods',
  'return_url',
  'off_session',
  'use_stripe_sdk',
  'error_on_requires_action',
  'payment_method_options',
] as const;
const unsupportedParams = [
  'application_fee_amount',
  'confirmation_token',
  'mandate',
  'mandate_data',
  'on_behalf_of',
  'payment_method_data',
  'shipping',
  'transfer_data',
  'transfer_group',
] as const;
const createParams = {
  amount: required(integer(1)),
  currency: required(currencyCode),
  confirm: flag,
  customer: text(),
  description: text(1000),
  metadata,
  payment_method: text(),
  receipt_email: email,
  setup_future_usage: oneOf('on_session', 'off_session'),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirmation_method: oneOf('automatic'),
  ...each(ignored, ignoredParams),
  ...each(unsupported, unsupportedParams),
};
const confirmParams = {
  payment_method: text(),
  receipt_email: email,
  ...each(ignored, ignoredParams),
  ...each(unsupported, unsupportedParams),
};
const updateParams = {
  amount: integer(1),
  customer: text(),
  description: clearable(text(1000)),
  metadata,
  receipt_email: clearable(email),
  payment_method: text(),
};
const unpaidStatuses = ['requires_payment_method', 'requires_confirmation'];

function createPaymentIntent(ctx: Context, values: Values<typeof createParams>): object {
  checkCharge(values.amount, values.currency, 'amount');
  if (values.customer !== undefined) fetchObject(ctx, 'customer', values.customer, 'customer');
  const { amount, currency, customer, description, receipt_email, setup_future_usage } = values;
  const pairs = mergeMetadata({}, values.metadata);
  const intent = createIntent(ctx, {
    amount,
    currency,
    metadata: pairs,
    customer: customer ?? null,
    description: description ?? null,
    receipt_email: receipt_email ?? null,
    setup_future_usage: setup_future_usage ?? null,
  });
  if (values.confirm)
    return confirmIntent(ctx, values.payment_method ? { payment_method: values.payment_method } : {}, intent.id);
  if (values.payment_method === undefined) return intent;
  return setPaymentMethod(ctx, intent, values.payment_method);
}

function setPaymentMethod(ctx: Context, intent: Stripe.PaymentIntent, method: string): Stripe.PaymentIntent {
  const stored = resolvePaymentMethod(ctx, method, { email: intent.receipt_email, name: null }, idOf(intent.customer));
  return change(ctx, intent, { payment_method: stored.id, status: 'requires_confirmation' });
}

/** Charges the given or stored payment method. A declined card returns 402 and keeps the attempt. */
function confirmIntent(ctx: Context, values: Values<typeof confirmParams>, id: string): object {
  const found = fetchObject(ctx, 'payment_intent', id);
  if (!unpaidStatuses.includes(found.status)) throw unexpectedState(found, 'confirm');
  const methodId = values.payment_method ?? idOf(found.payment_method);
  if (methodId === null) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw invalidRequest(message, undefined, 'payment_intent_unexpected_state');
  }
  const intent = values.receipt_email ? change(ctx, found, { receipt_email: values.receipt_email }) : found;
  const method = resolvePaymentMethod(
    ctx,
    methodId,
    { email: intent.receipt_email, name: null },
    idOf(intent.customer),
  );
  const attempt = attemptPayment(ctx, intent, method);
  updateInvoiceOf(ctx, attempt);
  return attempt.declined ? respondWith(402, { error: declineBody(attempt.intent, attempt.charge) }) : attempt.intent;
}

/** The `card_error` of a declined charge, with the current intent. */
export function declineBody(intent: Stripe.PaymentIntent, charge: Stripe.Charge): object {
  return {
    type: 'card_error',
    code: charge.failure_code,
    decline_code: charge.outcome?.reason,
    message: charge.failure_message,
    charge: charge.id,
    payment_intent: intent,
    payment_method: intent.last_payment_error?.payment_method,
  };
}

function unexpectedState(intent: Stripe.PaymentIntent, verb: string): Error {
  const because =
    intent.status === 'succeeded' && verb === 'confirm'
      ? 'because it has already succeeded after being previously confirmed'
      : `because it has a status of ${intent.status}`;
  return invalidRequest(
    `You cannot ${verb} this PaymentIntent ${because}.`,
    undefined,
    'payment_intent_unexpected_state',
  );
}

const reasons = oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer');

function cancelIntent(
  ctx: Context,
  values: { cancellation_reason?: Stripe.PaymentIntent.CancellationReason },
  id: string,
): object {
  const intent = fetchObject(ctx, 'payment_intent', id);
  if (!unpaidStatuses.includes(intent.status)) throw unexpectedState(intent, 'cancel');
  const canceled = change(ctx, intent, {
    status: 'canceled',
    canceled_at: ctx.now(),
    cancellation_reason: values.cancellation_reason ?? null,
  });
  emit(ctx, 'payment_intent.canceled', canceled);
  return canceled;
}

function updateIntent(ctx: Context, values: Values<typeof updateParams>, id: string): object {
  const before = fetchObject(ctx, 'payment_intent', id);
  const { metadata: pairs, payment_method, amount, customer, ...rest } = values;
  if (amount !== undefined && !unpaidStatuses.includes(before.status)) throw unexpectedState(before, 'update');
  if (amount !== undefined) checkCharge(amount, before.currency, 'amount');
  if (customer !== undefined) fetchObject(ctx, 'customer', customer, 'customer');
  const fields = { ...rest, ...(amount !== undefined && { amount }), ...(customer !== undefined && { customer }) };
  const after = change(ctx, before, { ...fields, metadata: mergeMetadata(before.metadata, pairs) });
  emitUpdate(ctx, 'payment_intent.updated', before, after);
  return payment_method === undefined ? after : setPaymentMethod(ctx, after, payment_method);
}

export const paymentIntentRoutes: Route[] = [
  route('POST', '/v1/payment_intents', object(createParams), createPaymentIntent),
  route('GET', '/v1/payment_intents', object({ ...pageParams, customer: text() }), (ctx, page) =>
    listObjects(ctx, 'payment_intent', '/v1/payment_intents', page, { customer: page.customer }),
  ),
  route('GET', '/v1/payment_intents/:id', object({ client_secret: ignored }), (ctx, _values, id) =>
    fetchObject(ctx, 'payment_intent', id),
  ),
  route('POST', '/v1/payment_intents/:id', object(updateParams), updateIntent),
  route('POST', '/v1/payment_intents/:id/confirm', object(confirmParams), confirmIntent),
  route('POST', '/v1/payment_intents/:id/cancel', object({ cancellation_reason: reasons }), cancelIntent),
];
