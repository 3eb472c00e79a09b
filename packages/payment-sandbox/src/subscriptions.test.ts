import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Stripe from 'stripe';
import { errorOf, sendForm, startTestSandbox } from '../test/test-sandbox.ts';
import { periodEnd } from './subscription-billing.ts';

const monthly = {
  currency: 'eur',
  unit_amount: 1900,
  recurring: { interval: 'month' },
  product_data: { name: 'Membership' },
} as const;

function subscriptionSession(stripe: Stripe) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ quantity: 2, price_data: monthly }],
    subscription_data: { metadata: { contact: 'con_1' } },
    customer_email: 'member@example.com',
    success_url: 'http://127.0.0.1:9/welcome',
  });
}

test('paying a subscription session creates the customer, the subscription and the first invoice', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const session = await subscriptionSession(stripe);
  assert.equal((await sendForm(session.url, { outcome: 'pay', email: 'ignored@example.com' })).status, 303);
  await receiver.awaitEvent('checkout.session.completed');
  const order = (await stripe.events.list({ limit: 100 })).data.map((event) => event.type as string).reverse();
  assert.deepEqual(order, [
    'customer.created',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'invoice_payment.paid',
    'invoice.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
    'checkout.session.completed',
  ]);
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.latest_invoice.payments', 'customer'],
  });
  const subscription = paid.subscription as Stripe.Subscription;
  assert.equal((paid.customer as Stripe.Customer).email, 'member@example.com');
  assert.equal(paid.payment_intent, null);
  assert.deepEqual([subscription.status, subscription.metadata], ['active', { contact: 'con_1' }]);
  const item = subscription.items.data[0]!;
  assert.equal(item.current_period_end, periodEnd(item.current_period_start, { interval: 'month', interval_count: 1 }));
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  assert.deepEqual(
    [invoice.status, invoice.amount_paid, invoice.billing_reason],
    ['paid', 3800, 'subscription_create'],
  );
  assert.deepEqual(invoice.parent?.subscription_details?.metadata, { contact: 'con_1' });
  const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
  assert.deepEqual((await stripe.paymentIntents.retrieve(intent)).metadata, {});
  assert.equal((await stripe.invoices.list({ subscription: subscription.id })).data[0]?.id, invoice.id);
});

test('a subscription renews when its period ends; a declined renewal makes it past due until it is paid', async (t) => {
  let now = new Date('2027-01-31T10:00:00Z');
  const { stripe, receiver, sandbox } = await startTestSandbox(t, { now: () => now });
  const session = await subscriptionSession(stripe);
  await sendForm(session.url, { outcome: 'pay' });
  now = new Date('2027-02-28T10:00:01Z');
  await receiver.awaitEvent('invoice.paid', 2);
  const { subscription: id } = await stripe.checkout.sessions.retrieve(session.id);
  const renewed = await stripe.subscriptions.retrieve(id as string);
  assert.equal(new Date(renewed.items.data[0]!.current_period_start * 1000).toISOString(), '2027-02-28T10:00:00.000Z');

  const response = await fetch(`${sandbox.apiBase}/sandbox/subscriptions/${id}/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'decline' }),
  });
  assert.equal(response.status, 200);
  const failed = await receiver.awaitEvent('invoice.payment_failed');
  const invoice = failed.data.object as Stripe.Invoice;
  assert.deepEqual([invoice.status, invoice.attempt_count, invoice.billing_reason], ['open', 1, 'subscription_cycle']);
  assert.equal((await stripe.subscriptions.retrieve(id as string)).status, 'past_due');
  await stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' });
  assert.equal((await stripe.subscriptions.retrieve(id as string)).status, 'active');
});

test('subscriptions are created, updated, canceled and listed through the API', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const customer = await stripe.customers.create({ email: 'm@example.com' });
  const product = await stripe.products.create({ name: 'Plan' });
  const price_data = {
    currency: 'usd',
    product: product.id,
    unit_amount: 500,
    recurring: { interval: 'year' },
  } as const;
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price_data }],
    metadata: { a: '1' },
  });
  assert.equal(subscription.status, 'active');
  await receiver.awaitEvent('customer.subscription.created');

  const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  assert.equal(ending.cancel_at, ending.items.data[0]?.current_period_end);
  const update = await receiver.awaitEvent('customer.subscription.updated', 2);
  assert.equal((update.data.previous_attributes as { cancel_at_period_end: boolean }).cancel_at_period_end, false);

  const canceled = await stripe.subscriptions.cancel(subscription.id);
  assert.equal(canceled.status, 'canceled');
  await receiver.awaitEvent('customer.subscription.deleted');
  assert.equal((await errorOf(stripe.subscriptions.cancel(subscription.id))).code, 'resource_missing');
  assert.equal((await stripe.subscriptions.list({ customer: customer.id })).data.length, 0);
  assert.equal((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data.length, 1);

  const declined = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price_data }],
    default_payment_method: 'pm_card_chargeDeclined',
  });
  assert.equal(declined.status, 'incomplete');
  await receiver.awaitEvent('invoice.payment_failed');
});

test('a manual invoice is drafted, finalized, declined and paid', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const customer = await stripe.customers.create({ email: 'i@example.com' });
  const draft = await stripe.invoices.create({ customer: customer.id, currency: 'usd', metadata: { n: '1' } });
  await stripe.invoiceItems.create({
    customer: customer.id,
    invoice: draft.id,
    amount: 1200,
    currency: 'usd',
    description: 'Work',
  });
  const open = await stripe.invoices.finalizeInvoice(draft.id);
  assert.deepEqual([open.status, open.amount_due], ['open', 1200]);
  assert.equal(
    (await errorOf(stripe.invoices.pay(draft.id, { payment_method: 'pm_card_chargeDeclined' }))).statusCode,
    402,
  );
  await receiver.awaitEvent('invoice.payment_failed');
  const paid = await stripe.invoices.pay(draft.id);
  assert.deepEqual([paid.status, paid.amount_paid, paid.attempt_count], ['paid', 1200, 2]);
  await receiver.awaitEvent('invoice_payment.paid');
  assert.equal((await errorOf(stripe.invoices.pay(draft.id))).code, 'invoice_already_paid');
});

test('each session mode accepts only its own parameters', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const base = { success_url: 'http://127.0.0.1:9/ok', line_items: [{ quantity: 1, price_data: monthly }] };
  assert.match(
    (await errorOf(stripe.checkout.sessions.create({ ...base, mode: 'payment' }))).message,
    /recurring price/,
  );
  const misplaced = stripe.checkout.sessions.create({
    ...base,
    mode: 'subscription',
    payment_intent_data: { metadata: {}, description: 'x' },
  });
  assert.equal((await errorOf(misplaced)).param, 'payment_intent_data');
});
