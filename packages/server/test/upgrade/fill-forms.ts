// Forms with fields of every kind, versions and languages; submissions in every state, with files, notes, replies, mails,
// payments; contacts and invoices; webhooks with deliveries that arrived and that failed.

import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { waitFor } from '../support/wait-for.ts';
import { type Body, type Filling, type Person, send } from './filling.ts';

const options = ['red', { value: 'blue', label: 'Blue' }];

export async function fillForms(filling: Filling, { owner }: { owner: Person }): Promise<void> {
  const { server, receiver, failing } = filling;
  const post = (path: string, body: object = {}): Promise<Body> => send(filling, 'POST', path, body);
  await post('/forms', {
    ...{ name: 'Everything', slug: 'everything', language: 'en', fields: everyField, maxSubmissions: 500 },
    settings: {
      mail: {
        notice: { to: ['office@harbour.example'] },
        reply: { on: true, subject: 'Thank you', text: 'We got it: {{answers}}' },
      },
      saveForLater: { days: 60 },
    },
  });
  const hook = await post('/forms/everything/webhooks', { url: `${receiver.url}/form`, events: ['submitted'] });
  const broken = await post('/forms/everything/webhooks', { url: failing.url, events: ['submitted'] });
  await post('/payments/webhooks', {
    url: `${receiver.url}/money`,
    events: ['payment.succeeded', 'payment.refunded', 'invoice.paid'],
  });

  const first = await submitAll(server.api, 'ada@example.com');
  const form = await send(filling, 'GET', '/forms/everything');
  const fields = [...form.fields.filter(({ name }: Body) => name !== 'nick'), { name: 'added', type: 'text' }];
  await send(filling, 'PATCH', '/forms/everything', { fields });
  const second = await submitAll(server.api, 'bo@example.com');
  await send(filling, 'PATCH', `/submissions/${first}`, {
    unread: false,
    starred: true,
    progress: 'in_progress',
    assigneeId: owner.id,
  });
  await owner.send('POST', `/submissions/${first}/notes`, { text: 'Called back.\nWill come.' });
  await owner.send('POST', `/submissions/${first}/replies`, { subject: 'Your request', text: 'Dear Ada,\n\nyes.' });
  await post('/submissions/bulk', { ids: [second], action: 'spam' });
  await submitAll(server.api, 'forget.me@example.com');
  await waitFor(
    'the deliveries of the form',
    () => receiver.requests.filter(({ path }) => path.endsWith('/form')).length >= 3,
  );
  await post('/privacy/erasures', { email: 'forget.me@example.com' });
  await waitFor('deliveries that fail', () => failing.requests.length >= 3);
  // Nothing is tried again when a later version starts.
  for (const { id } of [hook, broken]) await send(filling, 'PATCH', `/webhooks/${id}`, { status: 'paused' });

  await fillPayments(filling);
  const contact = await post('/contacts', {
    externalId: 'crm-17',
    email: 'dora@example.com',
    name: 'Dora',
    phone: '+1 555',
    fields: { vip: true, since: 2019 },
  });
  await post('/invoices', {
    externalId: 'order-17',
    contactId: contact.id,
    description: 'Berth',
    amount: 120_00,
    currency: 'eur',
    status: 'open',
    dueAt: '2126-01-31T00:00:00Z',
  });
  await post('/invoices', { contactId: contact.id, description: 'Wash', amount: 1, currency: 'jpy', status: 'draft' });
  const voided = await post('/invoices', { amount: 5_00, currency: 'usd', status: 'open', number: 'X-17' });
  await send(filling, 'PATCH', `/invoices/${voided.id}`, { status: 'void' });
  await fillIssued(filling, contact.id);
}

/** An invoice with lines and taxes, of which a part was paid by transfer and another was credited. */
async function fillIssued(filling: Filling, contactId: string): Promise<void> {
  const post = (path: string, body: object = {}): Promise<Body> => send(filling, 'POST', path, body);
  const seller = { name: 'Harbor Ltd', address: { city: 'Hamburg', country: 'de' }, vatId: 'DE123456789' };
  await send(filling, 'PATCH', '/settings', { invoicing: { seller } });
  const rate = await post('/tax-rates', { name: 'VAT 19 %', percent: '19', country: 'de', category: 'S' });
  const lines = [{ description: 'Mooring', quantity: '1.5', unit: 'day', unitAmount: 80_00, taxRateId: rate.id }];
  const buyer = { address: { city: 'Wien', country: 'at' } };
  const invoice = await post('/invoices', { contactId, currency: 'eur', lines, buyer, status: 'open' });
  await post(`/invoices/${invoice.id}/payments`, { amount: 50_00, method: 'transfer', reference: 'Statement 17' });
  await post(`/invoices/${invoice.id}/credit-notes`, { amount: 10_00, reason: 'Rain' });
}

/** Sold and free, paid and declined, refunded, open, with a discount; a subscription with a paid and a declined invoice. */
async function fillPayments(filling: Filling): Promise<void> {
  const { sandbox } = filling;
  const post = (path: string, body: object = {}): Promise<Body> => send(filling, 'POST', path, body);
  await post('/forms', { name: 'Tickets', slug: 'tickets', fields: [{ name: 'email', type: 'email' }, tickets] });
  await post('/forms/tickets/discounts', { code: 'SUMMER', percentOff: 20, maxUses: 50 });
  const order = (email: string, discountCode?: string) =>
    post('/forms/tickets/submit', {
      email,
      tickets: {
        lines: [
          { line: 'ticket', option: 'early', quantity: 2 },
          { line: 'gift', amount: 1000 },
        ],
        ...(discountCode && { discountCode }),
      },
    });
  const paid = await order('ada@example.com', 'SUMMER');
  await pay(paid.paymentUrl, 'pay');
  await pay((await order('bo@example.com')).paymentUrl, 'decline');
  await order('carl@example.com');
  const succeeded = (): Promise<Body> => send(filling, 'GET', '/payments?status=succeeded');
  const { items } = await waitFor('the payment', async () => {
    const found = await succeeded();
    return found.total > 0 ? found : null;
  });
  await post('/payments/refund', {
    paymentIntentId: items[0].paymentIntentId,
    amount: 1500,
    reason: 'requested_by_customer',
  });
  const checkout = await post('/payments/checkout', { amount: 900, currency: 'usd', description: 'Coffee' });
  await pay(checkout.url, 'pay');

  const { hostname, port } = new URL(sandbox.apiBase);
  const stripe = new Stripe('sk_test_dashboard', { host: hostname, port, protocol: 'http', telemetry: false });
  const customer = await stripe.customers.create({ email: 'cleo@example.com' });
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1200,
    recurring: { interval: 'month' },
    product_data: { name: 'Plan' },
  });
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  await waitFor('payments and the subscription', async () => {
    const events = (await send(filling, 'GET', '/events?limit=100')).items.map(({ type }: Body) => type);
    return (
      ['payment.refunded', 'subscription.created', 'invoice.paid'].every((type) => events.includes(type)) &&
      (await succeeded()).total >= 2
    );
  });
  const renewed = await fetch(`${sandbox.apiBase}/sandbox/subscriptions/${id}/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'decline' }),
  });
  assert.ok(renewed.ok, await renewed.text());
}

async function pay(url: string, outcome: 'pay' | 'decline'): Promise<void> {
  const body = new URLSearchParams({ outcome, email: 'ada@example.com' });
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', body });
  await answer.body?.cancel();
}

const tickets = {
  ...{
    name: 'tickets',
    type: 'payment',
    label: 'Tickets',
    currency: 'eur',
    places: 50,
    showAvailable: true,
    holdMinutes: 1380,
    discountCodes: true,
  },
  lines: [
    {
      ...{ name: 'ticket', type: 'choice', label: 'Ticket', required: true, maxQuantity: 4, takesPlaces: true },
      options: [
        { value: 'early', label: 'Early bird', amount: 3000, stock: 20 },
        { value: 'full', label: 'Full price', amount: 5000 },
      ],
    },
    { name: 'gift', type: 'custom', label: 'Donation', minimum: 500, maximum: 50000, preset: 1000 },
  ],
};

const everyField = [
  { name: 'name', type: 'text', label: 'Name', required: true },
  { name: 'nick', type: 'text' },
  { name: 'email', type: 'email', required: true, unique: true },
  { name: 'intro', type: 'headline', label: 'About you', help: 'All of it' },
  { name: 'words', type: 'textblock', help: 'With **bold** words' },
  { name: 'message', type: 'textarea' },
  { name: 'age', type: 'number', min: 0 },
  { name: 'guests', type: 'integer' },
  { name: 'sure', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'hour', type: 'time' },
  { name: 'one', type: 'select', options },
  { name: 'other', type: 'radio', options, visibleWhen: { field: 'one', equals: 'blue' } },
  { name: 'some', type: 'multiselect', options },
  { name: 'boxes', type: 'checkbox', options },
  { name: 'page', type: 'url' },
  { name: 'phone', type: 'phone' },
  { name: 'agreed', type: 'consent', label: 'I agree', required: true },
  { name: 'source', type: 'hidden' },
  { name: 'papers', type: 'file', multiple: true, accept: ['text/plain', 'text/csv'] },
  { name: 'signed', type: 'signature' },
  { name: 'stars', type: 'rating' },
  { name: 'likely', type: 'scale', minLabel: 'No', maxLabel: 'Yes' },
  { name: 'table', type: 'matrix', rows: ['morning', 'evening'], options },
  { name: 'stay', type: 'daterange' },
  { name: 'home', type: 'address' },
  {
    name: 'people',
    type: 'repeat',
    fields: [
      { name: 'who', type: 'text' },
      { name: 'years', type: 'integer' },
    ],
    max: 5,
  },
  { name: 'sum', type: 'calculation', formula: 'guests * 25', decimals: 2 },
];

async function submitAll(api: string, email: string): Promise<string> {
  const form = new FormData();
  const answers = {
    ...{
      name: 'Ada Łovelace',
      email,
      message: 'Hello\r\n“there” 👋',
      age: 36.5,
      guests: 3,
      sure: true,
      day: '2026-12-24',
    },
    ...{
      at: '2026-12-24T18:00:00Z',
      hour: '18:30',
      one: 'blue',
      other: 'red',
      page: 'https://ada.example',
      phone: '+44 20 7946 0000',
    },
    ...{ agreed: true, source: 'fixture', signed: 'Ada L.', stars: 4, likely: 9 },
  };
  for (const [name, value] of Object.entries(answers)) form.append(name, String(value));
  for (const name of ['some', 'boxes']) for (const value of ['red', 'blue']) form.append(name, value);
  const parts = {
    ...{ 'table.morning': 'red', 'table.evening': 'blue', 'stay.from': '2026-12-24', 'stay.to': '2026-12-27' },
    ...{ 'home.street': 'Quay 1', 'home.postalCode': '20457', 'home.city': 'Hamburg', 'home.country': 'DE' },
    ...{ 'people.0.who': 'Bo', 'people.0.years': '7' },
  };
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  form.append('papers', new Blob([`${email} wrote this.\n`], { type: 'text/plain' }), 'note.txt');
  form.append('papers', new Blob(['a,b\r\n1,2\r\n'], { type: 'text/csv' }), 'täble.csv');
  const answer = await fetch(`${api}/forms/everything/submit`, { method: 'POST', body: form });
  const body = (await answer.json()) as Body;
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body.submissionId;
}
