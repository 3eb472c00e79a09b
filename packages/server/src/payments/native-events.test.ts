import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type PaymentService, signBody, startPaymentService } from '../../test/support/payment-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { handledTypes } from './native-events.ts';

const path = '//api/public/payments/webhook';

function intentEvent(id = 'evt_made_by_hand', object: object = {}) {
  const created = Math.floor(Date.now() / 1000);
  const intent = { id: 'pi_unknown', object: 'payment_intent', amount: 700, amount_received: 700, currency: 'usd' };
  return {
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created,
    livemode: false,
    api_version: '2026-10-28.endive',
    data: { object: { ...intent, status: 'succeeded', created, metadata: {}, ...object } },
  };
}

async function countStored(service: PaymentService): Promise<number> {
  return (await service.context.db.selectFrom('processorEvents').select('id').execute()).length;
}

test('only events signed by the processor are accepted', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  const event = intentEvent();
  const body = JSON.stringify(event);
  const sign = (secondsAgo: number) => signBody(body, { madeAt: Date.now() - secondsAgo * 1000 });
  const refused = [
    await service.deliver(event, { secret: 'whsec_of_somebody_else' }),
    await service.deliver(event, { header: 'nonsense' }),
    await service.deliver(event, { header: '' }),
    await service.deliver(event, { header: sign(301) }),
    await service.deliver(event, { header: sign(-310) }),
    await service.deliver(event, { header: sign(0), body: `${body} ` }),
    await service.request('POST', path, { token: null, body: '' }),
    await service.request('POST', path, { token: null, body: event }),
  ];
  for (const answer of refused) {
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.body.code, 'invalid_signature');
  }
  assert.equal(await countStored(service), 0);
  const taken = await service.deliver(event, { header: sign(290) });
  assert.deepEqual([taken.status, taken.body], [200, { received: true }]);
  assert.equal(await countStored(service), 1);
});

test('any of the secrets is accepted, and without a secret the response is 503', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  service.useKeys({ webhookSecrets: ['whsec_new', 'whsec_old'] });
  assert.equal((await service.deliver(intentEvent(), { secret: 'whsec_old' })).status, 200);
  assert.equal((await service.deliver(intentEvent(), { secret: 'whsec_new' })).status, 200);
  service.useKeys({ webhookSecrets: [''] });
  const answer = await service.deliver(intentEvent(), { secret: 'whsec_new' });
  assert.deepEqual([answer.status, answer.body.code], [503, 'receiver_not_configured']);
});

test('the raw bytes are verified: unusual whitespace, other alphabets, any media type', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  const event = intentEvent('evt_odd', { description: 'Стул 椅子 🪑' });
  const body = `\n${JSON.stringify(event, null, 7)}\r\n`;
  const header = signBody(body);
  for (const type of ['application/json', 'text/plain', 'application/vnd.odd+json; charset=utf-8']) {
    const headers = { 'content-type': type, 'stripe-signature': header };
    assert.equal((await service.request('POST', path, { body, headers, token: null })).status, 200);
  }
  const bare = { body, headers: { 'stripe-signature': header }, token: null };
  assert.equal((await service.request('POST', path, bare)).status, 200);
  const stored = await service.context.db.selectFrom('processorEvents').selectAll().executeTakeFirstOrThrow();
  assert.equal(stored.body, body);
});

test('unknown events with a signature are ignored; invalid JSON is rejected', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  assert.equal((await service.deliver({}, { body: 'not json' })).body.code, 'malformed_json');
  for (const body of ['null', '[]', '"text"', '{}', '{"id":7,"type":[]}']) {
    assert.equal((await service.deliver({}, { body })).status, 200, body);
  }
  assert.equal(await countStored(service), 0);
  assert.equal((await service.deliver({ ...intentEvent('evt_other'), type: 'radar.early_fraud_warning' })).status, 200);
  service.useKeys({ secretKey: 'sk_test_of_a_real_account' });
  assert.equal((await service.deliver({ ...intentEvent('evt_live'), livemode: true })).status, 200);
  assert.equal((await service.deliver({ id: 'evt_thin', object: 'v2.core.event', type: 'v1.x' })).status, 200);
  const rows = await service.context.db.selectFrom('processorEvents').select('status').execute();
  assert.deepEqual(new Set(rows.map((row) => row.status)), new Set(['ignored']));
  assert.equal((await service.deliver({}, { body: JSON.stringify('x'.repeat(1024 * 1024)) })).status, 413);
});

test('the same event many times at once is stored and published once', async (t) => {
  const service = await startPaymentService(t);
  const answers = await Promise.all(Array.from({ length: 12 }, () => service.deliver(intentEvent())));
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
  await service.settled();
  assert.equal(await countStored(service), 1);
  assert.equal((await service.events()).length, 1);
});

test('an intent that the processor does not know is taken from its event', async (t) => {
  const service = await startPaymentService(t);
  const charge = { id: 'ch_1', billing_details: { email: 'Guest@Example.com', name: 'Guest' } };
  await service.deliver(intentEvent('evt_1', { latest_charge: charge, metadata: { svc_contact: 'con_made_up' } }));
  const [event] = await service.waitForEvents('payment.succeeded');
  const { body: payment } = await service.request('GET', '/payments/pi_unknown');
  assert.equal(payment.amountReceived, 700);
  assert.equal(payment.contactId, event?.contactId);
  assert.notEqual(payment.contactId, 'con_made_up', 'metadata names no contact that does not exist');
  const { body: contact } = await service.request('GET', `/contacts/${payment.contactId}`);
  assert.equal(contact.name, 'Guest');
});

test('a paid session is enough for its payment', async (t) => {
  const service = await startPaymentService(t);
  const url = await service.checkout();
  const id = url.split('/pay/')[1];
  const [row] = (await service.request('GET', '/payments')).body.items;
  const session = {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    payment_intent: 'pi_of_the_session',
    amount_total: 2500,
    currency: 'usd',
    client_reference_id: row.id,
    customer_details: { email: 'ada@example.com', name: 'Ada' },
  };
  // The sandbox knows the session as open, so this one has another id.
  const object = { ...session, id: 'cs_unknown' };
  await service.deliver({ ...intentEvent('evt_s'), type: 'checkout.session.completed', data: { object } });
  await service.waitForEvents('payment.succeeded');
  const { body } = await service.request('GET', `/payments/${row.id}`);
  assert.deepEqual([body.status, body.paymentIntentId], ['succeeded', 'pi_of_the_session']);
});

test('a processor that does not answer is asked again, then its event is used as it was sent', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  service.sandbox.faults.add({ kind: 'respond', status: 500, path: '/v1/payment_intents/*' });
  await service.deliver(intentEvent());
  await service.work();
  await waitFor('the event is applied', async () => (await service.events('payment.succeeded'))[0], 30_000);
});

test('a completed session brings its intent along, which is not asked for', async (t) => {
  const service = await startPaymentService(t);
  service.sandbox.faults.add({ kind: 'drop-events', event: 'payment_intent.*' });
  service.sandbox.faults.add({ kind: 'respond', status: 500, path: '/v1/payment_intents/*' });
  await service.pay(await service.checkout());
  await service.waitForEvents('payment.succeeded');
  const payment = await service.context.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  // The session itself does not know the charge.
  assert.match(payment.chargeId ?? '', /^ch_/);
});

test('objects in the shapes of older API versions are understood', async (t) => {
  const service = await startPaymentService(t);
  const created = Math.floor(Date.now() / 1000);
  const customer = 'cus_old';
  const invoice = {
    id: 'in_old',
    object: 'invoice',
    customer,
    customer_email: 'old@example.com',
    subscription: 'sub_old',
    payment_intent: 'pi_old',
    charge: 'ch_old',
    status: 'paid',
    paid: true,
    total: 900,
    amount_paid: 900,
    currency: 'eur',
    attempt_count: 1,
    created,
  };
  const subscription = {
    id: 'sub_old',
    object: 'subscription',
    status: 'active',
    customer,
    current_period_start: created,
    current_period_end: created + 86_400,
    items: { data: [{ id: 'si_1', plan: { id: 'plan_1', amount: 900, currency: 'eur', interval: 'month' } }] },
  };
  const wrap = (id: string, type: string, object: object) => ({ ...intentEvent(id), type, data: { object } });
  await service.deliver(wrap('evt_a', 'invoice.paid', invoice));
  await service.deliver(wrap('evt_b', 'customer.subscription.created', subscription));
  const intent = { id: 'pi_old', invoice: 'in_old', customer, charges: { data: [{ id: 'ch_old' }] } };
  await service.waitForEvents('invoice.paid');
  await service.deliver(intentEvent('evt_c', intent));
  const [paidEvent] = await service.waitForEvents('payment.succeeded');
  const [paid] = await service.events('invoice.paid');
  const [begun] = await service.waitForEvents('subscription.created');
  const snapshot = begun?.data.subscription as { currentPeriodEnd: string };
  assert.equal(snapshot.currentPeriodEnd, new Date((created + 86_400) * 1000).toISOString());
  assert.equal((paid!.data.invoice as { subscriptionId: string }).subscriptionId, 'sub_old');
  const { body: payment } = await service.request('GET', '/payments/pi_old');
  assert.equal(payment.invoiceId, paid?.subject);
  assert.equal(paidEvent?.contactId, paid?.contactId);
});

test('docs/production.md lists the events of Stripe that are handled', async () => {
  const page = await readFile(new URL('../../../../docs/production.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('| Object | Events |');
  const [rows = ''] = table.split('\n\n');
  const listed = rows.split('\n').flatMap((row) => {
    const [object, ...names] = [...row.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
    return names.map((name) => `${object}.${name}`);
  });
  assert.deepEqual(listed.sort(), [...handledTypes].sort());
});
