import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { reconcile } from './reconcile.ts';

const hourMs = 3_600_000;

test('a payment without events is refreshed after half an hour', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  await service.pay(await service.checkout());
  await reconcile(service.context);
  assert.equal((await service.events()).length, 0, 'too early');
  service.advance(hourMs);
  await reconcile(service.context);
  await reconcile(service.context);
  const events = await service.events();
  assert.deepEqual(
    events.map((event) => event.type),
    ['payment.succeeded'],
  );
});

test('native events that could not be delivered are fetched', async (t) => {
  const service = await startPaymentService(t);
  service.sandbox.faults.add({ kind: 'drop-events' });
  await service.dashboard.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await reconcile(service.context);
  await service.waitForEvents('payment.succeeded');
  await reconcile(service.context);
  await service.handled();
  assert.equal((await service.events()).length, 1);
});

test('a session that expired without an event, and a checkout without an answer, end as expired', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const url = await service.checkout();
  await service.dashboard.checkout.sessions.expire(url.split('/pay/')[1] as string);
  service.sandbox.faults.add({ kind: 'respond', status: 500, method: 'POST', path: '/v1/checkout/sessions' });
  await service.request('POST', '/payments/checkout', { body: { amount: 100, currency: 'usd' } });
  const statuses = async () =>
    (await service.request('GET', '/payments?sort=createdAt')).body.items.map(
      (payment: { status: string }) => payment.status,
    );
  service.advance(hourMs);
  await reconcile(service.context);
  assert.deepEqual(await statuses(), ['expired', 'open']);
  service.advance(25 * hourMs);
  await reconcile(service.context);
  assert.deepEqual(await statuses(), ['expired', 'expired']);
});

test('a slow refund whose event was lost is refreshed', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  await service.pay(await service.checkout(), 'pay', '4000000000007726');
  const [intent] = (await service.dashboard.paymentIntents.list()).data;
  const body = { paymentIntentId: intent?.id };
  assert.equal((await service.request('POST', '/payments/refund', { body })).body.status, 'pending');
  await waitFor('the bank has agreed', async () => {
    const [refund] = (await service.dashboard.refunds.list()).data;
    return refund?.status === 'succeeded';
  });
  service.advance(hourMs);
  await reconcile(service.context);
  assert.equal((await service.events('payment.refunded')).length, 1);
});

test('a payment that cannot be refreshed does not stop the others', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const lost = await service.checkout();
  const paid = await service.checkout();
  await service.pay(paid);
  service.advance(hourMs);
  service.sandbox.faults.add({ kind: 'respond', status: 500, path: `/v1/checkout/sessions/${lost.split('/pay/')[1]}` });
  await reconcile(service.context);
  assert.equal((await service.events('payment.succeeded')).length, 1);
});

test('a payment that is still processing is refreshed as well', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  await service.pay(await service.checkout());
  const [{ id }] = (await service.request('GET', '/payments')).body.items;
  await inTransaction(service.context, (ctx) =>
    ctx.db.updateTable('payments').set({ status: 'processing' }).where('id', '=', id).execute(),
  );
  service.advance(hourMs);
  await reconcile(service.context);
  assert.equal((await service.request('GET', `/payments/${id}`)).body.status, 'succeeded');
});
