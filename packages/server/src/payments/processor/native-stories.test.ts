// Each of the eight events, from objects that were created at the processor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPaymentEvent } from '../../../test/support/payment-event.ts';
import { type PaymentService, startPaymentService } from '../../../test/support/payment-service.ts';

async function makeCustomer({ dashboard }: PaymentService): Promise<string> {
  return (await dashboard.customers.create({ email: 'cleo@example.com', name: 'Cleo' })).id;
}

async function makeSubscription(service: PaymentService, customer: string) {
  return service.dashboard.subscriptions.create({ customer, items: [{ price: await makePrice(service) }] });
}

async function makePrice({ dashboard }: PaymentService, amount = 1200): Promise<string> {
  const product = { name: `Plan of ${amount}` };
  const price = { currency: 'usd', unit_amount: amount, recurring: { interval: 'month' as const } };
  return (await dashboard.prices.create({ ...price, product_data: product })).id;
}

/** `data` and invoice of the only event of a type, as they are forwarded. */
async function forwarded({ context }: PaymentService, type: string) {
  const rows = await context.db.selectFrom('events').selectAll().where('type', '=', type).execute();
  assert.equal(rows.length, 1, `${type}: ${rows.length}`);
  const event = { ...rows[0]!, data: JSON.parse(rows[0]!.data) };
  const { data, invoiceId } = await readPaymentEvent(context, rows[0]!);
  return { event, data, invoice: invoiceId };
}

test('a payment and its refund made at the dashboard: payment.succeeded, payment.refunded', async (t) => {
  const service = await startPaymentService(t);
  const intent = await service.dashboard.paymentIntents.create({
    amount: 4000,
    currency: 'eur',
    description: 'By telephone',
    payment_method: 'pm_card_visa',
    receipt_email: 'bo@example.com',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await service.waitForEvents('payment.succeeded');
  const refund = await service.dashboard.refunds.create({
    payment_intent: intent.id,
    amount: 1500,
    reason: 'duplicate',
  });
  await service.waitForEvents('payment.refunded');
  await service.settled();
  const succeeded = await forwarded(service, 'payment.succeeded');
  assert.equal(succeeded.data.paymentIntentId, intent.id);
  assert.equal(succeeded.data.description, 'By telephone');
  assert.equal(succeeded.invoice, null);
  assert.ok(succeeded.event.contactId);
  const { data } = await forwarded(service, 'payment.refunded');
  assert.equal(data.processorRefundId, refund.id);
  assert.deepEqual([data.amount, data.status, data.reason], [1500, 'succeeded', 'duplicate']);
  assert.equal((data.payment as { amountRefunded: number }).amountRefunded, 1500);
  assert.equal((await service.events()).length, 2);
});

test('a declined payment: payment.failed with the message to the payer, and a later success', async (t) => {
  const service = await startPaymentService(t);
  const url = await service.checkout();
  assert.equal(await service.pay(url, 'decline'), 402);
  await service.waitForEvents('payment.failed');
  const { data } = await forwarded(service, 'payment.failed');
  assert.match(String(data.failureMessage), /declined/);
  assert.equal(data.status, 'failed');
  assert.equal(await service.pay(url, 'decline'), 402);
  await service.waitForEvents('payment.failed', 2);
  await service.pay(url);
  await service.waitForEvents('payment.succeeded');
  await service.settled();
  const events = await service.events();
  assert.deepEqual(
    events.map(({ type, sequence }) => `${sequence} ${type}`),
    ['1 payment.failed', '2 payment.failed', '3 payment.succeeded'],
  );
  const [payment] = (await service.request('GET', '/payments')).body.items;
  assert.deepEqual([payment.status, payment.failureMessage], ['succeeded', null]);
});

test('a subscription from its first payment to its end', async (t) => {
  const service = await startPaymentService(t);
  const subscription = await makeSubscription(service, await makeCustomer(service));
  await service.settled();
  for (const type of ['subscription.created', 'invoice.paid', 'payment.succeeded']) await service.waitForEvents(type);
  const paid = await forwarded(service, 'invoice.paid');
  const money = await forwarded(service, 'payment.succeeded');
  const begun = await forwarded(service, 'subscription.created');
  assert.equal(money.invoice, paid.invoice, 'the payment knows its invoice');
  assert.equal(paid.data.subscriptionId, subscription.id);
  assert.equal(paid.data.amountPaid, 1200);
  const contacts = [paid, money, begun].map(({ event }) => event.contactId);
  assert.equal(new Set(contacts).size, 1, 'all belong to one contact');
  assert.ok(contacts[0]);

  const updates = (await service.events('subscription.updated')).length;
  await service.dashboard.subscriptions.update(subscription.id, { metadata: { note: 'not part of our event' } });
  await service.settled();
  assert.equal((await service.events('subscription.updated')).length, updates, 'no change of ours, no event');
  await service.dashboard.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const changed = await service.waitForEvents('subscription.updated', updates + 1);
  const { cancelAtPeriodEnd } = changed.at(-1)!.data.subscription as { cancelAtPeriodEnd: boolean };
  assert.equal(cancelAtPeriodEnd, true);
  assert.equal((await service.events('subscription.canceled')).length, 0);
  await service.dashboard.subscriptions.cancel(subscription.id);
  await service.waitForEvents('subscription.canceled');
  await service.settled();
  const ended = await forwarded(service, 'subscription.canceled');
  assert.equal(ended.data.status, 'canceled');
  assert.equal((await service.events('subscription.updated')).length, updates + 1);
});

test('a renewal that is declined: invoice.payment_failed and payment.failed', async (t) => {
  const service = await startPaymentService(t);
  const subscription = await makeSubscription(service, await makeCustomer(service));
  await service.waitForEvents('invoice.paid');
  const renewal = await fetch(`${service.sandbox.apiBase}/sandbox/subscriptions/${subscription.id}/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'decline' }),
  });
  assert.equal(renewal.status, 200, await renewal.text());
  await service.waitForEvents('invoice.payment_failed');
  await service.waitForEvents('payment.failed');
  await service.settled();
  const { data } = await forwarded(service, 'invoice.payment_failed');
  assert.deepEqual([data.status, data.attemptCount, data.subscriptionId], ['open', 1, subscription.id]);
  assert.equal((await service.events('invoice.paid')).length, 1);
});

test('an invoice created at the dashboard and paid: invoice.paid, and the payment belongs to it', async (t) => {
  const service = await startPaymentService(t);
  const { dashboard } = service;
  const customer = await makeCustomer(service);
  const draft = await dashboard.invoices.create({ customer, description: 'Repairs' });
  await dashboard.invoiceItems.create({ customer, invoice: draft.id, amount: 5000, currency: 'usd' });
  await dashboard.invoices.finalizeInvoice(draft.id);
  await dashboard.invoices.pay(draft.id, { payment_method: 'pm_card_visa' });
  await service.waitForEvents('invoice.paid');
  await service.waitForEvents('payment.succeeded');
  await service.settled();
  const paid = await forwarded(service, 'invoice.paid');
  assert.equal(paid.data.processorInvoiceId, draft.id);
  const { body: invoice } = await service.request('GET', `/invoices/${paid.invoice}`);
  assert.deepEqual([invoice.status, invoice.amountPaid], ['paid', 5000]);
  assert.equal((await forwarded(service, 'payment.succeeded')).invoice, paid.invoice);
});

test('a subscription bought on a hosted page belongs to the contact with the address entered there', async (t) => {
  const service = await startPaymentService(t);
  const session = await service.dashboard.checkout.sessions.create({
    mode: 'subscription',
    success_url: 'https://shop.example/thanks',
    line_items: [{ price: await makePrice(service, 700), quantity: 2 }],
  });
  await service.pay(session.url as string);
  for (const type of ['subscription.created', 'payment.succeeded', 'invoice.paid']) await service.waitForEvents(type);
  await service.settled();
  const events = await service.events();
  const [contact] = (await service.request('GET', '/contacts?email=ada@example.com')).body.items;
  for (const event of events) assert.equal(event.contactId, contact.id, event.type);
});

test('a dispute is a mark beside the status, and blocks refunds until it is won', async (t) => {
  const service = await startPaymentService(t);
  await service.pay(await service.checkout());
  await service.waitForEvents('payment.succeeded');
  const [payment] = (await service.request('GET', '/payments')).body.items;
  const dispute = { id: 'du_1', object: 'dispute', payment_intent: payment.paymentIntentId, status: 'needs_response' };
  service.sandbox.emit('charge.dispute.created', dispute);
  await service.settled();
  const body = { paymentIntentId: payment.paymentIntentId };
  const refused = await service.request('POST', '/payments/refund', { body });
  assert.deepEqual([refused.status, refused.body.code], [409, 'payment_disputed']);
  const marked = (await service.request('GET', `/payments/${payment.id}`)).body;
  assert.deepEqual([marked.status, marked.disputed], ['succeeded', true]);
  service.sandbox.emit('charge.dispute.closed', { ...dispute, status: 'won' });
  await service.settled();
  assert.equal((await service.request('POST', '/payments/refund', { body })).status, 200);
});

test('a second payment is a payment of its own, and a late report of an old attempt changes nothing', async (t) => {
  const service = await startPaymentService(t);
  await service.pay(await service.checkout());
  const [first] = await service.waitForEvents('payment.succeeded');
  const own = first?.subject as string;
  const again = {
    amount: 2500,
    currency: 'usd',
    metadata: { svc_payment: own },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
  };
  await service.dashboard.paymentIntents
    .create({ ...again, payment_method: 'pm_card_chargeDeclined', confirm: true })
    .catch(() => {});
  await service.settled();
  assert.equal((await service.request('GET', '/payments')).body.total, 1);
  assert.equal((await service.events('payment.failed')).length, 0, 'it changes nothing, so it is no event');
  assert.equal((await service.request('GET', `/payments/${own}`)).body.status, 'succeeded');
  await service.dashboard.paymentIntents.create({ ...again, payment_method: 'pm_card_visa', confirm: true });
  await service.waitForEvents('payment.succeeded', 2);
  await service.settled();
  const { body } = await service.request('GET', '/payments?status=succeeded');
  assert.equal(body.total, 2);
});

test('an invoice is paid in the event of its payment', async (t) => {
  const service = await startPaymentService(t);
  await service.pay(await service.checkout({ invoiceId: 'inv_chair', contactId: 'con_ada' }));
  await service.waitForEvents('payment.succeeded');
  const { invoice } = await forwarded(service, 'payment.succeeded');
  assert.equal(invoice, 'inv_chair');
  assert.equal((await service.request('GET', '/invoices/inv_chair')).body.amountPaid, 2500);
});
