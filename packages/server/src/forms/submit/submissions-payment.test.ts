// Forms with a payment field, together with the payments slice and the sandbox.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type PaymentService, startPaymentService } from '../../../test/support/payment-service.ts';

const startService = (t: TestContext) => startPaymentService(t, { silent: true, idle: true });

const fields = [
  { name: 'email', type: 'email', required: true },
  { name: 'seats', type: 'integer' },
  { name: 'fee', type: 'payment', amount: 2500, currency: 'EUR', label: 'Fee', visibleWhen: { field: 'seats' } },
];
const successUrl = 'https://example.com/thanks?order={submissionId}';

async function makeForm(service: PaymentService): Promise<void> {
  const made = await service.request('POST', '/forms', { body: { name: 'Course', fields, successUrl } });
  assert.equal(made.status, 201, made.text);
}

const submit = (service: PaymentService, body: unknown, headers: Record<string, string> = {}) =>
  service.request('POST', '/forms/course/submit', { token: null, body, headers });

const lastSubmission = async (service: PaymentService) =>
  (await service.request('GET', '/forms/course/submissions')).body.items[0];

test('submitting a form with a payment field returns a payment URL, with the price of the form', async (t) => {
  const service = await startService(t);
  await makeForm(service);
  const sent = await submit(service, { email: 'ada@example.com', seats: 1, fee: 2500 });
  assert.equal(sent.status, 200, sent.text);
  assert.match(sent.body.paymentUrl, /^http/);
  const item = await lastSubmission(service);
  assert.deepEqual([item.id, item.status], [sent.body.submissionId, 'awaiting_payment']);
  const { id, ...payment } = item.payment;
  assert.equal(id, item.id.replace('sub_', 'pay_'));
  assert.deepEqual(payment, {
    status: 'open',
    amount: 2500,
    currency: 'eur',
    paymentIntentId: null,
    amountRefunded: 0,
  });
  const [session] = (await service.dashboard.checkout.sessions.list()).data;
  const next = `https://example.com/thanks?order=${item.id}`;
  assert.deepEqual([session?.amount_total, session?.success_url, session?.client_reference_id], [2500, next, id]);
});

test('a different price is rejected before anything is stored', async (t) => {
  const service = await startService(t);
  await makeForm(service);
  const rejected = await submit(service, { email: 'ada@example.com', seats: 1, fee: 1 });
  assert.deepEqual([rejected.status, rejected.body.errors[0].pointer], [422, '/fee']);
  assert.equal((await service.request('GET', '/payments')).body.total, 0);
});

test('a hidden payment field requires no payment', async (t) => {
  const service = await startService(t);
  await makeForm(service);
  const sent = await submit(service, { email: 'ada@example.com', fee: 1 });
  assert.deepEqual(Object.keys(sent.body), ['submissionId', 'status'], sent.text);
  assert.equal((await lastSubmission(service)).payment, null);
});

test('a browser is redirected to the payment', async (t) => {
  const service = await startService(t);
  await makeForm(service);
  const sent = await submit(service, 'email=ada%40example.com&seats=2&fee=2500', {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html,*/*;q=0.8',
  });
  assert.equal(sent.status, 303, sent.text);
  const { payment } = await lastSubmission(service);
  const row = await service.context.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([sent.headers.location, row.id], [row.checkoutUrl, payment.id]);
});

test('if the processor cannot be reached, the problem names the submission, and a retry continues with it', async (t) => {
  const service = await startService(t);
  await makeForm(service);
  service.sandbox.faults.add({ kind: 'lose-answer', method: 'POST', path: '/v1/checkout/sessions', count: 3 });
  const body = { email: 'ada@example.com', seats: 1 };
  const headers = { 'idempotency-key': 'course-1' };
  const lost = await submit(service, body, headers);
  assert.deepEqual([lost.status, lost.body.code], [503, 'processor_unreachable'], lost.text);
  const item = await lastSubmission(service);
  assert.equal(lost.body.submissionId, item.id);
  const again = await submit(service, body, headers);
  assert.equal(again.status, 200, again.text);
  assert.equal(again.body.submissionId, item.id);
  const replayed = await submit(service, body, headers);
  assert.deepEqual(replayed.body, again.body);
  assert.equal((await service.dashboard.checkout.sessions.list()).data.length, 1);
  assert.equal((await service.request('GET', '/forms/course/submissions')).body.total, 1);
  assert.equal((await service.request('GET', '/payments')).body.total, 1);
});

test('if the processor rejects the request, the visitor gets a 502, and a retry creates no second submission', async (t) => {
  const service = await startService(t);
  await makeForm(service);
  service.sandbox.faults.add({ kind: 'respond', status: 400, method: 'POST', path: '/v1/checkout/sessions', count: 1 });
  const body = { email: 'ada@example.com', seats: 1 };
  const headers = { 'idempotency-key': 'rejected-1' };
  const rejected = await submit(service, body, headers);
  assert.deepEqual([rejected.status, rejected.body.code], [502, 'processor_error'], rejected.text);
  const again = await submit(service, body, headers);
  assert.deepEqual([again.status, again.body.submissionId], [200, rejected.body.submissionId], again.text);
  assert.equal((await service.request('GET', '/forms/course/submissions')).body.total, 1);
});

/** A form that was submitted, with a signed report about its payment. */
async function submitAndReport(service: PaymentService, type: string, object: Record<string, unknown>) {
  await makeForm(service);
  const { submissionId } = (await submit(service, { email: 'ada@example.com', seats: 1 })).body;
  const paymentId = submissionId.replace('sub_', 'pay_');
  const metadata = { svc_payment: paymentId, svc_submission: submissionId };
  const event = { id: 'evt_1', object: 'event', type, created: 1_800_000_000, livemode: false };
  const answer = await service.deliver({ ...event, data: { object: { currency: 'eur', metadata, ...object } } });
  assert.equal(answer.status, 200, answer.text);
  await service.handled();
  return { payment: (await service.request('GET', `/payments/${paymentId}`)).body };
}

test('a payment of less than the price is recorded and marked as underpaid, and does not pay for the form', async (t) => {
  const service = await startPaymentService(t, { silent: true });
  const intent = { id: 'pi_small', object: 'payment_intent', status: 'succeeded', amount: 100, amount_received: 100 };
  const { payment } = await submitAndReport(service, 'payment_intent.succeeded', intent);
  assert.deepEqual([payment.status, payment.amount, payment.amountReceived], ['succeeded', 2500, 100]);
  assert.equal(payment.underpaid, true);
  assert.equal((await lastSubmission(service)).status, 'awaiting_payment');
  assert.equal((await service.events('submission.paid')).length, 0);
  const { body: invoice } = await service.request('GET', `/invoices/${payment.invoiceId}`);
  assert.deepEqual([invoice.status, invoice.amount, invoice.amountPaid], ['open', 2500, 100]);
});

test('the page after payment names business and form, and turns into the thank-you text by itself', async (t) => {
  const service = await startPaymentService(t);
  const settings = { thanks: 'See you on Monday, at <nine>.' };
  const form = { name: 'Course', fields, settings };
  assert.equal((await service.request('POST', '/forms', { body: form })).status, 201);
  await service.request('PATCH', '/settings', { body: { siteName: 'Harbour School' } });
  const { paymentUrl } = (await submit(service, { email: 'ada@example.com', seats: 1 })).body;
  const returned = `//payments/thanks?session=${paymentUrl.split('/pay/')[1]}`;
  const toForm = await service.request('GET', returned, { token: null });
  const own = `/${toForm.headers.location}`;
  assert.match(own, /^\/\/f\/course\/thanks\?session=cs_/);
  const waiting = await service.request('GET', own, { token: null });
  assert.match(waiting.text, /to Harbour School for “Course” is being confirmed/);
  const [, seconds, query] = /^(\d+); url=(\?.*)$/.exec(String(waiting.headers.refresh)) ?? [];
  assert.equal(seconds, '1');
  const url = `//f/course/thanks${query}`;
  assert.match(String((await service.request('GET', url)).headers.refresh), /^2; /);
  await service.pay(paymentUrl);
  await service.waitForEvents('submission.paid');
  const turned = await service.request('GET', url, { token: null });
  assert.equal(turned.headers.refresh, undefined);
  assert.match(turned.text, /See you on Monday, at &#60;nine&#62;\./);
  assert.match(turned.text, /to Harbour School for “Course” of €25\.00 has been received/);

  // A form that is not public has no page.
  await service.request('PATCH', '/forms/course', { body: { public: false } });
  const plain = await service.request('GET', returned, { token: null });
  assert.match(plain.text, /to Harbour School for “Course” of €25\.00 has been received/);
});

test('a session that required no payment pays for its form, and no payment event is sent', async (t) => {
  const service = await startPaymentService(t, { silent: true });
  await makeForm(service);
  const webhook = { url: 'https://receiver.example/', events: ['payment.succeeded'] };
  assert.equal((await service.request('POST', '/payments/webhooks', { body: webhook })).status, 201);
  const { paymentUrl } = (await submit(service, { email: 'ada@example.com', seats: 1 })).body;
  const session = { id: paymentUrl.split('/pay/')[1], object: 'checkout.session', status: 'complete', amount_total: 0 };
  const event = { object: 'event', type: 'checkout.session.completed', created: 1_800_000_000, livemode: false };
  const report = async (id: string, object: object) => {
    await service.deliver({ ...event, id, data: { object: { ...object, payment_status: 'no_payment_required' } } });
    await service.handled();
  };
  const { id: paymentId } = (await lastSubmission(service)).payment;
  await report('evt_of_another_session', { ...session, id: 'cs_other', client_reference_id: paymentId });
  assert.equal((await lastSubmission(service)).status, 'awaiting_payment');
  await report('evt_1', session);
  await report('evt_2', session);
  assert.equal((await lastSubmission(service)).status, 'paid');
  assert.equal((await service.events('submission.paid')).length, 1);
  const { body } = await service.request('GET', `/payments/${paymentId}`);
  assert.deepEqual([body.status, body.amount, body.underpaid], ['succeeded', 0, false]);
  assert.equal((await service.request('GET', '/deliveries')).body.total, 0);
});

test('a request that is repeated after its payment was made returns the submission without a payment URL', async (t) => {
  const service = await startPaymentService(t);
  await makeForm(service);
  const send = () => submit(service, { email: 'ada@example.com', seats: 1 }, { 'idempotency-key': 'once' });
  const sent = await send();
  await service.pay(sent.body.paymentUrl);
  await service.waitForEvents('payment.succeeded');
  // The process died before it could store the response.
  await service.database.writer
    .updateTable('idempotencyKeys')
    .set({ status: null, headers: null, body: null, lockedUntil: '2000-01-01T00:00:00.000Z', lockedBy: null })
    .execute();
  const again = await send();
  assert.deepEqual([again.status, again.body], [200, { submissionId: sent.body.submissionId, status: 'ok' }]);
  assert.equal((await service.request('GET', '/payments')).body.total, 1);
});
