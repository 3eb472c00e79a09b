// Kills a process between a submission that holds a place and its checkout: the place comes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcile } from '../../src/payments/reconcile.ts';
import { startPaymentService } from '../support/payment-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

test('killed between the hold of a place and the checkout, the place is for sale again when the hold ends', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  const processor = await startReceiver(t, { hang: true });
  const { dataFolder, databaseUrl } = service.config;
  const server = await startServerProcess(t, {
    STRIPE_API_BASE: new URL(processor.url).origin,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    FRONTDESK_DATA: dataFolder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const seat = {
    ...{ name: 'seat', type: 'payment', label: 'Seat', currency: 'eur', holdMinutes: 30 },
    lines: [{ name: 'berth', type: 'item', label: 'Berth', amount: 4200, stock: 1 }],
  };
  const made = await service.request('POST', '/forms', { body: { name: 'Sail', slug: 'sail', fields: [seat] } });
  assert.equal(made.status, 201, made.text);
  const answers = { seat: { lines: [{ line: 'berth', quantity: 1 }] } };
  const lost = server.request('POST', '/forms/sail/submit', answers).catch(() => null);
  const asksForCheckout = () => processor.requests.some(({ path }) => path.startsWith('/v1/checkout/sessions'));
  await waitFor('the request for a checkout', asksForCheckout);
  await server.kill();
  assert.equal(await lost, null);

  const stock = async () => (await service.request('GET', '/forms/sail/stock')).body.items[0];
  assert.deepEqual([(await stock()).held, (await stock()).available], [1, 0]);
  const submit = async () => (await service.request('POST', '/forms/sail/submit', { body: answers })).status;
  assert.equal(await submit(), 422, 'it is held');
  // Longer than a checkout could last that was opened without our knowing.
  service.advance(62 * 60_000);
  await reconcile(service.context);
  await reconcile(service.context);
  assert.deepEqual([(await stock()).held, (await stock()).available], [0, 1]);
  assert.equal(await submit(), 200);
  assert.deepEqual([(await stock()).held, (await stock()).available], [1, 0]);
});
