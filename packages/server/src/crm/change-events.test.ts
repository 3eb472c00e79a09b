import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, startSelling } from '../../test/support/invoicing.ts';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';

type Event = { name: string; subject: string; sequence: number; changed: string[]; data: Record<string, unknown> };

async function readEvents(service: Pick<TestService, 'request'>, query = ''): Promise<Event[]> {
  const answer = await service.request('GET', `/events${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.items;
}

const lineOf = ({ name, changed }: Event): string => [name, ...changed].join(' ');

test('each change of a contact is an event, with the contact as it is and what of it changed', async (t) => {
  const service = await startTestService(t);
  const { body: ada } = await service.request('POST', '/contacts', { body: { name: 'Ada', fields: { vip: true } } });
  const change = (body: object) => service.request('PATCH', `/contacts/${ada.id}`, { body });
  await change({ email: 'Ada@example.com', fields: { vip: null, city: 'London' } });
  const { body: last } = await change({ name: 'Ada' });
  assert.deepEqual((await change({ name: 'Ada' })).body, last);
  const events = await readEvents(service);
  assert.deepEqual(events.map(lineOf), ['contact.created', 'contact.updated email fields.vip fields.city']);
  assert.deepEqual(
    events.map(({ subject, sequence, data }) => [subject, sequence, data]),
    [
      [ada.id, 1, last],
      [ada.id, 2, last],
    ],
  );
  const { body: invoice } = await service.request('POST', '/invoices', {
    body: { contactId: ada.id, amount: 500, currency: 'eur' },
  });
  assert.equal((await service.request('DELETE', `/contacts/${ada.id}`)).status, 200);
  const after = await readEvents(service);
  assert.deepEqual(after.map(lineOf).slice(2), ['invoice.created', 'invoice.updated contactId', 'contact.deleted']);
  const gone = { id: ada.id, deleted: true };
  assert.deepEqual([after[0]?.data, after.at(-1)?.data], [gone, gone]);
  assert.deepEqual([after[3]?.data.version, after[3]?.data.contactId], [invoice.version + 1, null]);
  const same = { events: 'contact.deleted,invoice.updated' };
  assert.equal((await readEvents(service, `?${new URLSearchParams(same)}`)).length, 2);
});

test('a submission of a person who is known publishes a change of the contact only if it says something new', async (t) => {
  const service = await startTestService(t);
  const fields = ['email', 'phone'].map((type) => ({ name: type, type }));
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Talk', slug: 'talk', fields } })).status, 201);
  const submit = async (body: object) =>
    assert.equal((await service.request('POST', '/forms/talk/submit', { token: null, body })).status, 200);
  const email = 'ada@example.com';
  await submit({ email });
  await submit({ email });
  await submit({ email, phone: '+49 30 123456' });
  await submit({ email, phone: '+49 30 654321' });
  await service.request('PATCH', '/forms/talk', { body: { open: false } });
  await service.request('DELETE', '/forms/talk?force=true');
  assert.deepEqual(
    (await readEvents(service)).map((event) => lineOf({ ...event, changed: event.changed ?? [] })),
    [
      'form.created',
      'contact.created',
      'submission.submitted',
      'submission.submitted',
      'contact.updated phone',
      'submission.submitted',
      'submission.submitted',
      'form.updated open',
      'form.deleted',
    ],
  );
});

test('what payments do to contacts and invoices is published, and is not in the timeline', async (t) => {
  const service = await startPaymentService(t);
  const invoice = { id: 'order-1', amount: 500 };
  const checkout = { amount: 500, currency: 'usd', contactId: 'crm-7', invoiceId: invoice.id };
  const { url } = (await service.request('POST', '/payments/checkout', { body: checkout })).body;
  await service.pay(url);
  await service.waitForEvents('payment.succeeded');
  await service.settled();
  const lines = (await readEvents(service, '?events=contact.created,invoice.created,invoice.updated')).map(
    (event) => `${event.subject} ${lineOf(event)}`,
  );
  assert.deepEqual(lines.sort(), [
    'crm-7 contact.created',
    'order-1 invoice.created',
    'order-1 invoice.updated status amountPaid totals paidAt',
  ]);
  const { items } = (await service.request('GET', '/contacts/crm-7/timeline')).body;
  assert.deepEqual(
    items.map(({ type }: { type: string }) => type),
    ['payment.succeeded'],
  );
});

test('what is typed into a draft of an invoice is no event, and its issue has all of it', async (t) => {
  const service = await startSelling(t);
  const draft = await createDraft(service);
  for (const notes of ['T', 'Thank', 'Thank you']) {
    const { status, text } = await service.request('PATCH', `/invoices/${draft.id}`, { body: { notes } });
    assert.equal(status, 200, text);
  }
  assert.equal((await service.request('POST', `/invoices/${draft.id}/issue`)).status, 200);
  const events = await readEvents(service, '?events=invoice.created,invoice.updated');
  assert.deepEqual(
    events.map(({ name }) => name),
    ['invoice.created', 'invoice.updated'],
  );
  assert.deepEqual([events[1]?.data.status, events[1]?.data.notes], ['open', 'Thank you']);
});

test('the erasure of a person is reported with the ID alone, and no event says who it was', async (t) => {
  const service = await startTestService(t);
  const email = 'ada@winter.example';
  const { body: ada } = await service.request('POST', '/contacts', { body: { name: 'Ada Winter', email } });
  const draft = { contactId: ada.id, amount: 500, currency: 'eur', description: 'For Ada Winter' };
  await service.request('POST', '/invoices', { body: draft });
  const { body: erasure } = await service.request('POST', '/privacy/erasures', { body: { email } });
  await service.work();
  const state = async () => (await service.request('GET', `/privacy/erasures/${erasure.id}`)).body.status;
  await waitFor('the erasure', async () => (await state()) === 'completed');
  const events = await readEvents(service);
  assert.deepEqual(events.map(lineOf), [
    'invoice.created',
    'invoice.updated contactId description lines',
    'contact.deleted',
  ]);
  assert.equal(events.at(-1)?.sequence, 2);
  assert.doesNotMatch(JSON.stringify(events), /winter/i);
  const rows = await service.context.db.selectFrom('events').selectAll().execute();
  assert.deepEqual(
    rows.filter(({ contactId }) => contactId !== null),
    [],
  );
});
