import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startClamd } from '../../test/support/clamd.ts';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { ensureBuiltInTypes } from '../content/types/post-types.ts';
import { inTransaction } from '../context/context.ts';
import { formEvents, itemEvents, paymentEvents } from '../events/event-types.ts';
import { bodyValidator } from '../lib/validation.ts';
import { WebhookEvent } from './webhook-events.schemas.ts';

/** The schema, without room for members that it does not name. */
const strict = JSON.parse(JSON.stringify(WebhookEvent), (_key, value) =>
  value?.properties ? { ...value, additionalProperties: false } : value,
);

/** What docs/event-types.md shows. */
const examples: { webhooks: Record<string, object>; feed: Record<string, object> } = JSON.parse(
  await readFile(new URL('../../../../scripts/event-examples.json', import.meta.url), 'utf8'),
);

type Event = { id: string; type: string };

/** The first event of each type. */
function firstOfEach(events: Event[]): Record<string, Event> {
  const newestFirst = [...events].sort((a, b) => b.id.localeCompare(a.id));
  return Object.fromEntries(newestFirst.map((event) => [event.type, event]));
}

/** Where two records do not have the same members with the same kinds of values. Either may be null. */
function findDifferences(a: unknown, b: unknown, place: string): string[] {
  if (a === null || b === null) return [];
  if (Array.isArray(a) && Array.isArray(b)) return a[0] && b[0] ? findDifferences(a[0], b[0], `${place}[]`) : [];
  if (typeof a !== 'object' || typeof b !== 'object') return typeof a === typeof b ? [] : [place];
  // The values of a form, which its fields name.
  if (place.endsWith('submission.data')) return [];
  const [one, other] = [a, b] as Record<string, unknown>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
    name in a && name in b ? findDifferences(one?.[name], other?.[name], `${place}.${name}`) : [`${place}.${name}`],
  );
}

test('what subscribers receive has the shape that the document describes, and is as in its examples', async (t) => {
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
  for (const event of [...bodies(), ...Object.values(examples.webhooks)])
    assert.ok(validate(event), `${event.type}: ${JSON.stringify(validate.errors)}`);

  assert.deepEqual(Object.keys(examples.webhooks), names, 'every event has an example');
  const { items } = (await service.request('GET', '/events?limit=500')).body;
  for (const [shown, sent] of [
    [examples.webhooks, firstOfEach(bodies())],
    [examples.feed, firstOfEach(items.filter(({ type }: Event) => !itemEvents.some((name) => name === type)))],
  ] as const) {
    assert.deepEqual(Object.keys(shown).sort(), Object.keys(sent).sort());
    for (const [name, event] of Object.entries(shown)) assert.deepEqual(findDifferences(event, sent[name], name), []);
  }
});
