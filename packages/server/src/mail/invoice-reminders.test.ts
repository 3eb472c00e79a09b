// Reminders of invoices: the schedule of the site, with the clock moved by months, from several processes, and what ends them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, credit, issue, seller, startSelling } from '../../test/support/invoicing.ts';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { startNode } from '../../test/support/nodes.ts';
import { startPaymentService } from '../../test/support/payment-service.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { dueStep, remindOfInvoices } from './invoice-reminders.ts';
import { releaseWaiting } from './outbox.ts';

const dayMs = 24 * 3_600_000;
const reminders = [{ days: -3 }, { days: 0 }, { days: 7 }, { days: 14 }];

async function createContact({ request }: Pick<TestService, 'request'>, email: string): Promise<string> {
  return (await request('POST', '/contacts', { body: { name: 'Ada', email } })).body.id;
}

/** An invoice of 199.90 € that was issued and is due in so many days. */
async function createOpen(service: Pick<TestService, 'request' | 'context'>, days: number, rest: object = {}) {
  const dueAt = new Date(service.context.now().getTime() + days * dayMs).toISOString();
  const contactId = await createContact(service, `ada-${Math.random()}@example.com`);
  const draft = await createDraft(service, { contactId, dueAt, ...rest });
  const issued = await issue(service, draft.id);
  assert.equal(issued.status, 200, issued.text);
  return draft.id as string;
}

const readInvoice = async ({ request }: Pick<TestService, 'request'>, id: string) =>
  (await request('GET', `/invoices/${id}`)).body;

/** The kinds of its mails, the first one first. */
async function mailsAbout({ request }: Pick<TestService, 'request'>, id: string): Promise<string[]> {
  const { items } = (await request('GET', `/mails?about=${id}&sort=createdAt`)).body;
  return items.map(({ kind, status }: Record<string, string>) => (status === 'failed' ? `${kind} failed` : kind));
}

test('a step is due from the morning of its day on, where the site is, and the last one counts', () => {
  const due = (now: string, reminderDays: number | null = null) =>
    dueStep(
      { dueAt: '2026-05-10T21:59:59.999Z', reminderDays },
      { days: [14, -3, 0, 7], timeZone: 'Europe/Berlin' },
      new Date(now),
    );
  assert.equal(due('2026-05-07T05:59:00Z'), null);
  assert.equal(due('2026-05-07T06:00:00Z'), -3);
  assert.equal(due('2026-05-07T06:00:00Z', -3), null);
  assert.equal(due('2026-05-10T12:00:00Z', -3), 0);
  assert.equal(due('2026-05-16T12:00:00Z', 0), null);
  assert.equal(due('2026-05-17T12:00:00Z', -3), 7);
  assert.equal(due('2027-05-17T12:00:00Z', -3), 14);
  assert.equal(due('2027-05-17T12:00:00Z', 14), null);
});

test('eight is eight on days on which clocks change', () => {
  const isDue = (day: string, now: string) =>
    dueStep(
      { dueAt: `${day}T20:00:00Z`, reminderDays: null },
      { days: [0], timeZone: 'Europe/Berlin' },
      new Date(now),
    ) === 0;
  assert.deepEqual(
    [isDue('2026-03-29', '2026-03-29T05:59:00Z'), isDue('2026-03-29', '2026-03-29T06:00:00Z')],
    [false, true],
  );
  assert.deepEqual(
    [isDue('2026-10-25', '2026-10-25T06:59:00Z'), isDue('2026-10-25', '2026-10-25T07:00:00Z')],
    [false, true],
  );
});

test('each step is one mail, however often and from wherever it is looked for, and missed ones are skipped', async (t) => {
  const service = await startSelling(t, { reminders });
  const node = await startNode(service);
  const both = () => Promise.all([service, node, service].map(({ context }) => remindOfInvoices(context)));
  const [stepwise, late] = [await createOpen(service, 20), await createOpen(service, 20)];
  await service.request('PATCH', `/invoices/${late}`, { body: { remindersPaused: true } });
  await both();
  assert.deepEqual(await mailsAbout(service, stepwise), []);
  for (const [days, kinds] of [
    [18, ['invoiceReminder']],
    [1, ['invoiceReminder']],
    [2, ['invoiceReminder', 'invoiceOverdue']],
    [7, ['invoiceReminder', 'invoiceOverdue', 'invoiceOverdue']],
    [7, ['invoiceReminder', 'invoiceOverdue', 'invoiceOverdue', 'invoiceOverdue']],
    [300, ['invoiceReminder', 'invoiceOverdue', 'invoiceOverdue', 'invoiceOverdue']],
  ] as const) {
    service.advance(days * dayMs);
    await both();
    assert.deepEqual(await mailsAbout(service, stepwise), kinds);
  }
  assert.equal((await readInvoice(service, stepwise)).reminderDays, 14);
  assert.deepEqual(await mailsAbout(service, late), [], 'it is paused');
  await service.request('PATCH', `/invoices/${late}`, { body: { remindersPaused: false } });
  await both();
  await both();
  assert.deepEqual(await mailsAbout(service, late), ['invoiceOverdue']);
});

test('only open invoices with a day, an address and something left are reminded of, with what is left', async (t) => {
  const service = await startSelling(t, { reminders });
  const { request, context } = service;
  const open = { amount: 2500, currency: 'eur', description: 'Boat repairs' };
  const ids = {
    partly: await createOpen(service, 1),
    paid: await createOpen(service, 1),
    credited: await createOpen(service, 1),
    withdrawn: await createOpen(service, 1),
    withoutContact: await createOpen(service, 1, { contactId: null }),
    withoutDay: (
      await request('POST', '/invoices', {
        body: { ...open, contactId: await createContact(service, 'b@example.com') },
      })
    ).body.id as string,
    draft: (await createDraft(service, { contactId: await createContact(service, 'c@example.com') })).id as string,
  };
  const pay = (id: string, amount: number) =>
    request('POST', `/invoices/${id}/payments`, { body: { amount, method: 'transfer' } });
  assert.equal((await pay(ids.partly, 10_000)).status, 201);
  const { amount } = await readInvoice(service, ids.paid);
  assert.equal((await pay(ids.paid, amount)).status, 201);
  assert.equal((await credit(service, ids.credited)).status, 201);
  assert.equal((await request('PATCH', `/invoices/${ids.withdrawn}`, { body: { status: 'void' } })).status, 200);
  service.advance(60 * dayMs);
  await remindOfInvoices(context);
  const found = await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await mailsAbout(service, id)]));
  assert.deepEqual(Object.fromEntries(found.filter(([name]) => name !== 'paid')), {
    partly: ['invoiceOverdue'],
    credited: [],
    withdrawn: [],
    withoutContact: [],
    withoutDay: [],
    draft: [],
  });
  const { items } = (await request('GET', `/mails?about=${ids.partly}&kind=invoiceOverdue`)).body;
  const { text } = (await request('GET', `/mails/${items[0].id}`)).body;
  assert.match(
    text,
    /€99\.90 is still left to pay[\s\S]*Amount: €199\.90[\s\S]*Paid: €100\.00[\s\S]*Left to pay: €99\.90/,
  );
  // Nothing is reminded of unless the site wants it.
  await request('PATCH', '/settings', { body: { invoicing: { reminders: [] } } });
  const later = await createOpen(service, 1);
  service.advance(60 * dayMs);
  await remindOfInvoices(context);
  assert.deepEqual(await mailsAbout(service, later), []);
});

test('a reminder that waits is not sent once its invoice is paid, credited, disputed or void', async (t) => {
  const service = await startPaymentService(t);
  const { request, context } = service;
  const set = await request('PATCH', '/settings', { body: { invoicing: { seller, reminders } } });
  assert.equal(set.status, 200, set.text);
  const create = () => createOpen(service, -20);
  const [open, paid, partly, credited, voided] = [
    await create(),
    await create(),
    await create(),
    await create(),
    await create(),
  ];
  const disputed = await create();
  await service.pay(await service.checkout({ amount: 500, currency: 'eur', invoiceId: disputed }));
  await service.waitForEvents('payment.succeeded');
  await remindOfInvoices(context);
  service.advance(1000);
  const pay = (id: string, amount: number) =>
    request('POST', `/invoices/${id}/payments`, { body: { amount, method: 'transfer' } });
  await pay(paid, 19_990);
  await pay(partly, 100);
  await credit(service, credited, { amount: 100 });
  await request('PATCH', `/invoices/${voided}`, { body: { status: 'void' } });
  const { paymentIntentId } = (await request('GET', `/payments?invoiceId=${disputed}`)).body.items[0];
  const dispute = { id: 'du_1', object: 'dispute', payment_intent: paymentIntentId, status: 'needs_response' };
  service.sandbox.emit('charge.dispute.created', dispute);
  await service.settled();

  const server = await startMailServer(t);
  context.mailer.useServer(serverAt(server));
  await releaseWaiting(context);
  const reminderOf = async (id: string) =>
    (await request('GET', `/mails?about=${id}&kind=invoiceOverdue`)).body.items[0];
  await waitFor('the one of use', async () => (await reminderOf(open)).status === 'sent');
  for (const [id, reason] of [
    [paid, /^Not sent: the invoice is paid/],
    [partly, /a part of the invoice was paid or credited meanwhile/],
    [credited, /a part of the invoice was paid or credited meanwhile/],
    [voided, /the invoice is void/],
    [disputed, /a payment of the invoice is disputed/],
  ] as const) {
    await waitFor('its end', async () => (await reminderOf(id)).status === 'failed');
    assert.match((await reminderOf(id)).error, reason);
  }
  assert.equal(server.mails.filter(({ subject }) => /^Overdue/.test(subject ?? '')).length, 1);
  // Nor does a later step, or a person, remind of them.
  assert.match((await request('POST', `/invoices/${disputed}/remind`)).body.detail, /disputed/);
  assert.equal((await request('POST', `/invoices/${paid}/remind`)).status, 409);
  assert.equal((await request('POST', `/invoices/${partly}/remind`)).status, 202);
});

test('a reminder that was missed until after the day says that the invoice is overdue', async (t) => {
  const service = await startSelling(t, { reminders: [{ days: -3 }, { days: 30 }] });
  const id = await createOpen(service, 5);
  service.advance(10 * dayMs);
  await remindOfInvoices(service.context);
  assert.deepEqual(await mailsAbout(service, id), ['invoiceOverdue']);
});

test('a reminder that waits is not sent once another one has followed, or the schedule would not have it', async (t) => {
  const service = await startSelling(t, { reminders: [{ days: 0 }, { days: 1 }, { days: 2 }, { days: 3 }] });
  const { request, context } = service;
  const create = () => createOpen(service, -1);
  const [several, paused, moved, readdressed, manual] = [
    await create(),
    await create(),
    await create(),
    await create(),
    await create(),
  ];
  const body = { amount: 2500, currency: 'eur', description: 'Boat repairs' };
  const contactId = await createContact(service, 'due@example.com');
  const dueAt = new Date(context.now().getTime() - 2 * dayMs).toISOString();
  const createUnissued = async () =>
    (await request('POST', '/invoices', { body: { ...body, contactId, dueAt } })).body.id as string;
  const [delayed, repriced] = [await createUnissued(), await createUnissued()];
  await remindOfInvoices(context);
  for (let day = 0; day < 2; day++) {
    service.advance(dayMs);
    await remindOfInvoices(context);
  }
  assert.equal((await request('POST', `/invoices/${manual}/remind`)).status, 202);
  const patch = async (path: string, body: object) => {
    const answer = await request('PATCH', path, { body });
    assert.equal(answer.status, 200, answer.text);
  };
  for (const id of [paused, manual]) await patch(`/invoices/${id}`, { remindersPaused: true });
  await patch(`/invoices/${moved}`, { contactId: await createContact(service, 'eve@example.com') });
  const owner = (await readInvoice(service, readdressed)).contactId;
  await patch(`/contacts/${owner}`, { email: 'new@example.com' });
  const later = new Date(context.now().getTime() + 30 * dayMs).toISOString();
  await patch(`/invoices/${delayed}`, { dueAt: later });
  await patch(`/invoices/${repriced}`, { amount: 3000 });

  const server = await startMailServer(t);
  context.mailer.useServer(serverAt(server));
  await service.work();
  await releaseWaiting(context);
  const all = async () => (await request('GET', '/mails?limit=100')).body.items as Record<string, string>[];
  await waitFor('all are sent or not', async () =>
    (await all()).every(({ status }) => status === 'sent' || status === 'failed'),
  );
  const sentOf = async (id: string) =>
    (await all()).filter(({ about, status }) => about === id && status === 'sent').length;
  assert.deepEqual(
    await Promise.all([several, paused, moved, readdressed, manual, delayed, repriced].map(sentOf)),
    [1, 0, 0, 0, 1, 0, 0],
  );
});

test('a person reminds of an invoice, and the timeline of its contact shows it', async (t) => {
  const service = await startSelling(t);
  const server = await startMailServer(t);
  service.context.mailer.useServer(serverAt(server));
  await service.work();
  const id = await createOpen(service, 5);
  const preview = (await service.request('GET', `/invoices/${id}/mail?reminder=true`)).body;
  assert.equal(preview.kind, 'invoiceReminder');
  const sent = await service.request('POST', `/invoices/${id}/remind`, { body: { message: 'We have moved.' } });
  assert.deepEqual([sent.status, sent.body.kind], [202, 'invoiceReminder'], sent.text);
  const mail = await server.received(1);
  assert.match(mail.text ?? '', /^We have moved\.\n\nThis is a reminder[\s\S]*Please pay it by/);
  assert.deepEqual(
    mail.attachments.map(({ contentType }) => contentType),
    ['application/pdf'],
  );
  const { contactId, sentAt } = await readInvoice(service, id);
  const types = async () =>
    (await service.request('GET', `/contacts/${contactId}/timeline`)).body.items.map(
      ({ type }: { type: string }) => type,
    );
  await waitFor('the timeline', async () => (await types()).includes('invoice.reminded'));
  assert.equal(sentAt, null, 'a reminder is not the invoice');
});

test('the schedule names each day once', async (t) => {
  const service = await startSelling(t);
  const set = (reminders: object[]) => service.request('PATCH', '/settings', { body: { invoicing: { reminders } } });
  assert.equal((await set([{ days: 7 }, { days: 7 }])).status, 422);
  assert.equal((await set(Array.from({ length: 11 }, (_, days) => ({ days })))).status, 422);
  assert.equal((await set([{ days: 366 }])).status, 422);
  const stored = await set(reminders);
  assert.deepEqual([stored.status, stored.body.invoicing.reminders], [200, reminders]);
});
