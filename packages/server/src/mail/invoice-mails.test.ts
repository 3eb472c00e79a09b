// The mail of an invoice: to whom it goes, what stands in it, and the document that is attached.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createDraft, credit, startSelling } from '../../test/support/invoicing.ts';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { waitFor } from '../../test/support/wait-for.ts';

const etagOf = (content: unknown): string =>
  `"${createHash('sha256')
    .update(content as Buffer)
    .digest('hex')}"`;

const buyer = { name: 'Ada Lovelace', address: { city: 'Graz', country: 'at' } };

test('the mail has what its preview shows, a message, the link to its page and its document', async (t) => {
  const service = await startSelling(t);
  const { request, context } = service;
  const server = await startMailServer(t);
  context.mailer.useServer(serverAt(server));
  await service.work();
  const contact = (await request('POST', '/contacts', { body: { name: 'Ada', email: 'ada@example.com' } })).body;
  const { id, number } = await createDraft(service, { contactId: contact.id, buyer, status: 'open' });
  const preview = await request('GET', `/invoices/${id}/mail`);
  assert.deepEqual(
    [preview.status, preview.body.kind, preview.body.recipient, preview.body.language],
    [200, 'invoiceToPay', 'ada@example.com', 'en'],
    preview.text,
  );
  assert.deepEqual(preview.body.attachments, [`${number}.pdf`]);

  const body = { to: 'office@example.com', message: 'Dear Ada,\n\n{{link}} <b>thanks</b>' };
  const sent = await request('POST', `/invoices/${id}/mail`, { body });
  assert.deepEqual([sent.status, sent.body.recipient], [202, 'office@example.com'], sent.text);
  const mail = await server.received(1);
  assert.equal(mail.subject, preview.body.subject);
  assert.match(mail.text ?? '', /^Dear Ada,\n\n\{\{link\}\} <b>thanks<\/b>\n\nHere is your invoice of €199\.90/);
  assert.match(mail.html || '', /&#60;b&#62;thanks/);
  const [file] = mail.attachments;
  assert.deepEqual([file?.filename, file?.contentType], [`${number}.pdf`, 'application/pdf']);
  const shown = (await request('GET', `/invoices/${id}/document`)).headers.etag;
  assert.equal(etagOf(file?.content), shown);
  await waitFor('the time', async () => (await request('GET', `/invoices/${id}`)).body.sentAt !== null);
  const timeline = (await request('GET', `/contacts/${contact.id}/timeline?type=invoice.sent`)).body.items;
  assert.deepEqual([timeline.length, timeline[0].number], [1, number]);
  assert.equal(
    (await request('GET', `/mails?about=${id}&kind=invoiceToPay`)).body.items[0].recipient,
    'office@example.com',
  );

  for (const wrong of [{ to: 'nobody' }, { message: 'x'.repeat(5001) }, { subject: 'Hi' }])
    assert.equal((await request('POST', `/invoices/${id}/mail`, { body: wrong })).status, 422);
});

test('mails of one invoice to several addresses in the same millisecond are all stored', async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const note = (await credit(service, id, { amount: 100 })).body;
  const addresses = Array.from({ length: 3 }, (_, n) => `office-${n}@example.com`);
  const now = Date.now();
  t.mock.method(Date, 'now', () => now);
  for (const path of [`/invoices/${id}/mail`, `/invoices/${id}/remind`, `/credit-notes/${note.id}/mail`]) {
    const sent = await Promise.all(addresses.map((to) => service.request('POST', path, { body: { to } })));
    assert.deepEqual(
      sent.map(({ body }) => body.recipient),
      addresses,
    );
  }
});

test('without a contact, the mail goes to the address that is named', async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const path = `/invoices/${id}/mail`;
  assert.equal((await service.request('GET', path)).body.recipient, null);
  assert.equal((await service.request('POST', path)).status, 409);
  const sent = await service.request('POST', path, { body: { to: 'ada@example.com' } });
  assert.deepEqual([sent.status, sent.body.status], [202, 'waiting'], sent.text);
});

test('a paid invoice is sent as a copy that asks for no payment, and is not reminded of', async (t) => {
  const service = await startSelling(t);
  const { request } = service;
  const contact = (await request('POST', '/contacts', { body: { email: 'ada@example.com' } })).body;
  const dueAt = '2020-01-01T00:00:00.000Z';
  const { id, number } = await createDraft(service, { contactId: contact.id, buyer, status: 'open', dueAt });
  const body = { amount: 19_990, method: 'cash' };
  assert.equal((await request('POST', `/invoices/${id}/payments`, { body })).status, 201);
  const preview = (await request('GET', `/invoices/${id}/mail`)).body;
  assert.deepEqual(
    [preview.kind, preview.recipient, preview.attachments],
    ['invoicePaid', 'ada@example.com', [`${number}.pdf`]],
  );
  assert.match(preview.text, /^Here is a copy of your invoice of €199\.90\. It is paid/);
  assert.match(preview.text, /Paid: €199\.90/);
  assert.doesNotMatch(preview.text, /pay it|2020|\[View and pay\]/);
  const sent = await request('POST', `/invoices/${id}/mail`);
  assert.deepEqual([sent.status, sent.body.kind], [202, 'invoicePaid'], sent.text);
  const reminder = await request('GET', `/invoices/${id}/mail?reminder=true`);
  assert.deepEqual([reminder.status, reminder.body.detail], [409, 'This invoice is paid']);
  assert.equal((await request('POST', `/invoices/${id}/remind`)).status, 409);
  const draft = await createDraft(service, { contactId: contact.id });
  assert.equal((await request('POST', `/invoices/${draft.id}/mail`)).status, 409);
});

test('a paid invoice that was not issued has no copy to send until it is issued', async (t) => {
  const service = await startSelling(t);
  const { request } = service;
  const body = { amount: 5000, currency: 'eur', description: 'Workshop' };
  const { id } = (await request('POST', '/invoices', { body })).body;
  const payment = { amount: 5000, method: 'cash' };
  assert.equal((await request('POST', `/invoices/${id}/payments`, { body: payment })).status, 201);
  const { status, issuedAt } = (await request('GET', `/invoices/${id}`)).body;
  assert.deepEqual([status, issuedAt], ['paid', null]);
  const path = `/invoices/${id}/mail`;
  for (const method of ['GET', 'POST'] as const) {
    const rejected = await request(method, path, method === 'POST' ? { body: { to: 'ada@example.com' } } : {});
    assert.deepEqual([rejected.status, rejected.body.code], [409, 'conflict'], rejected.text);
    assert.match(rejected.body.detail, /was not issued.*Issue it first/);
  }
  assert.equal((await request('GET', `/mails?about=${id}&kind=invoicePaid`)).body.total, 0);
  const issued = await request('POST', `/invoices/${id}/issue`);
  assert.equal(issued.status, 200, issued.text);
  assert.deepEqual((await request('GET', path)).body.attachments, [`${issued.body.number}.pdf`]);
});

test('a credit note is sent with its document, in the language of its invoice', async (t) => {
  const service = await startSelling(t);
  const { request, context } = service;
  const server = await startMailServer(t);
  context.mailer.useServer(serverAt(server));
  await service.work();
  const contact = (await request('POST', '/contacts', { body: { email: 'ada@example.com' } })).body;
  const german = { ...buyer, language: 'de' };
  const { id, number } = await createDraft(service, { contactId: contact.id, buyer: german, status: 'open' });
  const note = (await credit(service, id, { amount: 1990 })).body;
  const path = `/credit-notes/${note.id}/mail`;
  const preview = (await request('GET', path)).body;
  assert.deepEqual(
    [preview.kind, preview.recipient, preview.language, preview.attachments],
    ['creditNote', 'ada@example.com', 'de', [`${note.number}.pdf`]],
  );
  assert.match(preview.text, new RegExp(`Rechnungskorrektur über 19,90.€ zu Ihrer Rechnung ${number}\\.`));
  const sent = await request('POST', path, { body: { message: 'Liebe Ada' } });
  assert.deepEqual([sent.status, sent.body.about], [202, note.id], sent.text);
  const mail = await server.received(1);
  assert.match(mail.text ?? '', /^Liebe Ada\n/);
  assert.deepEqual([mail.attachments.length, mail.attachments[0]?.filename], [1, `${note.number}.pdf`]);
  assert.equal(
    etagOf(mail.attachments[0]?.content),
    (await request('GET', `/credit-notes/${note.id}/document`)).headers.etag,
  );
  type Entry = { type: string; subject: string; number?: string; amount?: number; currency?: string };
  const entry = await waitFor('the timeline', async () => {
    const { items } = (await request('GET', `/contacts/${contact.id}/timeline`)).body;
    return (items as Entry[]).find(({ type }) => type === 'credit_note.sent');
  });
  assert.deepEqual([entry.subject, entry.number, entry.amount, entry.currency], [note.id, note.number, 1990, 'eur']);
  const { items } = (await request('GET', `/mails?about[in]=${id},${note.id}`)).body;
  assert.deepEqual(
    items.map(({ kind }: { kind: string }) => kind),
    ['creditNote'],
  );
  assert.equal((await request('GET', '/credit-notes/cn_none/mail')).status, 404);
  assert.equal((await request('POST', '/credit-notes/cn_none/mail')).status, 404);
});
