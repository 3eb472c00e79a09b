// The mails of payments and of work in the background: one for each cause, however often it is reported.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { ownerPassword, setUpOwner } from '../../test/support/sign-in.ts';
import { waitFor } from '../../test/support/wait-for.ts';

test('a payment that fails, succeeds and is refunded is reported to the payer, each once', async (t) => {
  const server = await startMailServer(t);
  const service = await startPaymentService(t, { config: { mailServer: serverAt(server) } });
  await setUpOwner(service);
  const mailsOf = async (kind: string) => {
    const { body } = await service.request('GET', '/mails?limit=100&sort=createdAt');
    return body.items.filter((mail: { kind: string }) => mail.kind === kind);
  };
  const contact = await service.request('POST', '/contacts', { body: { name: 'Ada', email: 'ada@example.com' } });
  const url = await service.checkout({ description: 'Two mugs', contactId: contact.body.id });
  await service.pay(url, 'decline');
  await service.waitForEvents('payment.failed');
  await service.pay(url, 'decline');
  await service.waitForEvents('payment.failed', 2);
  await service.pay(url);
  await service.waitForEvents('payment.succeeded');
  await service.settled();

  const [failed] = await mailsOf('paymentFailed');
  const [notice] = await mailsOf('paymentFailedNotice');
  const [receipt] = await mailsOf('receipt');
  assert.deepEqual(
    [failed?.recipient, notice?.recipient, receipt?.recipient],
    ['ada@example.com', 'olga@example.com', 'ada@example.com'],
  );
  const { body: asked } = await service.request('GET', `/mails/${failed.id}`);
  assert.ok(asked.text.includes(url), asked.text);
  const { body: reported } = await service.request('GET', `/mails/${notice.id}`);
  assert.ok(reported.text.includes(`http://frontdesk.test/admin/payments/${notice.about}`), reported.text);
  const { body: paid } = await service.request('GET', `/mails/${receipt.id}`);
  assert.equal(paid.subject, 'Receipt from Harbour: $25.00');
  for (const part of ['Two mugs', '$25.00', receipt.about]) {
    assert.ok(paid.text.includes(part), paid.text);
    assert.ok(paid.html.includes(part), paid.html);
  }

  // Every native event again: nothing new.
  const { data } = await service.dashboard.events.list({ limit: 100 });
  for (const event of data) assert.equal((await service.deliver(event)).status, 200);
  await service.handled();
  const { body: payment } = await service.request('GET', `/payments/${receipt.about}`);
  for (const amount of [500, 2000]) {
    const refund = { paymentIntentId: payment.paymentIntentId, amount };
    assert.equal((await service.request('POST', '/payments/refund', { body: refund })).status, 200);
  }
  await service.waitForEvents('payment.refunded', 2);
  await service.settled();
  assert.deepEqual(
    (await mailsOf('refund')).map(({ subject }: { subject: string }) => subject),
    ['Refund from Harbour: $5.00', 'Refund from Harbour: $20.00'],
  );
  const kinds = (await service.request('GET', '/mails?limit=100')).body.items.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds.sort(), ['paymentFailed', 'paymentFailedNotice', 'receipt', 'refund', 'refund']);
  await server.received(5);

  // Switched off, it is not even stored.
  assert.equal((await service.request('PATCH', '/mail-kinds/receipt', { body: { on: false } })).body.on, false);
  await service.pay(await service.checkout());
  await service.waitForEvents('payment.succeeded', 2);
  await service.settled();
  assert.equal((await mailsOf('receipt')).length, 1);
});

test('a refund that fails after it was reported is corrected: to the payer, and to the owners, each once', async (t) => {
  const server = await startMailServer(t);
  const service = await startPaymentService(t, { config: { mailServer: serverAt(server) } });
  await setUpOwner(service);
  const contact = await service.request('POST', '/contacts', { body: { name: 'Ada', email: 'ada@example.com' } });
  const url = await service.checkout({ description: 'Two mugs', contactId: contact.body.id });
  await service.pay(url, 'pay', '4000000000005126');
  await service.waitForEvents('payment.succeeded');
  const [payment] = (await service.request('GET', '/payments')).body.items;
  const refund = { paymentIntentId: payment.paymentIntentId, amount: 1000 };
  assert.equal((await service.request('POST', '/payments/refund', { body: refund })).status, 200);
  await service.waitForEvents('payment.refund_failed');
  await service.settled();
  const { data } = await service.dashboard.events.list({ limit: 100 });
  for (const event of data) assert.equal((await service.deliver(event)).status, 200);
  await service.handled();
  const { body: list } = await service.request('GET', `/mails?about=${payment.id}&sort=createdAt`);
  assert.deepEqual(
    list.items.map(({ kind, recipient, subject }: Record<string, string>) => [kind, recipient, subject]),
    [
      ['receipt', 'ada@example.com', 'Receipt from Harbour: $25.00'],
      ['refund', 'ada@example.com', 'Refund from Harbour: $10.00'],
      ['refundFailed', 'ada@example.com', 'Your refund from Harbour did not go through'],
      ['refundFailedNotice', 'olga@example.com', 'A refund of $10.00 failed'],
    ],
  );
  const [, , corrected, notice] = await Promise.all(
    list.items.map(async ({ id }: { id: string }) => (await service.request('GET', `/mails/${id}`)).body),
  );
  assert.match(corrected.text, /refund of \$10\.00 .* did not go through.*Two mugs/s);
  assert.match(notice.text, /Reason: expired or canceled card/);
  assert.ok(notice.text.includes(`http://frontdesk.test/admin/payments/${payment.id}`), notice.text);
  await server.received(4);
});

test('who pays in a form and who sells read in their languages what was bought, what a code took off, and the total', async (t) => {
  const server = await startMailServer(t);
  const service = await startPaymentService(t, { config: { mailServer: serverAt(server) } });
  await setUpOwner(service);
  const tickets = {
    ...{ name: 'tickets', type: 'payment', label: 'Karten', currency: 'EUR', discountCodes: true },
    lines: [
      { name: 'early', type: 'item', label: 'Frühbucher', amount: 3000, minQuantity: 0, maxQuantity: 4 },
      { name: 'lunch', type: 'item', label: 'Essen <heiß>', amount: 1250, minQuantity: 0, maxQuantity: 4 },
    ],
  };
  const fields = [{ name: 'email', type: 'email', required: true }, tickets];
  const mail = {
    notice: { to: ['office@example.com'], subject: 'Order of {{answers.email}}' },
    reply: { on: true, subject: 'Danke', text: 'Wir haben erhalten:\n\n{{answers}}' },
  };
  const form = await service.request('POST', '/forms', {
    body: { name: 'Fest', slug: 'fest', language: 'de', fields, settings: { mail } },
  });
  assert.equal(form.status, 201, form.text);
  await service.request('POST', '/forms/fest/discounts', { body: { code: 'LENZ', amountOff: 500 } });
  const order = {
    lines: [
      { line: 'early', quantity: 2 },
      { line: 'lunch', quantity: 1 },
    ],
    discountCode: 'LENZ',
  };
  const body = { email: 'ada@example.com', tickets: order };
  const { paymentUrl, ...sent } = (await service.request('POST', '/forms/fest/submit', { token: null, body })).body;
  await service.pay(paymentUrl, 'decline');
  await service.waitForEvents('payment.failed');
  await service.pay(paymentUrl);
  await service.waitForEvents('payment.succeeded');
  await service.settled();
  const { body: payment } = await service.request('GET', `/payments/${sent.payment.id}`);
  const refund = { paymentIntentId: payment.paymentIntentId, amount: 1000 };
  assert.equal((await service.request('POST', '/payments/refund', { body: refund })).status, 200);
  // The failure to the payer and to the owner, the receipt, the refund, the notice and the reply.
  await server.received(6);
  const rows = ['2 × Frühbucher: 60,00 €', 'Essen <heiß>: 12,50 €', 'Rabatt (LENZ): -5,00 €', 'Summe: 67,50 €'];
  const textOf = (mail: { text?: string | undefined }) => (mail.text ?? '').replaceAll('\u00a0', ' ');
  const find = (start: string) => {
    const found = server.mails.find(({ subject }) => subject?.replaceAll('\u00a0', ' ').startsWith(start));
    assert.ok(found, `${start} is not among ${server.mails.map(({ subject }) => subject).join(', ')}`);
    return found;
  };
  for (const subject of ['Ihre Zahlung an Harbour', 'Zahlungsbestätigung von Harbour', 'Erstattung von Harbour']) {
    const mail = find(subject);
    for (const row of rows) assert.ok(textOf(mail).includes(row), `${row} is not in ${textOf(mail)}`);
    // The table says what was bought, so the summary of it is left out.
    assert.doesNotMatch(textOf(mail), /Beschreibung/);
    assert.match(String(mail.html), /<td class="line" align="left"[^>]*>Essen &#60;heiß&#62;<\/td>/);
  }
  const reply = textOf(find('Danke'));
  for (const row of [...rows, 'ada@example.com']) assert.ok(reply.includes(row), `${row} is not in ${reply}`);
  const notice = textOf(find('Order of ada@example.com'));
  for (const row of ['2 × Frühbucher: €60.00', 'Essen <heiß>: €12.50', 'LENZ): -€5.00', 'Total: €67.50'])
    assert.ok(notice.includes(row), `${row} is not in ${notice}`);
  // The owner reads the language of the site.
  assert.ok(textOf(find('A payment of')).includes('Total: €67.50'), textOf(find('A payment of')));
});

test('the invoices of a subscription are sent with their links, paid or not', async (t) => {
  const server = await startMailServer(t);
  const service = await startPaymentService(t, { config: { mailServer: serverAt(server) } });
  await setUpOwner(service);
  const { dashboard } = service;
  const customer = await dashboard.customers.create({ email: 'cleo@example.com', name: 'Cleo' });
  const price = await dashboard.prices.create({
    ...{ currency: 'usd', unit_amount: 1200, recurring: { interval: 'month' } },
    product_data: { name: 'Club' },
  });
  const items = [{ price: price.id }];
  const subscription = await dashboard.subscriptions.create({ customer: customer.id, items });
  await service.waitForEvents('invoice.paid');
  await service.waitForEvents('payment.succeeded');
  const { data } = await dashboard.invoices.list({ customer: customer.id });
  const invoice = data[0];
  assert.ok(invoice);
  await service.settled();
  const byKind = async (kind: string) => {
    const { body } = await service.request('GET', '/mails?recipient=cleo@example.com');
    const found = body.items.filter((mail: { kind: string }) => mail.kind === kind);
    assert.equal(found.length, 1, kind);
    return (await service.request('GET', `/mails/${found[0].id}`)).body;
  };
  const sent = await byKind('invoice');
  assert.equal(sent.subject, `Invoice ${invoice.number} from Harbour`);
  assert.match(sent.text, /\$12\.00/);
  if (invoice.hosted_invoice_url) assert.ok(sent.text.includes(invoice.hosted_invoice_url), sent.text);
  await byKind('receipt');
  await server.received(2);

  // The renewal is declined: it is reported to the payer and the owner once, though the processor reports payment and invoice.
  const renewal = await fetch(`${service.sandbox.apiBase}/sandbox/subscriptions/${subscription.id}/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'decline' }),
  });
  assert.equal(renewal.status, 200, await renewal.text());
  await service.waitForEvents('invoice.payment_failed');
  await service.waitForEvents('payment.failed');
  await service.settled();
  const declined = await byKind('paymentFailed');
  assert.match(declined.text, /\$12\.00/);
  await server.received(4);
  const reported = server.mails.slice(2).map(({ recipients, subject }) => `${recipients}: ${subject}`);
  assert.deepEqual(reported.sort(), [
    'cleo@example.com: Your payment to Harbour failed',
    'olga@example.com: A payment of $12.00 failed',
  ]);
  const notice = server.mails.find(({ recipients }) => recipients[0] === 'olga@example.com');
  assert.equal(notice?.replyTo?.text, 'cleo@example.com');
  assert.ok(notice?.text?.includes(`http://frontdesk.test/admin/invoices/${declined.about}`));
});

test('a receiver that is gone is reported to the owners once', async (t) => {
  const server = await startMailServer(t);
  const service = await startPaymentService(t, { config: { mailServer: serverAt(server) } });
  const owner = await setUpOwner(service);
  const receiver = await startReceiver(t, { status: 410 });
  const webhook = { url: receiver.url, events: ['payment.succeeded'] };
  const created = await service.request('POST', '/payments/webhooks', { body: webhook });
  assert.equal(created.status, 201, created.text);
  await service.pay(await service.checkout());
  const find = async () => (await service.request('GET', `/mails?about=${created.body.id}`)).body.items[0];
  const mail = await waitFor('the mail', find);
  assert.deepEqual([mail.kind, mail.recipient], ['receiverDisabled', 'olga@example.com']);
  assert.ok(mail.subject.includes(receiver.url.slice(0, 30)), mail.subject);

  // A password that was changed is reported to its user.
  const change = { currentPassword: ownerPassword, newPassword: 'another long pass phrase' };
  const changed = await owner.request('POST', '/me/password', { body: change });
  assert.equal(changed.status, 200, changed.text);
  const { body } = await service.request('GET', '/mails?recipient=olga@example.com');
  assert.deepEqual(body.items.map(({ kind }: { kind: string }) => kind).sort(), [
    'passwordChanged',
    'receiverDisabled',
  ]);
});

test('an invoice of ours is mailed with a link to pay it, and without a server mails wait until there is one', async (t) => {
  const service = await startPaymentService(t);
  const { request } = service;
  const owner = await setUpOwner(service);
  const contact = await request('POST', '/contacts', { body: { name: 'Ada', email: 'ada@example.com' } });
  const make = async (change: object = {}) => {
    const invoice = { amount: 9900, currency: 'usd', contactId: contact.body.id, dueAt: '2030-05-01T00:00:00Z' };
    const body = { number: '2026-0042', description: 'Boat repairs', ...invoice, ...change };
    return (await request('POST', '/invoices', { body })).body.id as string;
  };
  for (const [change, detail] of [
    [{ status: 'draft' }, /Only open and paid invoices can be sent\. This invoice is draft/],
    [{ contactId: undefined }, /no contact with an email address/],
  ] as const) {
    const rejected = await request('POST', `/invoices/${await make(change)}/mail`);
    assert.equal(rejected.status, 409, rejected.text);
    assert.match(rejected.body.detail, detail);
  }
  assert.equal((await request('POST', '/invoices/inv_none/mail')).body.code, 'invoice_not_found');

  const id = await make();
  const mailed = await request('POST', `/invoices/${id}/mail`);
  assert.deepEqual([mailed.status, mailed.body.recipient, mailed.body.about], [202, 'ada@example.com', id]);
  const { body: mail } = await request('GET', `/mails/${mailed.body.id}`);
  assert.equal(mail.subject, 'Invoice from Harbour: $99.00');
  assert.match(mail.text, /2026-0042[\s\S]*Boat repairs[\s\S]*Due: .*2030[\s\S]*View and pay:/);
  const link = /http:\/\/frontdesk\.test(\/i\/\S+)/.exec(mail.text)?.[1] ?? '';
  const open = (path = link) => request('GET', `/${path}`, { token: null });
  const press = () => request('POST', `/${link}`, { token: null });
  const [first, second] = [await press(), await press()];
  assert.deepEqual([first.status, second.headers.location], [303, first.headers.location]);
  assert.equal((await request('GET', '/payments')).body.total, 1);
  assert.equal((await open(link.replace(/.{6}$/, 'AAAAAA'))).status, 404);
  await service.pay(String(first.headers.location));
  await service.waitForEvents('payment.succeeded');
  await service.settled();
  const { body: invoice } = await request('GET', `/invoices/${id}`);
  assert.deepEqual([invoice.status, invoice.amountPaid], ['paid', 9900]);
  const paid = await open();
  assert.equal(paid.status, 200);
  assert.match(paid.text, /class="status paid"[\s\S]*Payments[\s\S]*\$99\.00/);
  assert.equal((await request('POST', `/invoices/${id}/remind`)).status, 409);

  // Everything waits, and says so. What reports an event of last week is not sent any more, what someone waits for is.
  const waiting = () => request('GET', '/mails?status=waiting');
  await waitFor('two mails that wait', async () => (await waiting()).body.total === 2);
  service.advance(8 * 24 * 3_600_000);
  const late = await make();
  await request('POST', `/invoices/${late}/mail`);
  await waitFor('three mails that wait', async () => (await waiting()).body.total === 3);
  const sentAt = async (invoiceId: string) => (await request('GET', `/invoices/${invoiceId}`)).body.sentAt;
  assert.deepEqual([await sentAt(id), await sentAt(late)], [null, null], 'neither was sent');
  const server = await startMailServer(t, { isOpen: true });
  const settings = { host: '127.0.0.1', port: server.port, security: 'none', from: 'mail@harbour.example' };
  const set = await owner.request('PUT', '/settings/mail', { body: settings });
  assert.equal(set.status, 200, set.text);
  // The test mail, and both invoices.
  await server.received(3);
  await waitFor('the outbox', async () => (await request('GET', '/mails?status=sent')).body.total === 2);
  // The invoice and the timeline of its contact say when it was sent, and when it was sent again.
  const mailTo = async (invoiceId: string) => (await request('GET', `/mails?about=${invoiceId}`)).body.items[0];
  assert.equal(await sentAt(late), (await mailTo(late)).sentAt);
  service.advance(60_000);
  assert.equal((await request('POST', `/mails/${(await mailTo(late)).id}/resend`)).status, 202);
  await server.received(4);
  await waitFor('the second time', async () => (await mailTo(late)).attemptCount === 2);
  assert.equal(await sentAt(late), (await mailTo(late)).sentAt);
  const { items } = (await request('GET', `/contacts/${contact.body.id}/timeline`)).body;
  type Entry = { type: string; subject: string; amount?: number; currency?: string };
  const shown = (items as Entry[]).filter(({ type }) => type === 'invoice.sent');
  assert.deepEqual(
    shown.map(({ subject, amount, currency }) => [subject, amount, currency]).sort(),
    [id, late, late].map((one) => [one, 9900, 'usd']).sort(),
  );
  const { body: failed } = await request('GET', '/mails?status=failed');
  assert.deepEqual(
    failed.items.map(({ kind }: { kind: string }) => kind),
    ['receipt'],
  );
  assert.match(failed.items[0].error, /waited for a mail server for more than 7 days/);
  assert.equal((await request('POST', `/mails/${failed.items[0].id}/resend`)).status, 202);
  await server.received(5);
});
