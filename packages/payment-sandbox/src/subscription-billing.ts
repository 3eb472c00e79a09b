// Bills subscriptions: an invoice per period, its payment, and the resulting status.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import type { LinePlan } from './invoice-object.ts';
import { attachIntent, draftInvoice, failInvoice, finalizeInvoice, openPaymentOf, settleInvoice } from './invoices.ts';
import { formatAmount } from './money.ts';
import { emit, emitUpdate } from './native-events.ts';
import { type Attempt, attemptPayment, createIntent } from './payment-attempts.ts';

type Interval = { interval: string; interval_count: number };

/** The end of a period that starts at `start` (Unix seconds). Months and years end on the same day, or the last of the month. */
export function periodEnd(start: number, { interval, interval_count }: Interval): number {
  const day = 86_400;
  if (interval === 'day') return start + interval_count * day;
  if (interval === 'week') return start + interval_count * 7 * day;
  const from = new Date(start * 1000);
  const months = from.getUTCMonth() + interval_count * (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(from);
  end.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return end.getTime() / 1000;
}

/** Creates the invoice of the current period, finalized and unpaid. Emits `invoice.created` and `invoice.finalized`. */
export function billPeriod(
  ctx: Context,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Stripe.Invoice {
  const lines = subscription.items.data.map((item) => periodLine(ctx, item));
  const start = subscription.items.data[0]?.current_period_start ?? ctx.now();
  const reservedId = idOf(subscription.latest_invoice);
  const plan = {
    id: reservedId !== null && ctx.store.find('invoice', reservedId) === undefined ? reservedId : null,
    customer: idOf(subscription.customer) ?? '',
    currency: subscription.currency,
    billing_reason: reason,
    description: subscription.description,
    subscription,
    period: { start, end: reason === 'subscription_create' ? start : ctx.now() },
  };
  const invoice = finalizeInvoice(ctx, draftInvoice(ctx, plan, lines));
  change(ctx, fetchObject(ctx, 'subscription', subscription.id), { latest_invoice: invoice.id });
  return invoice;
}

function periodLine(ctx: Context, item: Stripe.SubscriptionItem): LinePlan {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  const product = ctx.store.find('product', idOf(price.product) ?? '');
  const each = formatAmount(price.unit_amount ?? 0, price.currency);
  return {
    amount: (price.unit_amount ?? 0) * quantity,
    quantity,
    description: `${quantity} × ${product?.name ?? price.id} (at ${each} / ${price.recurring?.interval})`,
    price,
    period: { start: item.current_period_start, end: item.current_period_end },
    metadata: fetchObject(ctx, 'subscription', item.subscription).metadata,
    subscriptionItem: item,
  };
}

/**
 * Pays an open invoice with a stored payment method, and updates the invoice and its subscription. Reuses the intent of an
 * earlier failed attempt.
 */
export function payInvoiceWith(
  ctx: Context,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
): { invoice: Stripe.Invoice; attempt: Attempt | null } {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid');
  if (invoice.status !== 'open') throw invalidRequest(`Invoice ${invoice.id} is ${invoice.status} and cannot be paid.`);
  if (invoice.amount_due === 0) return { invoice: finishPaid(ctx, invoice, null), attempt: null };
  const payment = openPaymentOf(ctx, invoice.id) ?? attachIntent(ctx, invoice, intentFor(ctx, invoice));
  const intent = fetchObject(ctx, 'payment_intent', idOf(payment.payment.payment_intent) ?? '');
  const attempt = attemptPayment(ctx, intent, method);
  return { invoice: attempt.declined ? finishFailed(ctx, invoice) : finishPaid(ctx, invoice, payment), attempt };
}

/** Creates an intent for the amount due; `attachIntent` links it to the invoice. */
export function intentFor(ctx: Context, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const description = invoice.parent
    ? `Subscription ${invoice.billing_reason === 'subscription_create' ? 'creation' : 'update'}`
    : `Invoice ${invoice.number}`;
  return createIntent(ctx, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description,
  });
}

/** Updates the invoice of an intent that was confirmed directly. */
export function updateInvoiceOf(ctx: Context, attempt: Attempt): void {
  const payments = ctx.store.all('invoice_payment', { 'payment.payment_intent': attempt.intent.id, status: 'open' });
  for (const payment of payments) {
    const invoice = fetchObject(ctx, 'invoice', idOf(payment.invoice) ?? '');
    if (attempt.declined) finishFailed(ctx, invoice);
    else finishPaid(ctx, invoice, payment);
  }
}

/** Marks the invoice as paid and its subscription as active. */
export function finishPaid(
  ctx: Context,
  invoice: Stripe.Invoice,
  payment: Stripe.InvoicePayment | null,
): Stripe.Invoice {
  const paid = settleInvoice(ctx, invoice, payment);
  const subscription = subscriptionOf(ctx, paid);
  if (subscription && ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) {
    emitUpdate(ctx, 'customer.subscription.updated', subscription, change(ctx, subscription, { status: 'active' }));
  }
  return paid;
}

function finishFailed(ctx: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  const failed = failInvoice(ctx, invoice);
  const subscription = subscriptionOf(ctx, failed);
  if (subscription?.status === 'active') {
    emitUpdate(ctx, 'customer.subscription.updated', subscription, change(ctx, subscription, { status: 'past_due' }));
  }
  return failed;
}

function subscriptionOf(ctx: Context, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === null ? undefined : ctx.store.find('subscription', id);
}

/** Starts the next period of a subscription, bills and charges it; or ends it if it was set to cancel. */
export function renewSubscription(ctx: Context, id: string): Stripe.Subscription {
  const before = fetchObject(ctx, 'subscription', id);
  if (before.cancel_at_period_end) return endSubscription(ctx, before);
  const data = before.items.data.map((item) => {
    const start = item.current_period_end;
    const end = periodEnd(start, item.price.recurring ?? { interval: 'month', interval_count: 1 });
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const after = change(ctx, before, { items: { ...before.items, data } });
  const invoice = billPeriod(ctx, after, 'subscription_cycle');
  emitUpdate(ctx, 'customer.subscription.updated', before, fetchObject(ctx, 'subscription', id));
  const method = idOf(before.default_payment_method);
  if (method !== null) payInvoiceWith(ctx, invoice, fetchObject(ctx, 'payment_method', method));
  return fetchObject(ctx, 'subscription', id);
}

/** Ends a subscription now. Emits `customer.subscription.deleted`. */
export function endSubscription(ctx: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  const ended = change(ctx, subscription, {
    status: 'canceled',
    ended_at: ctx.now(),
    canceled_at: subscription.canceled_at ?? ctx.now(),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason: 'cancellation_requested',
    },
  });
  emit(ctx, 'customer.subscription.deleted', ended);
  return ended;
}
