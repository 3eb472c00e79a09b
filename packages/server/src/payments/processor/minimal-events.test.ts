// Signed events with minimal objects that the processor's API does not know.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readPaymentEvent } from '../../../test/support/payment-event.ts';
import { type PaymentService, startPaymentService } from '../../../test/support/payment-service.ts';
import { changeEvents } from '../../events/event-types.ts';

type Extra = { created?: unknown; livemode?: boolean; data?: object; id?: string };

/** A service to which native events are sent by hand; `send` waits until they are handled, one after the other. */
async function startByHand(t: TestContext) {
  const service = await startPaymentService(t, { silent: true });
  let count = 0;
  const send = async (type: string, object: object, { data, ...extra }: Extra = {}): Promise<void> => {
    const id = `evt_by_hand_${count++}`;
    const created = 1_700_000_000 + count;
    const event = { id, object: 'event', type, created, livemode: false, data: { object, ...data }, ...extra };
    const answer = await service.deliver(event);
    assert.equal(answer.status, 200, answer.text);
    await service.handled();
  };
  return { service, send };
}

async function types(service: PaymentService): Promise<string[]> {
  return (await service.events()).map((event) => event.type);
}

/** What is forwarded of the last event. */
async function lastData({ context }: PaymentService): Promise<Record<string, unknown>> {
  const row = await context.db
    .selectFrom('events')
    .selectAll()
    .where('type', 'not in', changeEvents)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return (await readPaymentEvent(context, row)).data;
}

test('payment_intent.succeeded without a status is a success, created at the time of the event', async (t) => {
  const { service, send } = await startByHand(t);
  await send('payment_intent.succeeded', { id: 'pi_1', amount: 100, currency: 'usd' });
  assert.deepEqual(await types(service), ['payment.succeeded']);
  const data = await lastData(service);
  assert.deepEqual([data.amount, data.amountReceived, data.status], [100, 100, 'succeeded']);
  assert.equal(data.createdAt, new Date(1_700_000_001_000).toISOString());
});

test('payment_intent.payment_failed without a status is a failure', async (t) => {
  const { service, send } = await startByHand(t);
  await send('payment_intent.payment_failed', { id: 'pi_1', amount: 100, currency: 'usd' });
  assert.deepEqual(await types(service), ['payment.failed']);
  assert.equal((await lastData(service)).status, 'failed');
});

test('a failure that is reported after the payment was canceled is no event', async (t) => {
  const { service, send } = await startByHand(t);
  await send('payment_intent.canceled', { id: 'pi_1', amount: 100, currency: 'usd' });
  await send('payment_intent.payment_failed', { id: 'pi_1', amount: 100, currency: 'usd', latest_charge: 'ch_1' });
  assert.deepEqual(await types(service), []);
});

test('a failed attempt to collect an invoice that was voided since is no event', async (t) => {
  const { service, send } = await startByHand(t);
  await send('invoice.voided', { id: 'in_1', amount_due: 500, currency: 'usd' });
  await send('invoice.payment_failed', { id: 'in_1', amount_due: 500, currency: 'usd', attempt_count: 1 });
  assert.deepEqual(await types(service), []);
});

test('customer.subscription.deleted of an unknown subscription creates and cancels it', async (t) => {
  const { service, send } = await startByHand(t);
  await send('customer.subscription.deleted', { id: 'sub_1' });
  assert.deepEqual(await types(service), ['subscription.created', 'subscription.canceled']);
  assert.equal((await lastData(service)).status, 'canceled');
});

test('invoice.paid with only an amount is a paid invoice', async (t) => {
  const { service, send } = await startByHand(t);
  await send('invoice.paid', { id: 'in_1', amount_paid: 500, currency: 'usd' });
  assert.deepEqual(await types(service), ['invoice.paid']);
  const data = await lastData(service);
  assert.deepEqual([data.status, data.amount, data.amountPaid], ['paid', 500, 500]);
  const { body: invoice } = await service.request('GET', `/invoices/${data.id}`);
  assert.deepEqual([invoice.status, invoice.amount, invoice.amountPaid], ['paid', 500, 500]);
});

test('a refund without a status has succeeded', async (t) => {
  const { service, send } = await startByHand(t);
  await send('refund.created', { id: 're_1', amount: 50, currency: 'usd', payment_intent: 'pi_1' });
  assert.deepEqual(await types(service), ['payment.refunded']);
});

test('customer.subscription.updated of an unknown subscription creates and updates it; a late created changes nothing', async (t) => {
  const { service, send } = await startByHand(t);
  await send('customer.subscription.updated', { id: 'sub_1', status: 'past_due' });
  await send('customer.subscription.created', { id: 'sub_1', status: 'active' }, { created: 1_600_000_000 });
  assert.deepEqual(await types(service), ['subscription.created', 'subscription.updated']);
  assert.equal((await lastData(service)).status, 'past_due');
  await send('customer.subscription.updated', { id: 'sub_1', status: 'active' });
  assert.equal((await types(service)).length, 3);
});

test('invalid times and ids do no harm', async (t) => {
  const { service, send } = await startByHand(t);
  const odd = [1e300, -5.5, '7', null, -1, 1e15];
  for (const [at, created] of odd.entries()) {
    await send('payment_intent.succeeded', { id: `pi_${at}`, amount: 100, currency: 'usd', created }, { created });
  }
  assert.equal((await types(service)).length, odd.length);
  const { items } = (await service.request('GET', '/payments')).body;
  for (const { createdAt } of items) assert.equal(createdAt.slice(0, 2), '20', createdAt);
  for (const id of ['pi_\ud800', 'x'.repeat(300), '', 7]) {
    await send('payment_intent.succeeded', { id, amount: 100, currency: 'usd' });
  }
  for (const id of ['evt_\udc00', 'e'.repeat(256)]) {
    await send('payment_intent.succeeded', { id: 'pi_left_aside', amount: 100, currency: 'usd' }, { id });
  }
  const description = 'half \ud83e';
  await send('payment_intent.succeeded', { id: 'pi_half', amount: 100, currency: 'usd', description });
  assert.equal((await types(service)).length, odd.length + 1);
});

test('without a real key both modes are accepted', async (t) => {
  const { service, send } = await startByHand(t);
  await send('payment_intent.succeeded', { id: 'pi_1', amount: 100, currency: 'usd' }, { livemode: true });
  assert.deepEqual(await types(service), ['payment.succeeded']);
});

const charge = { id: 'ch_1', payment_intent: 'pi_1', amount: 100, refunded: true, currency: 'usd' };
const refund = { charge: 'ch_1', payment_intent: 'pi_1', currency: 'usd', status: 'succeeded' };

async function refundsOf({ request }: PaymentService) {
  const { body } = await request('GET', '/payments/pi_1');
  const refunds = body.refunds.map((row: Record<string, unknown>) => [row.processorRefundId, row.amount]);
  return { amountRefunded: body.amountRefunded, refunds: refunds.sort() };
}

test('a refunded charge without refunds gives an inferred refund; the real one replaces it without another event', async (t) => {
  const { service, send } = await startByHand(t);
  for (let times = 0; times < 2; times++) await send('charge.refunded', { ...charge, amount_refunded: 100 });
  assert.deepEqual(await types(service), ['payment.refunded']);
  assert.equal((await lastData(service)).amount, 100);
  await send('refund.created', { ...refund, id: 're_1', amount: 100, status: 'pending' });
  await send('refund.updated', { ...refund, id: 're_1', amount: 100 });
  await send('charge.refunded', { ...charge, amount_refunded: 100 });
  assert.deepEqual(await types(service), ['payment.refunded']);
  assert.deepEqual(await refundsOf(service), { amountRefunded: 100, refunds: [['re_1', 100]] });
});

test('a charge whose refund was reported first adds no refund, even if that one failed since', async (t) => {
  const { service, send } = await startByHand(t);
  await send('refund.created', { ...refund, id: 're_1', amount: 60 });
  await send('charge.refunded', { ...charge, amount_refunded: 60 });
  assert.deepEqual(await types(service), ['payment.refunded']);
  await send('charge.refunded', { ...charge, amount_refunded: 100 });
  assert.equal((await lastData(service)).amount, 40);
  await send('refund.failed', { ...refund, id: 're_2', amount: 40, status: 'failed' });
  await send('charge.refunded', { ...charge, amount_refunded: 100 });
  assert.deepEqual(await types(service), ['payment.refunded', 'payment.refunded', 'payment.refund_failed']);
  const refunds = [
    ['re_1', 60],
    ['re_2', 40],
  ];
  assert.deepEqual(await refundsOf(service), { amountRefunded: 60, refunds });
});

test('a refund that fails later needs a review until another one succeeds, whatever comes first', async (t) => {
  const { service, send } = await startByHand(t);
  const review = async () => (await service.request('GET', '/payments')).body.items[0].review;
  await send('refund.created', { ...refund, id: 're_1', amount: 60 });
  for (let times = 0; times < 2; times++)
    await send('refund.failed', { ...refund, id: 're_1', amount: 60, status: 'failed' });
  assert.match(await review(), /^The refund of .*60 failed, so the payer has not received it$/);
  assert.deepEqual(await types(service), ['payment.refunded', 'payment.refund_failed']);
  await send('refund.created', { ...refund, id: 're_2', amount: 60 });
  assert.equal(await review(), null);
  await send('refund.failed', { ...refund, id: 're_3', amount: 40, status: 'failed' });
  await send('refund.created', { ...refund, id: 're_3', amount: 40 });
  assert.match(await review(), /40 failed/);
  assert.deepEqual((await types(service)).slice(2), ['payment.refunded', 'payment.refund_failed']);
});

test('the sum of several refunds is published once, and shared among them', async (t) => {
  const { service, send } = await startByHand(t);
  await send('charge.refunded', { ...charge, amount_refunded: 100 });
  for (const [at, amount] of [30, 50, 20].entries()) {
    await send('refund.created', { ...refund, id: `re_${at}`, amount });
  }
  assert.deepEqual(await types(service), ['payment.refunded']);
  assert.equal((await refundsOf(service)).amountRefunded, 100);
  assert.equal((await refundsOf(service)).refunds.length, 3);
});

test('two sums in the wrong order that name what they add are published as two', async (t) => {
  const { service, send } = await startByHand(t);
  const saying = (amount_refunded: number) => ({ data: { previous_attributes: { amount_refunded } } });
  const totalling = (amount_refunded: number) => ({ object: { ...charge, amount_refunded } });
  await send('charge.refunded', charge, { data: { ...totalling(100), ...saying(40).data } });
  assert.equal((await lastData(service)).amount, 60);
  await send('charge.refunded', charge, { data: { ...totalling(40), ...saying(0).data } });
  assert.equal((await lastData(service)).amount, 40);
  assert.equal((await types(service)).length, 2);
  assert.equal((await refundsOf(service)).amountRefunded, 100);
});

test('a failed attempt that is reported after the success is no event, and changes nothing', async (t) => {
  const { service, send } = await startByHand(t);
  const intent = { id: 'pi_1', amount: 100, currency: 'usd' };
  await send('payment_intent.succeeded', { ...intent, latest_charge: 'ch_2' });
  const failed = { ...intent, latest_charge: 'ch_1', last_payment_error: { message: 'Declined' } };
  await send('payment_intent.payment_failed', failed);
  assert.deepEqual(await types(service), ['payment.succeeded']);
  const { body } = await service.request('GET', '/payments/pi_1');
  assert.deepEqual([body.status, body.failureMessage], ['succeeded', null]);
  await send('invoice.paid', { id: 'in_1', amount_paid: 500, currency: 'usd' });
  await send('invoice.payment_failed', { id: 'in_1', amount_due: 500, currency: 'usd', attempt_count: 1 });
  assert.equal((await service.events('invoice.payment_failed')).length, 0);
  const [invoice] = (await service.request('GET', '/invoices')).body.items;
  assert.equal(invoice.status, 'paid');
});

async function beginCheckout(service: PaymentService): Promise<{ id: string; session: string }> {
  await service.checkout({ amount: 700, contactId: 'con_ada', invoiceId: 'inv_ada' });
  const [row] = (await service.request('GET', '/payments')).body.items;
  return { id: row.id, session: row.checkoutSessionId };
}

const complete = { mode: 'payment', status: 'complete', payment_status: 'paid', payment_intent: 'pi_x' };

async function assertPaid(service: PaymentService, id: string): Promise<void> {
  const { body } = await service.request('GET', `/payments/${id}`);
  const facts = [body.status, body.paymentIntentId, body.amountReceived, body.contactId, body.invoiceId];
  assert.deepEqual(facts, ['succeeded', 'pi_x', 700, 'con_ada', 'inv_ada']);
  assert.equal((await service.request('GET', '/payments')).body.total, 1);
  assert.equal((await service.request('GET', '/invoices/inv_ada')).body.amountPaid, 700);
}

test('a session signed as paid pays our checkout, even if it is open at the sandbox', async (t) => {
  const { service, send } = await startByHand(t);
  const { id, session } = await beginCheckout(service);
  await send('checkout.session.completed', { id: session, ...complete, amount_total: 700, currency: 'usd' });
  assert.deepEqual(await types(service), ['payment.succeeded']);
  const [event] = await service.events();
  assert.equal(event?.contactId, 'con_ada');
  await send('payment_intent.succeeded', { id: 'pi_x', amount: 700, currency: 'usd' });
  assert.deepEqual(await types(service), ['payment.succeeded']);
  await assertPaid(service, id);
});

test('a session that is open at a real processor stays open, but its intent is ours from then on', async (t) => {
  const { service, send } = await startByHand(t);
  const { id, session } = await beginCheckout(service);
  service.useKeys({ secretKey: 'sk_test_of_a_real_account' });
  await send('checkout.session.completed', { id: session, ...complete, amount_total: 700, currency: 'usd' });
  assert.deepEqual(await types(service), []);
  await send('payment_intent.succeeded', { id: 'pi_x', amount: 700, currency: 'usd' });
  assert.deepEqual(await types(service), ['payment.succeeded']);
  await assertPaid(service, id);
});

test('an unknown session is ours by its metadata', async (t) => {
  const { service, send } = await startByHand(t);
  const { id } = await beginCheckout(service);
  const metadata = { svc_payment: id };
  await send('checkout.session.completed', { id: 'cs_x', ...complete, amount_total: 700, currency: 'usd', metadata });
  await assertPaid(service, id);
});

test('contactId and invoiceId in metadata refer to existing records, and create none', async (t) => {
  const { service, send } = await startByHand(t);
  await beginCheckout(service);
  const intent = { amount: 700, currency: 'usd' };
  await send('payment_intent.succeeded', {
    ...intent,
    id: 'pi_1',
    metadata: { contactId: 'con_ada', invoice_id: 'inv_ada' },
  });
  const known = (await service.request('GET', '/payments/pi_1')).body;
  assert.deepEqual([known.contactId, known.invoiceId], ['con_ada', 'inv_ada']);
  await send('payment_intent.succeeded', {
    ...intent,
    id: 'pi_2',
    metadata: { contact_id: 'con_nobody', invoiceId: 'inv_none' },
  });
  await send('invoice.paid', { id: 'in_1', amount_paid: 5, currency: 'usd', metadata: { invoiceId: 'inv_none' } });
  const unknown = (await service.request('GET', '/payments/pi_2')).body;
  assert.deepEqual([unknown.contactId, unknown.invoiceId], [null, null]);
  assert.equal((await service.request('GET', '/invoices/inv_none')).status, 404);
});

test('a payment known from events only cannot be refunded: the processor does not have it', async (t) => {
  const { service, send } = await startByHand(t);
  await send('payment_intent.succeeded', { id: 'pi_1', amount: 100, currency: 'usd' });
  const answer = await service.request('POST', '/payments/refund', { body: { paymentIntentId: 'pi_1' } });
  assert.deepEqual([answer.status, answer.body.code], [404, 'payment_not_found'], answer.text);
});

const delayed = { id: 'pi_1', amount: 100, currency: 'usd' };
const ofIntent = { ...delayed, last_payment_error: { message: 'Insufficient funds' } };
const ofSession = { id: 'cs_1', payment_intent: 'pi_1', amount_total: 100, currency: 'usd' };
const failures: [string, object][] = [
  ['payment_intent.payment_failed', ofIntent],
  ['checkout.session.async_payment_failed', ofSession],
];

for (const [name, reports] of Object.entries({
  'intent, then session': failures,
  'session, then intent': failures.toReversed(),
})) {
  test(`a delayed payment that fails is one payment.failed, reported by ${name}`, async (t) => {
    const { service, send } = await startByHand(t);
    await send('payment_intent.processing', { ...delayed, status: 'processing' });
    for (const [type, object] of reports) await send(type, object);
    assert.deepEqual(await types(service), ['payment.failed']);
    const { body } = await service.request('GET', '/payments/pi_1');
    assert.deepEqual([body.status, body.failureMessage], ['failed', 'Insufficient funds']);
  });
}

for (const isFirst of [true, false]) {
  const order = isFirst ? 'before' : 'after';
  test(`a session names the buyer of a subscription that is reported ${order} it`, async (t) => {
    const { service, send } = await startByHand(t);
    const subscription = { id: 'sub_1', customer: 'cus_1', status: 'active' };
    const details = { email: 'cleo@example.com', name: 'Cleo' };
    if (isFirst) await send('customer.subscription.created', subscription);
    const session = { id: 'cs_1', mode: 'subscription', subscription: 'sub_1', customer: 'cus_1' };
    await send('checkout.session.completed', { ...session, payment_status: 'paid', customer_details: details });
    if (!isFirst) await send('customer.subscription.created', subscription);
    await send('customer.subscription.updated', { ...subscription, status: 'past_due' });
    const [contact] = (await service.request('GET', '/contacts?email=cleo@example.com')).body.items;
    const [updated] = await service.events('subscription.updated');
    assert.ok(contact);
    assert.equal(updated?.contactId, contact.id);
  });
}

test('a refund that was reported before the success of our payment moves to it', async (t) => {
  const { service, send } = await startByHand(t);
  const { id } = await beginCheckout(service);
  await send('refund.created', { id: 're_1', amount: 50, currency: 'usd', payment_intent: 'pi_ours' });
  const metadata = { svc_payment: id };
  await send('payment_intent.succeeded', { id: 'pi_ours', amount: 700, currency: 'usd', metadata });
  const { body } = await service.request('GET', `/payments/${id}`);
  const refunds = body.refunds.map((refund: { processorRefundId: string; paymentId: string }) => [
    refund.processorRefundId,
    refund.paymentId,
  ]);
  assert.deepEqual([body.status, body.amountRefunded, refunds], ['succeeded', 50, [['re_1', id]]]);
  assert.equal((await service.request('GET', '/payments')).body.total, 1);
});

test('a free session that names a payment made elsewhere does not pay it', async (t) => {
  const { service, send } = await startByHand(t);
  await send('payment_intent.processing', { id: 'pi_1', amount: 100, currency: 'usd' });
  const [payment] = (await service.request('GET', '/payments')).body.items;
  const metadata = { svc_payment: payment.id };
  const free = { id: 'cs_free', status: 'complete', payment_status: 'no_payment_required', amount_total: 0 };
  await send('checkout.session.completed', { ...free, currency: 'usd', metadata });
  assert.equal((await service.request('GET', `/payments/${payment.id}`)).body.status, payment.status);
  assert.deepEqual(await types(service), []);
});

test('events of a connected account are ignored', async (t) => {
  const { service, send } = await startByHand(t);
  const extra = { account: 'acct_other' } as object;
  await send('payment_intent.succeeded', { id: 'pi_1', amount: 100, currency: 'usd' }, extra);
  assert.deepEqual(await types(service), []);
});
