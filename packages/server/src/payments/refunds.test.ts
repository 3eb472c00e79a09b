import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type PaymentService,
  type PaymentServiceOptions,
  startPaymentService,
} from '../../test/support/payment-service.ts';
import type { Answer } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { lockPayment } from './payments.ts';
import { readRefund, saveRefund } from './refund.ts';
import { refundPayment } from './refunds.ts';

/** A service with one payment of 25.00 usd that has been paid. */
async function startPaid(t: Parameters<typeof startPaymentService>[0], card?: string, options?: PaymentServiceOptions) {
  const service = await startPaymentService(t, options);
  await service.pay(await service.checkout(), 'pay', card);
  if (!options?.silent) await service.waitForEvents('payment.succeeded');
  const [intent] = (await service.dashboard.paymentIntents.list()).data;
  const paymentIntentId = intent?.id as string;
  const refund = (body: object = {}, headers?: Record<string, string>): Promise<Answer> =>
    service.request('POST', '/payments/refund', { body: { paymentIntentId, ...body }, ...(headers && { headers }) });
  return { service, refund, paymentIntentId };
}

async function readPayment(service: PaymentService, id: string) {
  return (await service.request('GET', `/payments/${id}`)).body;
}

async function processorRefunds(service: PaymentService) {
  return (await service.dashboard.refunds.list()).data;
}

test('partial refunds, then the remaining amount, then no more', async (t) => {
  const { service, refund, paymentIntentId } = await startPaid(t);
  const first = await refund({ amount: 1000, reason: 'requested_by_customer' });
  assert.equal(first.status, 200, first.text);
  const { id, createdAt, ...rest } = first.body;
  assert.match(id, /^ref_/);
  assert.ok(Date.parse(createdAt));
  const facts = { amount: 1000, currency: 'usd', reason: 'requested_by_customer', status: 'succeeded' };
  assert.deepEqual(rest, { paymentIntentId, ...facts });
  const tooMuch = await refund({ amount: 1501 });
  assert.deepEqual([tooMuch.status, tooMuch.body.code, tooMuch.body.amountLeft], [422, 'amount_too_large', 1500]);
  const second = await refund();
  assert.deepEqual([second.body.amount, second.body.reason], [1500, null]);
  const third = await refund();
  assert.deepEqual([third.status, third.body.code], [409, 'already_refunded']);
  await service.waitForEvents('payment.refunded', 2);
  await service.settled();
  assert.equal((await service.events('payment.refunded')).length, 2);
  const payment = await readPayment(service, paymentIntentId);
  assert.deepEqual([payment.status, payment.amountRefunded, payment.refunds.length], ['succeeded', 2500, 2]);
  assert.equal((await processorRefunds(service)).length, 2);
  await service.checkout();
  const list = async (query: string) => (await service.request('GET', `/payments?${query}`)).body;
  const refunded = await list('amountRefunded[gt]=0');
  assert.deepEqual([refunded.total, refunded.items[0].id], [1, payment.id]);
  const others = await list('amountRefunded=0');
  assert.deepEqual([others.total, others.items[0].amountRefunded], [1, 0]);
});

test('invalid input is rejected before the processor is asked', async (t) => {
  const { service, refund } = await startPaid(t);
  const bad = [{ amount: 0 }, { amount: -1 }, { amount: 1.5 }, { amount: '10' }, { reason: 'because' }, { note: 'x' }];
  for (const body of bad) assert.equal((await refund(body)).status, 422, JSON.stringify(body));
  assert.equal((await service.request('POST', '/payments/refund', { body: {} })).status, 422);
  for (const paymentIntentId of ['pi_nobody', 'pay_nobody', 'nonsense', '../../v1/refunds']) {
    const answer = await refund({ paymentIntentId });
    assert.deepEqual([answer.status, answer.body.code], [404, 'payment_not_found'], paymentIntentId);
  }
  const token = await service.tokenWith('payments:read');
  assert.equal((await service.request('POST', '/payments/refund', { token, body: {} })).status, 403);
  assert.equal((await processorRefunds(service)).length, 0);
});

test('only what the processor can carry is refunded: 1.001 kwd is named as a fault, and stays', async (t) => {
  const service = await startPaymentService(t);
  await service.pay(await service.checkout({ amount: 5120, currency: 'kwd' }));
  await service.settled();
  const [{ id: paymentIntentId }] = (await service.request('GET', '/payments')).body.items;
  const answer = await service.request('POST', '/payments/refund', { body: { paymentIntentId, amount: 1001 } });
  const fault = { pointer: '/amount', code: 'not_payable', detail: 'must be a multiple of 10 in kwd' };
  assert.deepEqual([answer.status, answer.body.code, answer.body.errors], [422, 'invalid_body', [fault]]);
  const { refunds } = await readPayment(service, paymentIntentId);
  assert.deepEqual(refunds, []);
});

test('an unpaid payment cannot be refunded', async (t) => {
  const service = await startPaymentService(t);
  await service.checkout();
  const [payment] = (await service.request('GET', '/payments')).body.items;
  const answer = await service.request('POST', '/payments/refund', { body: { paymentIntentId: payment.id } });
  assert.deepEqual([answer.status, answer.body.code], [409, 'not_paid']);
});

test('a payment that was paid without an event is refunded, and its success is published first', async (t) => {
  const { service, refund } = await startPaid(t, undefined, { silent: true });
  assert.equal((await refund()).status, 200);
  const events = await service.events();
  assert.deepEqual(
    events.map((event) => event.type),
    ['payment.succeeded', 'payment.refunded'],
  );
});

test('many refunds at once never refund more than was paid', async (t) => {
  const { service, refund, paymentIntentId } = await startPaid(t);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund({ amount: 1000 })));
  const statuses = answers.map((answer) => answer.status).sort();
  assert.deepEqual(statuses, [200, 200, 422, 422, 422, 422, 422, 422, 422, 422]);
  await service.settled();
  const payment = await readPayment(service, paymentIntentId);
  assert.equal(payment.amountRefunded, 2000);
  assert.equal((await processorRefunds(service)).length, 2);
  assert.equal((await service.events('payment.refunded')).length, 2);
});

test('the same request again, at once or later, is the same refund', async (t) => {
  const { service, refund } = await startPaid(t);
  const key = { 'idempotency-key': 'refund-of-order-1' };
  const answers = await Promise.all([refund({ amount: 500 }, key), refund({ amount: 500 }, key)]);
  const later = await refund({ amount: 500 }, key);
  assert.equal(later.status, 200);
  for (const answer of answers) assert.ok(answer.status === 409 || answer.body.id === later.body.id, answer.text);
  assert.equal((await processorRefunds(service)).length, 1);
  const another = await refund({ amount: 500 }, { 'idempotency-key': 'refund-of-order-1-again' });
  assert.notEqual(another.body.id, later.body.id, 'two equal refunds are two refunds');
});

test('after a lost answer the refund is pending, and its native event settles it once', async (t) => {
  const { service, refund, paymentIntentId } = await startPaid(t);
  service.sandbox.faults.add({ kind: 'hold-events' });
  service.sandbox.faults.add({ kind: 'lose-answer', method: 'POST', path: '/v1/refunds', count: 3 });
  const lost = await refund({ amount: 1000 });
  assert.deepEqual([lost.status, lost.body.status], [200, 'pending'], lost.text);
  const tooMuch = await refund({ amount: 1501 });
  assert.equal(tooMuch.body.amountLeft, 1500, 'it stays reserved');
  service.sandbox.faults.clear();
  await service.sandbox.faults.releaseEvents('reverse');
  await service.waitForEvents('payment.refunded');
  await service.settled();
  const payment = await readPayment(service, paymentIntentId);
  assert.deepEqual([payment.amountRefunded, payment.refunds.length], [1000, 1]);
  assert.deepEqual([payment.refunds[0].id, payment.refunds[0].status], [lost.body.id, 'succeeded']);
});

test('after a lost answer without an event the refund is settled with the same key, or after a day by our id', async (t) => {
  for (const days of [0, 2]) {
    const { service, refund, paymentIntentId } = await startPaid(t, undefined, { silent: true });
    service.sandbox.faults.add({ kind: 'lose-answer', method: 'POST', path: '/v1/refunds', count: 3 });
    const lost = await refund({ amount: 1000 });
    assert.deepEqual([lost.status, lost.body.status], [200, 'pending'], lost.text);
    service.advance(days * 86_400_000 + 61_000);
    await waitFor('the refund is settled', async () => {
      const { refunds } = await readPayment(service, paymentIntentId);
      return refunds[0].status === 'succeeded';
    });
    assert.equal((await processorRefunds(service)).length, 1);
    assert.equal((await service.events('payment.refunded')).length, 1);
  }
});

test('a refund that the processor never created fails after a day, and its amount is free again', async (t) => {
  const { service, refund, paymentIntentId } = await startPaid(t);
  const fault = service.sandbox.faults.add({ kind: 'respond', status: 500, method: 'POST', path: '/v1/refunds' });
  const lost = await refund();
  assert.deepEqual([lost.status, lost.body.status], [200, 'pending'], lost.text);
  assert.equal((await refund()).body.code, 'already_refunded');
  service.sandbox.faults.remove(fault);
  service.advance(2 * 86_400_000);
  await waitFor('it is given up', async () => {
    const { refunds } = await readPayment(service, paymentIntentId);
    return refunds[0].status === 'failed';
  });
  assert.equal((await refund()).status, 200);
  assert.equal((await readPayment(service, paymentIntentId)).amountRefunded, 2500);
});

test('a refused refund frees what it had reserved', async (t) => {
  const { service, refund, paymentIntentId } = await startPaid(t);
  service.sandbox.faults.add({ kind: 'drop-events' });
  await service.dashboard.refunds.create({ payment_intent: paymentIntentId, amount: 2000 });
  const refused = await refund();
  assert.deepEqual([refused.status, refused.body.code], [422, 'amount_too_large'], refused.text);
  const accepted = await refund({ amount: 500 });
  assert.equal(accepted.status, 200, accepted.text);
  await service.dashboard.refunds.list();
  const gone = await refund({ amount: 1 });
  assert.deepEqual([gone.status, gone.body.code], [409, 'already_refunded'], gone.text);
});

test('a refund that the processor refused because of our key is made when it is requested again', async (t) => {
  const { service, refund, paymentIntentId } = await startPaid(t);
  const key = { 'idempotency-key': 'refund-of-order-2' };
  service.sandbox.faults.add({ kind: 'respond', status: 401, method: 'POST', path: '/v1/refunds', count: 1 });
  const first = await refund({ amount: 500 }, key);
  assert.deepEqual([first.status, first.body.code], [502, 'processor_error'], first.text);
  const second = await refund({ amount: 500 }, key);
  assert.equal(second.status, 200, second.text);
  assert.equal((await refund({ amount: 500 }, key)).body.id, second.body.id);
  const { amountRefunded, refunds } = await readPayment(service, paymentIntentId);
  assert.deepEqual([amountRefunded, refunds.length, refunds[0].failureMessage ?? null], [500, 1, null]);
  assert.equal((await processorRefunds(service)).length, 1);
});

test('a slow refund is published when it succeeds; one that fails later frees its amount, and needs a review', async (t) => {
  const slow = await startPaid(t, '4000000000007726');
  const pending = await slow.refund();
  assert.deepEqual([pending.status, pending.body.status], [200, 'pending'], pending.text);
  assert.equal((await slow.service.events('payment.refunded')).length, 0);
  await slow.service.waitForEvents('payment.refunded');
  assert.equal((await readPayment(slow.service, slow.paymentIntentId)).refunds[0].status, 'succeeded');

  const failing = await startPaid(t, '4000000000005126');
  assert.equal((await failing.refund()).status, 200);
  await waitFor('the refund comes back', async () => {
    const payment = await readPayment(failing.service, failing.paymentIntentId);
    return payment.refunds[0].status === 'failed' && payment.amountRefunded === 0;
  });
  await failing.service.settled();
  assert.ok((await failing.service.events('payment.refunded')).length <= 1);
  assert.equal((await failing.service.events('payment.refund_failed')).length, 1);
  assert.equal(
    (await readPayment(failing.service, failing.paymentIntentId)).review,
    'The refund of $25.00 failed (expired or canceled card), so the payer has not received it',
  );
  const path = `/payments/${failing.paymentIntentId}`;
  const patch = (body: object) => failing.service.request('PATCH', path, { body });
  for (const body of [{}, { review: 'later' }, { review: null, status: 'open' }])
    assert.equal((await patch(body)).status, 422, JSON.stringify(body));
  const looked = await patch({ review: null });
  assert.deepEqual([looked.status, looked.body.review, looked.body.refunds.length], [200, null, 1], looked.text);
});

test('a refund that is canceled after it succeeded is counted no more, also on the invoice', async (t) => {
  const service = await startPaymentService(t);
  await service.pay(await service.checkout({ invoiceId: 'order-1' }));
  await service.settled();
  const [{ id, paymentIntentId }] = (await service.request('GET', '/payments')).body.items;
  const { status } = await service.request('POST', '/payments/refund', { body: { paymentIntentId, amount: 1000 } });
  assert.equal(status, 200);
  await service.settled();
  const refunded = async () => (await service.request('GET', '/invoices/order-1')).body.totals.refunded;
  assert.equal(await refunded(), 1000);
  const [canceled] = (await service.dashboard.refunds.list()).data;
  await inTransaction(service.context, async (ctx) => {
    const payment = (await lockPayment(ctx, id)) ?? assert.fail();
    await saveRefund(ctx, payment, readRefund({ ...(canceled as object), status: 'canceled' }));
  });
  const { amountRefunded, review } = await readPayment(service, paymentIntentId);
  assert.deepEqual([amountRefunded, await refunded()], [0, 0]);
  assert.match(review, /^The refund of .* failed/);
  assert.equal((await service.events('payment.refund_failed')).length, 1);
});

test('a payment made at the dashboard is found by its intent, even before its events', async (t) => {
  const service = await startPaymentService(t, { silent: true });
  const intent = await service.dashboard.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  const answer = await service.request('POST', '/payments/refund', {
    body: { paymentIntentId: intent.id, amount: 400 },
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await readPayment(service, intent.id)).amountRefunded, 400);
});

test('a refund that is requested again under its own ID, as after a crash, is reserved and made once', async (t) => {
  const { service, paymentIntentId } = await startPaid(t);
  for (const request of [{ amount: 1000 }, {}]) {
    const id = `ref_again_${request.amount ?? 'rest'}`;
    const first = await refundPayment(service.context, id, { paymentIntentId, ...request });
    assert.deepEqual(await refundPayment(service.context, id, { paymentIntentId, ...request }), first);
  }
  assert.equal((await readPayment(service, paymentIntentId)).amountRefunded, 2500);
  assert.equal((await processorRefunds(service)).length, 2);
});
