// A session and its payment intent are reported in any order, and nothing but the session may say that the intent pays a
// checkout of ours: someone may have removed our metadata at the processor.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type PaymentService, startPaymentService } from '../../test/support/payment-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { reconcile } from './reconcile.ts';

type Report = 'session' | 'intent';

/** A submitted form whose payment is open, and a way to report how it was paid. */
async function startWithForm(t: TestContext) {
  const service = await startPaymentService(t, { silent: true });
  const fields = [
    { name: 'email', type: 'email', required: true },
    { name: 'fee', type: 'payment', amount: 4200, currency: 'EUR', label: 'Fee' },
  ];
  await service.request('POST', '/forms', { body: { name: 'Course', fields } });
  const sent = await service.request('POST', '/forms/course/submit', { body: { email: 'bo@example.com' } });
  assert.equal(sent.status, 200, sent.text);
  const [{ id, checkoutSessionId, contactId }] = (await service.request('GET', '/payments')).body.items;
  const money = { currency: 'eur', created: 1_700_000_000 };
  const objects = {
    session: {
      id: checkoutSessionId,
      mode: 'payment',
      status: 'complete',
      payment_status: 'paid',
      payment_intent: 'pi_bare',
      amount_total: 4200,
      customer_details: { email: 'bo@example.com', name: 'Bo' },
      ...money,
    },
    intent: { id: 'pi_bare', amount: 4200, amount_received: 4200, ...money },
  };
  const types = { session: 'checkout.session.completed', intent: 'payment_intent.succeeded' };
  const report = async (what: Report, change: object = {}): Promise<void> => {
    const event = { object: 'event', created: 1_700_000_000, livemode: false };
    const object = { ...objects[what], ...change };
    const answer = await service.deliver({ ...event, id: `evt_${what}`, type: types[what], data: { object } });
    assert.equal(answer.status, 200, answer.text);
    await service.handled();
  };
  return { service, id: id as string, contactId: contactId as string, report };
}

/** Waits until the submission is paid; then there is one payment, ours, and one event of each kind. */
async function assertPaidOnce(service: PaymentService, id: string, contactId: string): Promise<void> {
  await service.waitForEvents('payment.succeeded');
  await service.waitForEvents('submission.paid');
  const { body } = await service.request('GET', '/payments');
  const [payment] = body.items;
  assert.deepEqual([body.total, payment.id, payment.status], [1, id, 'succeeded']);
  assert.deepEqual([payment.paymentIntentId, payment.amountReceived, payment.contactId], ['pi_bare', 4200, contactId]);
  assert.equal((await service.events('payment.succeeded')).length, 1);
  assert.equal((await service.events('submission.paid')).length, 1);
  const [submission] = (await service.request('GET', '/forms/course/submissions')).body.items;
  assert.equal(submission.status, 'paid');
  const invoice = (await service.request('GET', `/invoices/${payment.invoiceId}`)).body;
  assert.deepEqual([invoice.amountPaid, invoice.status], [4200, 'paid']);
}

for (const order of [
  ['session', 'intent'],
  ['intent', 'session'],
  ['intent', 'session', 'intent'],
] satisfies Report[][]) {
  test(`a form is paid once, and its payer known, when reported by ${order.join(', then ')}`, async (t) => {
    const { service, id, contactId, report } = await startWithForm(t);
    for (const what of order) await report(what);
    await assertPaidOnce(service, id, contactId);
    const [event] = await service.events('payment.succeeded');
    assert.deepEqual([event?.subject, event?.contactId], [id, contactId]);
    service.advance(61_000);
    await waitFor('no job is left', async () => {
      const jobs = service.context.db.selectFrom('jobs').select('id').where('task', '=', 'payments.publishSuccess');
      return (await jobs.executeTakeFirst()) === undefined;
    });
    assert.equal((await service.events('payment.succeeded')).length, 1);
  });
}

test('a success that was published before its session came pays the form, without a second event', async (t) => {
  const { service, id, contactId, report } = await startWithForm(t);
  await report('intent');
  service.advance(61_000);
  await service.waitForEvents('payment.succeeded');
  await report('session');
  await assertPaidOnce(service, id, contactId);
});

test('a success of another amount is published at once, and its session does not pay the form', async (t) => {
  const { service, id, report } = await startWithForm(t);
  await report('intent', { amount: 100, amount_received: 100 });
  await service.waitForEvents('payment.succeeded');
  await report('session', { amount_total: 100 });
  const { body } = await service.request('GET', '/payments');
  const [payment] = body.items;
  assert.deepEqual([body.total, payment.id, payment.amountReceived, payment.underpaid], [1, id, 100, true]);
  assert.equal((await service.events('submission.paid')).length, 0);
  assert.equal((await service.events('payment.succeeded')).length, 1);
});

test('refunds reported between a success and its session move to the payment', async (t) => {
  const { service, id, contactId, report } = await startWithForm(t);
  await report('intent');
  const object = { id: 're_1', amount: 200, currency: 'eur', payment_intent: 'pi_bare', status: 'succeeded' };
  await service.deliver({ id: 'evt_refund', object: 'event', type: 'refund.created', data: { object } });
  await service.handled();
  await report('session');
  await assertPaidOnce(service, id, contactId);
  const { body } = await service.request('GET', `/payments/${id}`);
  assert.deepEqual([body.amountRefunded, body.refunds.length, body.refunds[0].paymentId], [200, 1, id]);
});

test('a payment is found by its session when we ask, after its intent was reported without our metadata', async (t) => {
  const service = await startPaymentService(t, { silent: true });
  const url = await service.checkout({ contactId: 'con_ada', invoiceId: 'inv_ada' });
  const [{ id }] = (await service.request('GET', '/payments')).body.items;
  await service.pay(url);
  const [intent] = (await service.dashboard.paymentIntents.list()).data;
  const metadata = { svc_payment: '', svc_contact: '', svc_invoice: '' };
  const paid = await service.dashboard.paymentIntents.update(intent?.id as string, { metadata });
  const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', created: 1_700_000_000 };
  await service.deliver({ ...event, livemode: false, data: { object: paid } });
  await service.handled();
  service.advance(3_600_000);
  await service.waitForEvents('payment.succeeded');
  await reconcile(service.context);
  const { body } = await service.request('GET', '/payments');
  assert.deepEqual([body.total, body.items[0].id, body.items[0].status], [1, id, 'succeeded']);
  assert.equal((await service.request('GET', '/invoices/inv_ada')).body.amountPaid, 2500);
  assert.equal((await service.events('payment.succeeded')).length, 1);
});
