import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { inTransaction } from '../context/context.ts';
import { newId } from '../lib/ids.ts';
import { writeSetting } from '../settings/settings.ts';
import { startCheckout } from './checkout.ts';
import { openPayment } from './payments.ts';

test('a contact whose ID the caller chose can be read and changed, whatever its characters', async (t) => {
  const service = await startPaymentService(t);
  await service.checkout({ contactId: '漢字 "1", é' });
  const path = `/contacts/${encodeURIComponent('漢字 "1", é')}`;
  const read = await service.request('GET', path);
  assert.equal(read.status, 200, read.text);
  const headers = { 'if-match': String(read.headers.etag) };
  assert.equal((await service.request('PATCH', path, { body: { name: 'Ada' }, headers })).status, 200);
  assert.equal((await service.request('PATCH', path, { body: { name: 'Bob' }, headers })).status, 412);
});

test('a checkout leads to a payment and one event', async (t) => {
  const service = await startPaymentService(t);
  const url = await service.checkout({ description: 'A chair', contactId: 'con_ada', invoiceId: 'inv_chair' });
  assert.match(url, /\/pay\/cs_test_/);
  assert.equal(await service.pay(url), 303);
  const [event] = await service.waitForEvents('payment.succeeded');
  await service.settled();
  assert.equal((await service.events()).length, 1);
  const { body } = await service.request('GET', '/payments?status=succeeded&contactId=con_ada');
  assert.equal(body.total, 1);
  const [payment] = body.items;
  assert.equal(event?.subject, payment.id);
  assert.equal(event?.contactId, 'con_ada');
  assert.equal(payment.invoiceId, 'inv_chair');
  assert.equal(payment.amountReceived, 2500);
  assert.ok(payment.paidAt);
  const contact = await service.request('GET', '/contacts/con_ada');
  assert.equal(contact.body.email, 'ada@example.com', 'the stub is completed from what the payer entered');
  const invoice = await service.request('GET', '/invoices/inv_chair');
  assert.equal(invoice.body.status, 'paid');
  const read = await service.request('GET', `/payments/${payment.paymentIntentId}`);
  assert.deepEqual(read.body, { ...payment, refunds: [] });
  assert.equal((await service.request('GET', '/payments/pay_nobody')).body.code, 'payment_not_found');
});

test('the processor gets our ids on the session and on the intent', async (t) => {
  const service = await startPaymentService(t);
  const url = await service.checkout({ contactId: 'con_ada', invoiceId: 'inv_chair', description: 'A chair' });
  const session = await service.dashboard.checkout.sessions.retrieve(url.split('/pay/')[1] as string, {
    expand: ['line_items'],
  });
  const id = session.client_reference_id;
  assert.match(String(id), /^pay_/);
  const metadata = { svc_payment: id, svc_contact: 'con_ada', svc_invoice: 'inv_chair' };
  assert.deepEqual(session.metadata, metadata);
  assert.equal(session.line_items?.data[0]?.description, 'A chair');
  assert.equal(session.success_url, 'http://frontdesk.test/payments/thanks?session={CHECKOUT_SESSION_ID}');
  await service.pay(url);
  await service.settled();
  const [intent] = (await service.dashboard.paymentIntents.list()).data;
  assert.deepEqual(intent?.metadata, metadata);
});

test('invalid input gets every fault, and no payment is created', async (t) => {
  const service = await startPaymentService(t);
  const post = (body: object) => service.request('POST', '/payments/checkout', { body });
  const pointers = async (body: object) => {
    const answer = await post(body);
    assert.equal(answer.status, 422, answer.text);
    return answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort();
  };
  assert.deepEqual(await pointers({}), ['/amount', '/currency']);
  assert.deepEqual(await pointers({ amount: 0, currency: 'usd' }), ['/amount']);
  assert.deepEqual(await pointers({ amount: 10.5, currency: 'usd' }), ['/amount']);
  assert.deepEqual(await pointers({ amount: '10', currency: 'usd' }), ['/amount']);
  assert.deepEqual(await pointers({ amount: 100_000_000_000, currency: 'usd' }), ['/amount']);
  assert.deepEqual(await pointers({ amount: 1000, currency: 'abc' }), ['/currency']);
  assert.deepEqual(await pointers({ amount: 1001, currency: 'kwd' }), ['/amount']);
  const urls = { successUrl: 'javascript:alert(1)', cancelUrl: 'nowhere' };
  assert.deepEqual(await pointers({ amount: 1000, currency: 'usd', ...urls }), ['/cancelUrl', '/successUrl']);
  const dangerous = { successUrl: 'https://example.com/\r\nx', cancelUrl: 'https://example.com:6379/' };
  assert.deepEqual(await pointers({ amount: 1000, currency: 'usd', ...dangerous }), ['/cancelUrl', '/successUrl']);
  const secret = { successUrl: 'https://user:pw@example.com/', cancelUrl: 'https://user@example.com/' };
  assert.deepEqual(
    (await post({ amount: 1000, currency: 'usd', ...secret })).body.errors.map(
      ({ detail }: { detail: string }) => detail,
    ),
    Array(2).fill('must not contain a user name or password'),
  );
  assert.deepEqual(await pointers({ amount: 1000, currency: 'usd', price: 1 }), ['/price']);
  assert.equal((await service.request('GET', '/payments')).body.total, 0);
  const weak = await service.tokenWith('payments:read');
  assert.equal((await service.request('POST', '/payments/checkout', { token: weak, body: {} })).status, 403);
  assert.equal((await service.request('POST', '/payments/checkout', { token: null, body: {} })).status, 401);
});

test('a checkout that the processor refuses is reported and canceled', async (t) => {
  const service = await startPaymentService(t);
  const answer = await service.request('POST', '/payments/checkout', { body: { amount: 49, currency: 'usd' } });
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(
    [answer.body.code, answer.body.detail, answer.body.processorCode],
    ['processor_refused', 'Amount must be at least $0.50', 'amount_too_small'],
  );
  assert.equal((await service.request('GET', '/payments')).body.items[0].status, 'canceled');
});

test('currencies are accepted in uppercase too, and yen have no cents', async (t) => {
  const service = await startPaymentService(t);
  await service.pay(await service.checkout({ amount: 500, currency: 'JPY' }));
  await service.waitForEvents('payment.succeeded');
  const [payment] = (await service.request('GET', '/payments')).body.items;
  assert.equal(payment.currency, 'jpy');
  assert.equal(payment.amountReceived, 500);
});

test('after a lost answer, the same key gives one payment and one session', async (t) => {
  const service = await startPaymentService(t);
  service.sandbox.faults.add({ kind: 'lose-answer', method: 'POST', path: '/v1/checkout/sessions', count: 3 });
  const body = { amount: 2500, currency: 'usd' };
  const headers = { 'idempotency-key': 'order-1' };
  const lost = await service.request('POST', '/payments/checkout', { body, headers });
  assert.equal(lost.status, 503, lost.text);
  assert.equal(lost.body.code, 'processor_unreachable');
  const again = await service.request('POST', '/payments/checkout', { body, headers });
  assert.equal(again.status, 200, again.text);
  const replayed = await service.request('POST', '/payments/checkout', { body, headers });
  assert.deepEqual(replayed.body, again.body);
  assert.equal(replayed.headers['idempotency-replayed'], 'true');
  assert.equal((await service.dashboard.checkout.sessions.list()).data.length, 1);
  assert.equal((await service.request('GET', '/payments')).body.total, 1);
});

test('a processor that is down is reported as such', async (t) => {
  const service = await startPaymentService(t);
  service.sandbox.faults.add({ kind: 'respond', status: 500, path: '/v1/checkout/sessions' });
  const answer = await service.request('POST', '/payments/checkout', { body: { amount: 2500, currency: 'usd' } });
  assert.equal(answer.status, 502, answer.text);
  assert.equal(answer.body.code, 'processor_error');
});

const newPayment = () => ({
  id: newId('pay'),
  amount: 900,
  currency: 'eur',
  description: 'A form',
  contactId: null,
  invoiceId: null,
  submissionId: 'sub_1',
  email: 'ada@example.com',
  successUrl: null,
  cancelUrl: null,
});

test('an open payment returns its open session; an expired one gets a new session; a paid one is rejected', async (t) => {
  const service = await startPaymentService(t);
  const payment = newPayment();
  await inTransaction(service.context, (ctx) => openPayment(ctx, payment));
  await inTransaction(service.context, (ctx) => openPayment(ctx, { ...payment, amount: 1 }));
  const [first, second] = await Promise.all([
    startCheckout(service.context, payment.id),
    startCheckout(service.context, payment.id),
  ]);
  assert.deepEqual(first, second);
  await service.dashboard.checkout.sessions.expire(first.url.split('/pay/')[1] as string);
  await service.settled();
  const third = await startCheckout(service.context, payment.id);
  assert.notEqual(third.url, first.url);
  await service.pay(third.url, 'decline');
  await service.waitForEvents('payment.failed');
  assert.deepEqual(await startCheckout(service.context, payment.id), third, 'a declined try leaves the session open');
  await service.pay(third.url);
  const [paid] = await service.waitForEvents('payment.succeeded');
  assert.equal(paid?.data.submissionId, 'sub_1');
  await assert.rejects(startCheckout(service.context, payment.id), { code: 'already_paid' });
  await assert.rejects(startCheckout(service.context, 'pay_nobody'), { code: 'payment_not_found' });
});

test('a session that has been paid without an event is not offered again', async (t) => {
  const service = await startPaymentService(t, { silent: true });
  const payment = newPayment();
  await inTransaction(service.context, (ctx) => openPayment(ctx, payment));
  const { url } = await startCheckout(service.context, payment.id);
  await service.pay(url);
  service.advance(25 * 3_600_000);
  await assert.rejects(startCheckout(service.context, payment.id), { code: 'already_paid' });
});

test('the pages after payment show its status, and nothing can be injected into them', async (t) => {
  const service = await startPaymentService(t);
  const url = await service.checkout();
  const session = url.split('/pay/')[1];
  const thanks = await service.request('GET', `//payments/thanks?session=${session}`, { token: null });
  assert.equal(thanks.status, 200);
  assert.match(thanks.text, /being confirmed/);
  await service.pay(url);
  await service.waitForEvents('payment.succeeded');
  assert.match(
    (await service.request('GET', `//payments/thanks?session=${session}`)).text,
    /\$25\.00 has been received/,
  );
  assert.ok(!(await service.request('GET', '//payments/thanks?session=<script>')).text.includes('<script>'));
  assert.match((await service.request('GET', '//payments/canceled', { token: null })).text, /nothing was charged/);
});

test('a site that rejects unknown references names them', async (t) => {
  const service = await startPaymentService(t);
  await inTransaction(service.context, (ctx) => writeSetting(ctx, 'unknownReferences', 'reject'));
  const body = { amount: 500, currency: 'usd', contactId: 'con_nobody', invoiceId: 'inv_none' };
  const refused = await service.request('POST', '/payments/checkout', { body });
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.errors.map((fault: { pointer: string }) => fault.pointer),
    ['/contactId', '/invoiceId'],
  );
  assert.equal((await service.request('GET', '/payments')).body.total, 0);
  const contact = await service.request('POST', '/contacts', { body: { email: 'ada@example.com' } });
  const taken = await service.request('POST', '/payments/checkout', {
    body: { amount: 500, currency: 'usd', contactId: contact.body.id },
  });
  assert.equal(taken.status, 200, taken.text);
});

test('what was begun before an invoice was paid can still be paid, and a person is asked to look at that payment', async (t) => {
  const service = await startPaymentService(t);
  const begun = [];
  for (const currency of ['usd', 'usd', 'eur'])
    begun.push(await service.checkout({ invoiceId: 'inv_1', amount: 2500, currency }));
  const pay = async (count: number, url: string) => {
    await service.pay(url);
    const events = await service.waitForEvents('payment.succeeded', count);
    const payment = (await service.request('GET', `/payments/${events.at(-1)?.subject}`)).body;
    return { payment, invoice: (await service.request('GET', '/invoices/inv_1')).body };
  };
  const first = await pay(1, begun[0] as string);
  assert.deepEqual([first.payment.review, first.invoice.status], [null, 'paid']);
  const second = await pay(2, begun[1] as string);
  assert.deepEqual([second.payment.status, second.payment.amountReceived], ['succeeded', 2500]);
  assert.equal(second.payment.review, 'Its invoice inv_1 has been paid more than its amount');
  assert.deepEqual([second.invoice.status, second.invoice.amountPaid], ['paid', 5000]);
  const foreign = await pay(3, begun[2] as string);
  assert.equal(foreign.payment.review, 'Its invoice inv_1 is in usd, so nothing was credited to it');
  assert.equal(foreign.invoice.amountPaid, 5000);
  const body = { invoiceId: 'inv_1', amount: 2500, currency: 'usd' };
  const late = await service.request('POST', '/payments/checkout', { body });
  assert.deepEqual([late.status, late.body.code], [409, 'invoice_not_payable']);
});

test('a void invoice stays void when it is paid, and a person is asked to look at the payment', async (t) => {
  const service = await startPaymentService(t);
  const body = { amount: 2500, currency: 'usd', status: 'open' };
  const { id } = (await service.request('POST', '/invoices', { body })).body;
  const url = await service.checkout({ invoiceId: id });
  const voided = await service.request('PATCH', `/invoices/${id}`, { body: { status: 'void' } });
  assert.equal(voided.status, 200, voided.text);
  await service.pay(url);
  const [event] = await service.waitForEvents('payment.succeeded');
  const payment = (await service.request('GET', `/payments/${event?.subject}`)).body;
  assert.equal(payment.review, `Its invoice ${id} is void`);
  const invoice = (await service.request('GET', `/invoices/${id}`)).body;
  assert.deepEqual([invoice.status, invoice.amountPaid], ['void', 2500]);
});
