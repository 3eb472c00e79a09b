import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendForm, sessionParams, startTestSandbox, until } from '../test/test-sandbox.ts';

test('a session is created without an intent, paid on the hosted page, and sends its events in order', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create({
    ...sessionParams(),
    client_reference_id: 'pay_1',
    metadata: { order: '7' },
    payment_intent_data: { metadata: { payment: 'pay_1' }, description: 'Ticket for Ada' },
  });
  assert.match(session.id, /^cs_test_/);
  assert.equal(session.payment_intent, null);
  assert.equal(session.status, 'open');
  assert.equal(session.line_items, undefined);

  const response = await sendForm(session.url, { outcome: 'pay', email: 'ada@example.com', name: 'Ada' });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), `http://127.0.0.1:9/thanks?session=${session.id}`);

  await receiver.awaitEvent('checkout.session.completed');
  const order = [
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ];
  assert.deepEqual(receiver.types().toSorted(), order.toSorted());
  const stored = await stripe.events.list({ limit: 10 });
  assert.deepEqual(stored.data.map((event) => event.type).reverse(), order);

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge', 'line_items'],
  });
  assert.equal(paid.status, 'complete');
  assert.equal(paid.payment_status, 'paid');
  assert.equal(paid.url, null);
  assert.equal(paid.customer_details?.email, 'ada@example.com');
  assert.equal(paid.line_items?.data[0]?.description, 'Workshop ticket');
  assert.ok(typeof paid.payment_intent === 'object' && paid.payment_intent !== null);
  assert.deepEqual(paid.payment_intent.metadata, { payment: 'pay_1' });
  assert.equal(paid.payment_intent.amount_received, 2500);
  const charge = paid.payment_intent.latest_charge;
  assert.ok(typeof charge === 'object' && charge !== null);
  assert.deepEqual(charge.metadata, { payment: 'pay_1' });
  assert.equal(charge.billing_details.name, 'Ada');
});

test('events carry version, request, snapshot and pending_webhooks', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const customer = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'key-1' });
  const event = await receiver.awaitEvent('customer.created');
  assert.equal(event.api_version, '2026-10-28.endive');
  assert.equal(event.livemode, false);
  assert.equal(event.request?.idempotency_key, 'key-1');
  assert.match(event.request?.id ?? '', /^req_/);
  assert.equal(event.pending_webhooks, 1);
  assert.equal((event.data.object as { id: string }).id, customer.id);
  const current = await until(async () => {
    const now = await stripe.events.retrieve(event.id);
    return now.pending_webhooks === 0 && now;
  }, 'the delivery is recorded');
  assert.equal(current.id, event.id);

  await stripe.customers.update(customer.id, { metadata: { contact: 'con_1' }, name: 'A' });
  const update = await receiver.awaitEvent('customer.updated');
  assert.deepEqual(update.data.previous_attributes, { metadata: { contact: null }, name: null });
});

test('a declined card keeps the session and its intent open, and the next card pays', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create(sessionParams());
  const declined = await sendForm(session.url, { outcome: 'decline' });
  assert.equal(declined.status, 402);
  assert.match(await declined.text(), /Your card was declined\./);
  const failed = await receiver.awaitEvent('payment_intent.payment_failed');
  await receiver.awaitEvent('charge.failed');
  const intent = failed.data.object as { id: string; last_payment_error: { decline_code: string } };
  assert.equal(intent.last_payment_error.decline_code, 'generic_decline');
  assert.equal((await stripe.checkout.sessions.retrieve(session.id)).payment_intent, intent.id);

  assert.equal((await sendForm(session.url, { outcome: 'pay' })).status, 303);
  const paid = await stripe.paymentIntents.retrieve(intent.id);
  assert.equal(paid.status, 'succeeded');
  assert.equal(paid.last_payment_error, null);
  const charges = await stripe.charges.list({ payment_intent: intent.id });
  assert.deepEqual(
    charges.data.map((charge) => charge.status),
    ['succeeded', 'failed'],
  );
  await receiver.awaitEvent('checkout.session.completed');
  assert.equal(receiver.types().filter((type) => type === 'payment_intent.created').length, 1);
});

test('submitting the form many times at once pays once', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create(sessionParams());
  const responses = await Promise.all(Array.from({ length: 8 }, () => sendForm(session.url, { outcome: 'pay' })));
  assert.deepEqual(new Set(responses.map((response) => response.status)), new Set([303]));
  await receiver.awaitEvent('checkout.session.completed');
  assert.equal((await stripe.charges.list()).data.length, 1);
  assert.equal((await stripe.checkout.sessions.list({ status: 'complete' })).data.length, 1);
});

test('a customer and an invoice are created if the session requests them', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create({
    ...sessionParams(9900, 'jpy'),
    invoice_creation: { enabled: true, invoice_data: { metadata: { invoice: 'inv_1' } } },
  });
  await sendForm(session.url, { outcome: 'pay', email: 'b@example.com', name: 'B' });
  const event = await receiver.awaitEvent('invoice.paid');
  await receiver.awaitEvent('invoice_payment.paid');
  const invoice = event.data.object as { id: string; amount_paid: number; metadata: object; customer: string };
  assert.equal(invoice.amount_paid, 9900);
  assert.deepEqual(invoice.metadata, { invoice: 'inv_1' });
  assert.equal((await stripe.customers.list({ email: 'b@example.com' })).data[0]?.id, invoice.customer);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice', 'customer'] });
  assert.equal((paid.invoice as { id: string }).id, invoice.id);
  const intent = paid.payment_intent as string;
  const links = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } });
  assert.equal(links.data[0]?.invoice, invoice.id);
  assert.equal((await stripe.checkout.sessions.list({ payment_intent: intent })).data[0]?.id, session.id);
});

test('sessions expire on request or in time, and can no longer be paid', async (t) => {
  let now = new Date();
  const { stripe, receiver } = await startTestSandbox(t, { now: () => now });
  const first = await stripe.checkout.sessions.create(sessionParams());
  assert.equal((await stripe.checkout.sessions.expire(first.id)).status, 'expired');
  await receiver.awaitEvent('checkout.session.expired');
  const response = await sendForm(first.url, { outcome: 'pay' });
  assert.equal(response.status, 410);
  assert.match(await response.text(), /expired/);

  const second = await stripe.checkout.sessions.create({
    ...sessionParams(),
    expires_at: Math.floor(now.getTime() / 1000) + 1800,
  });
  now = new Date(now.getTime() + 1_801_000);
  assert.equal((await sendForm(second.url, { outcome: 'pay' })).status, 410);
  await receiver.awaitEvent('checkout.session.expired', 2);
  assert.equal((await stripe.checkout.sessions.retrieve(second.id)).status, 'expired');
});
