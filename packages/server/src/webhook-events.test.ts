import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startClamd } from '../test/support/clamd.ts';
import { startPaymentService } from '../test/support/payment-service.ts';
import { startReceiver } from '../test/support/receiver.ts';
import { waitFor } from '../test/support/wait-for.ts';
import { ensureBuiltInTypes } from './content/types/post-types.ts';
import { inTransaction } from './context.ts';
import { formEvents, itemEvents, paymentEvents } from './events/event-types.ts';
import { bodyValidator } from './lib/validation.ts';
import { WebhookEvent } from './webhook-events.schemas.ts';

/** The schema, without room for members that it does not name. */
const strict = JSON.parse(JSON.stringify(WebhookEvent), (_key, value) =>
  value?.properties ? { ...value, additionalProperties: false } : value,
);

test('what subscribers receive has the shape that the document describes', async (t) => {
  const clamd = await startClamd(t);
  const service = await startPaymentService(t, { config: { clamd: clamd.address } });
  const receiver = await startReceiver(t);
  const post = async (path: string, body?: object) => (await service.request('POST', path, { body })).body;
  const fields = [
    { name: 'email', type: 'email' },
    { name: 'fee', type: 'payment', amount: 2500, currency: 'usd' },
    { name: 'papers', type: 'file' },
  ];
  const form = await post('/forms', { name: 'Tickets', fields });
  await post(`/forms/${form.id}/webhooks`, { url: receiver.url, events: formEvents });
  const subscriber = await post('/payments/webhooks', { url: receiver.url, events: paymentEvents });

  await inTransaction(service.context, ensureBuiltInTypes);
  await post('/webhooks', { url: receiver.url, events: itemEvents });
  const item = `/content/post/${(await post('/content/post', { title: 'First', status: 'publish' })).id}`;
  for (const body of [{ slug: 'other' }, { status: 'draft' }]) await service.request('PATCH', item, { body });
  for (const query of ['', '?force=true']) await service.request('DELETE', `${item}${query}`);

  const { paymentUrl } = await post(`/forms/${form.id}/submit`, { email: 'ada@example.com' });
  await service.pay(paymentUrl);
  const [paid] = await service.waitForEvents('payment.succeeded');
  await post('/payments/refund', {
    paymentIntentId: (await service.request('GET', `/payments/${paid?.subject}`)).body.paymentIntentId,
  });
  await service.pay(await service.checkout(), 'decline');
  const { customers, prices, subscriptions } = service.dashboard;
  const customer = await customers.create({ email: 'cleo@example.com' });
  const price = await prices.create({
    currency: 'usd',
    unit_amount: 1200,
    recurring: { interval: 'month' },
    product_data: { name: 'Plan' },
  });
  const { id } = await subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  await service.waitForEvents('invoice.paid');
  await fetch(`${service.sandbox.apiBase}/sandbox/subscriptions/${id}/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'decline' }),
  });
  await service.waitForEvents('invoice.payment_failed');
  await subscriptions.cancel(id);
  await post(`/payments/webhooks/${subscriber.id}/test`);

  const body = new FormData();
  body.append('papers', new Blob(['harmless']), 'papers.txt');
  const sent = await fetch(`${service.origin}/api/v1/forms/${form.id}/submit`, { method: 'POST', body });
  assert.equal(sent.status, 200);

  const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  const names = [...itemEvents, ...formEvents, ...paymentEvents, 'test'];
  await waitFor('every event', () => names.every((name) => bodies().some(({ type }) => type === name)));
  const validate = bodyValidator().compile(strict);
  for (const event of bodies()) assert.ok(validate(event), `${event.type}: ${JSON.stringify(validate.errors)}`);
});
