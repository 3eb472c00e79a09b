import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, startTestSandbox, until } from '../test/test-sandbox.ts';

test('responses are delayed or replaced by an error, for the given path and count', async (t) => {
  const { sandbox, stripe } = await startTestSandbox(t);
  sandbox.faults.add({ kind: 'respond', status: 503, path: '/v1/customers*', count: 1 });
  assert.equal((await errorOf(stripe.customers.create({}))).statusCode, 503);
  assert.equal((await stripe.customers.list()).data.length, 0);
  await stripe.customers.create({});
  const id = sandbox.faults.add({ kind: 'delay', ms: 150, method: 'GET' });
  const start = performance.now();
  await stripe.customers.list();
  assert.ok(performance.now() - start >= 140);
  assert.equal(sandbox.faults.remove(id), true);
  assert.deepEqual(sandbox.faults.list(), []);
  assert.throws(() => sandbox.faults.add({ kind: 'explode' } as never), TypeError);
});

test('events are duplicated, held, and released in reverse order', async (t) => {
  const { sandbox, stripe, receiver } = await startTestSandbox(t);
  sandbox.faults.add({ kind: 'duplicate-events', event: 'customer.created', count: 1 });
  await stripe.customers.create({});
  await receiver.awaitEvent('customer.created', 2);
  assert.equal(new Set(receiver.events.map((event) => event.id)).size, 1);

  receiver.events.length = 0;
  sandbox.faults.add({ kind: 'hold-events', event: 'payment_intent.*' });
  await stripe.paymentIntents.create({ amount: 100, currency: 'usd', payment_method: 'pm_card_visa', confirm: true });
  await receiver.awaitEvent('charge.succeeded');
  assert.deepEqual(receiver.types(), ['charge.succeeded']);
  assert.equal(await sandbox.faults.releaseEvents('reverse'), 2);
  assert.deepEqual(receiver.types(), ['charge.succeeded', 'payment_intent.succeeded', 'payment_intent.created']);
});

test('the next events are sent in reverse order', async (t) => {
  const { sandbox, stripe, receiver } = await startTestSandbox(t);
  sandbox.faults.add({ kind: 'reorder-events', count: 3 });
  await stripe.paymentIntents.create({ amount: 100, currency: 'usd', payment_method: 'pm_card_visa', confirm: true });
  await until(() => receiver.events.length === 3, 'three events');
  assert.deepEqual(receiver.types(), ['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
});

test('faults can be controlled over HTTP, with JSON only', async (t) => {
  const { sandbox, stripe } = await startTestSandbox(t);
  const post = (path: string, body: string, type = 'application/json') =>
    fetch(`${sandbox.apiBase}/sandbox/${path}`, { method: 'POST', body, headers: { 'content-type': type } });
  assert.equal((await post('faults', '{"kind":"respond","status":500}', 'text/plain')).status, 400);
  assert.equal((await post('faults', '{"kind":"respond","status":500}')).status, 200);
  assert.equal((await errorOf(stripe.balance.retrieve())).statusCode, 500);
  await fetch(`${sandbox.apiBase}/sandbox/faults`, { method: 'DELETE' });
  assert.equal((await stripe.balance.retrieve()).object, 'balance');
  assert.deepEqual(await (await post('faults/release', '{}')).json(), { released: 0 });
});

test('tests can emit events', async (t) => {
  const { sandbox, receiver } = await startTestSandbox(t);
  const event = sandbox.emit('charge.dispute.created', { id: 'dp_1', object: 'dispute' });
  assert.equal((await receiver.awaitEvent('charge.dispute.created')).id, event.id);
});
