import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { errorOf, sdkFor, startTestSandbox } from '../test/test-sandbox.ts';
import { startSandbox } from './server.ts';

test('the same key and parameters return the first response, and nothing happens twice', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const params = { amount: 900, currency: 'eur', payment_method: 'pm_card_visa', confirm: true };
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => stripe.paymentIntents.create(params, { idempotencyKey: 'pay-1' })),
  );
  assert.equal(new Set(responses.map((intent) => intent.id)).size, 1);
  assert.equal((await stripe.charges.list()).data.length, 1);
  assert.equal(
    responses.filter((response) => response.lastResponse.headers['idempotent-replayed'] === 'true').length,
    4,
  );
});

test('a key that was used for a different request is rejected', async (t) => {
  const { stripe } = await startTestSandbox(t);
  await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k' });
  const other = await errorOf(stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'k' }));
  assert.deepEqual([other.statusCode, other.type], [400, 'StripeIdempotencyError']);
  const path = await errorOf(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, { idempotencyKey: 'k' }));
  assert.equal(path.type, 'StripeIdempotencyError');
});

test('a declined card is stored with its key, a rejected parameter is not', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const intent = await stripe.paymentIntents.create({ amount: 900, currency: 'eur' });
  const decline = () =>
    stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'try' });
  assert.equal((await errorOf(decline())).code, 'card_declined');
  assert.equal((await errorOf(decline())).code, 'card_declined');
  assert.equal((await stripe.charges.list()).data.length, 1);
  assert.equal(
    (await errorOf(stripe.customers.create({ email: 'nonsense' }, { idempotencyKey: 'fix' }))).code,
    'email_invalid',
  );
  assert.equal(
    (await stripe.customers.create({ email: 'sense@example.com' }, { idempotencyKey: 'fix' })).email,
    'sense@example.com',
  );
});

test('keys survive a restart and expire after a day', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let now = new Date();
  const options = { dataFile: join(folder, 'data.sqlite'), webhook: null, now: () => now };
  const first = await startSandbox(options);
  const create = (apiBase: string) => sdkFor(apiBase).customers.create({ name: 'Ada' }, { idempotencyKey: 'once' });
  const { id } = await create(first.apiBase);
  await first.close();
  const second = await startSandbox(options);
  t.after(() => second.close());
  assert.equal((await create(second.apiBase)).id, id);
  now = new Date(now.getTime() + 86_401_000);
  assert.notEqual((await create(second.apiBase)).id, id);
});

test('a response that was lost is sent again on retry', async (t) => {
  const { stripe, sandbox } = await startTestSandbox(t);
  const intent = await stripe.paymentIntents.create({
    amount: 900,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  sandbox.faults.add({ kind: 'lose-answer', method: 'POST', path: '/v1/refunds', count: 2 });
  const refund = () =>
    stripe.refunds.create({ payment_intent: intent.id, amount: 100 }, { idempotencyKey: 'refund-1' });
  const lost = await errorOf(refund());
  assert.equal(lost.type, 'StripeConnectionError');
  const found = await refund();
  const refunds = await stripe.refunds.list({ payment_intent: intent.id });
  assert.deepEqual(
    refunds.data.map((entry) => entry.id),
    [found.id],
  );
});
