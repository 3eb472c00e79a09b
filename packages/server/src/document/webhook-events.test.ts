import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startClamd } from '../../test/support/clamd.ts';
import { type PaymentService, startPaymentService } from '../../test/support/payment-service.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { ensureBuiltInTypes } from '../content/types/post-types.ts';
import { inTransaction } from '../context/context.ts';
import { webhookEvents } from '../events/event-types.ts';
import { bodyValidator } from '../lib/validation.ts';
import { FeedPage, WebhookEvent } from './webhook-events.schemas.ts';

/** The schema, without room for members that it does not name. */
const strict = (schema: object) =>
  JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  );

/** What docs/event-types.md shows. */
const examples: Record<string, object> = JSON.parse(
  await readFile(new URL('../../../../scripts/event-examples.json', import.meta.url), 'utf8'),
);

type Event = { id: string; name: string };

/** The first event of each type. */
function firstOfEach(events: Event[]): Record<string, Event> {
  const newestFirst = [...events].sort((a, b) => b.id.localeCompare(a.id));
  return Object.fromEntries(newestFirst.map((event) => [event.name, event]));
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
  await post(`/forms/${form.id}/webhooks`, { url: receiver.url, events: webhookEvents.submissions });
  const subscriber = await post('/payments/webhooks', { url: receiver.url, events: webhookEvents.payments });

  await inTransaction(service.context, ensureBuiltInTypes);
  const { submissions: _s, payments: _p, ...others } = webhookEvents;
  await post('/webhooks', { url: receiver.url, events: Object.values(others).flat() });
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
  await post(`/webhooks/${subscriber.id}/test`);

  const body = new FormData();
  body.append('papers', new Blob(['harmless']), 'papers.txt');
  const sent = await fetch(`${service.origin}/api/v1/forms/${form.id}/submit`, { method: 'POST', body });
  assert.equal(sent.status, 200);

  const path = `/contacts/${(await post('/contacts', { name: 'Cleo', fields: { vip: true } })).id}`;
  await service.request('PATCH', path, { body: { phone: '+49 30 123456', fields: { vip: null } } });
  await service.request('DELETE', path);
  const draft = `/invoices/${(await post('/invoices', { amount: 100, currency: 'eur', status: 'draft' })).id}`;
  await service.request('PATCH', draft, { body: { number: '2027-1' } });
  await service.request('DELETE', draft);
  await creditConsulting(service);
  const other = `/forms/${(await post('/forms', { name: 'Other', fields })).id}`;
  await service.request('PATCH', other, { body: { open: false } });
  await service.request('DELETE', other);
  const hook = await post('/webhooks', { url: receiver.url, events: ['webhook.updated'] });
  await service.request('PATCH', `/webhooks/${hook.id}`, { body: { status: 'paused' } });
  await service.request('DELETE', `/webhooks/${hook.id}`);

  const bodies = (): Event[] => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  const names = [...Object.values(webhookEvents).flat(), 'test'];
  const missing = () => names.filter((name) => !bodies().some((body) => 'type' in body && body.type === name));
  // What fails once is tried again after a minute.
  await waitFor('every event', () => missing().length === 0, 120_000).catch(() => assert.deepEqual(missing(), []));
  const { items } = (await service.request('GET', '/events?limit=500')).body;
  const all = firstOfEach([...bodies(), ...items]);
  const validate = bodyValidator().compile(strict(WebhookEvent));
  for (const { cursor: _, ...event } of [...bodies(), ...Object.values(examples)] as Record<string, unknown>[])
    assert.ok(validate(event), `${event.name}: ${JSON.stringify(validate.errors)}`);
  const validatePage = bodyValidator().compile(strict(FeedPage));
  assert.ok(validatePage({ items, after: '1', more: false }), JSON.stringify(validatePage.errors));

  assert.deepEqual(Object.keys(examples).sort(), Object.keys(all).sort(), 'every event has an example');
  for (const [name, { cursor: _, ...event }] of Object.entries(all) as [string, Record<string, unknown>][])
    if (!isGone(event)) assert.deepEqual(findDifferences(examples[name], event, name), []);
});

/** Takes back a part of an invoice that was issued. */
async function creditConsulting({ request }: Pick<PaymentService, 'request'>): Promise<void> {
  const post = async (path: string, body: object) => (await request('POST', path, { body })).body;
  const address = { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'de' };
  const seller = { name: 'Harbor Ltd', address, vatId: 'DE123456789' };
  await request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const tax = await post('/tax-rates', { name: 'VAT', percent: '19', country: 'de', category: 'S' });
  const ada = await post('/contacts', { name: 'Ada Lovelace', email: 'lovelace@example.com' });
  const lines = [{ description: 'Consulting', quantity: '1.5', unit: 'hour', unitAmount: 8000, taxRateId: tax.id }];
  const invoice = await post('/invoices', { contactId: ada.id, currency: 'eur', status: 'open', lines });
  const some = { lines: [{ position: 1, quantity: '0.5' }], reason: 'Half an hour less' };
  await post(`/invoices/${invoice.id}/credit-notes`, some);
}

/** In the feed, what was deleted since is an ID only. */
function isGone({ data, name }: { [member: string]: unknown }): boolean {
  return typeof data === 'object' && data !== null && 'deleted' in data && !String(name).endsWith('.deleted');
}
