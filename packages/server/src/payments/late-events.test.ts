// Native events that are lost or late, with the sandbox: the service asks for what they would have said.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PaymentService, startPaymentService } from '../../test/support/payment-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { invoiceLink } from '../invoices/invoice-link.ts';
import { reconcile } from './reconcile.ts';

const minuteMs = 60_000;
const shop = 'https://shop.example';
const fields = [
  { name: 'email', type: 'email', required: true },
  { name: 'fee', type: 'payment', amount: 2500, currency: 'usd' },
];

const submit = async (service: PaymentService) => {
  await service.request('POST', '/forms', { body: { name: 'Course', fields, origins: [shop] } });
  const sent = await service.request('POST', '/forms/course/submit', { body: { email: 'ada@example.com' } });
  return sent.body as { submissionId: string; paymentUrl: string };
};

const open = async (service: PaymentService, url: string) => (await fetch(`${service.origin}${url}`)).text();

const thanksOf = (checkoutUrl: string) => `/payments/thanks?session=${checkoutUrl.split('/pay/')[1]}`;

/** Counts the questions about sessions. */
function countAsked({ sandbox }: PaymentService): () => number {
  const max = 1000;
  const id = sandbox.faults.add({ kind: 'delay', ms: 0, path: '/v1/checkout/sessions/*', count: max });
  return () => max - (sandbox.faults.list().find((fault) => fault.id === id)?.left ?? 0);
}

test('the events of five payments are lost: each payer sees that it is paid, and later events change nothing', async (t) => {
  const service = await startPaymentService(t);
  service.sandbox.faults.add({ kind: 'drop-events' });
  for (let payer = 1; payer <= 5; payer++) {
    const { submissionId, paymentUrl } = await submit(service);
    await service.pay(paymentUrl);
    assert.match(await open(service, thanksOf(paymentUrl)), /“Course” of \$25\.00 has been received/);
    const submission = (await service.request('GET', `/forms/course/submissions/${submissionId}`)).body;
    assert.equal(submission.status, 'paid');
    assert.equal((await service.events('payment.succeeded')).length, payer);
  }
  service.sandbox.faults.clear();
  await reconcile(service.context);
  const arrived = await service.context.db.selectFrom('processorEvents').select('id').execute();
  assert.ok(arrived.length >= 5, 'the events were fetched');
  await service.handled();
  assert.equal((await service.events('payment.succeeded')).length, 5);
  assert.equal((await service.events('submission.paid')).length, 5);
});

test('payers that come back at the moment of the event lead to one event', async (t) => {
  const service = await startPaymentService(t);
  service.sandbox.faults.add({ kind: 'hold-events' });
  for (let round = 1; round <= 3; round++) {
    const { paymentUrl } = await submit(service);
    await service.pay(paymentUrl);
    const back = Array.from({ length: 5 }, () => open(service, thanksOf(paymentUrl)));
    await Promise.all([service.sandbox.faults.releaseEvents(), ...back]);
    await service.handled();
    assert.equal((await service.events('payment.succeeded')).length, round);
  }
});

test('in a frame on another site, the payer sees that it is paid, too', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const { submissionId, paymentUrl } = await submit(service);
  const page = `/f/course/thanks?embed=${encodeURIComponent(`${shop}/a`)}&submission=${submissionId}`;
  assert.doesNotMatch(await open(service, page), /&#34;name&#34;:&#34;paid&#34;/);
  await service.pay(paymentUrl);
  service.advance(minuteMs);
  assert.match(await open(service, page), /&#34;name&#34;:&#34;paid&#34;/);
});

test('the page of an invoice that was just paid says so instead of offering its checkout again', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const body = { amount: 2500, currency: 'usd', status: 'open' };
  const { id } = (await service.request('POST', '/invoices', { body })).body;
  const link = `${service.origin}${new URL(invoiceLink(service.context, id) as string).pathname}`;
  const press = () => fetch(link, { method: 'POST', redirect: 'manual' });
  const checkout = (await press()).headers.get('location') as string;
  await service.pay(checkout);
  const again = await (await fetch(link)).text();
  assert.deepEqual([/class="status paid"/.test(again), /<button>/.test(again)], [true, false]);
  assert.equal((await press()).status, 200);
});

test('reloading asks the processor once in ten seconds, and only for payments that are not paid', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const url = await service.checkout();
  const asked = countAsked(service);
  const reload = () => Promise.all(Array.from({ length: 5 }, () => open(service, thanksOf(url))));
  await reload();
  await reload();
  assert.equal(asked(), 1);
  await service.pay(url);
  service.advance(10_000);
  await reload();
  assert.equal(asked(), 2);
  assert.equal((await service.events('payment.succeeded')).length, 1);
  service.advance(10_000);
  await reload();
  await open(service, '/payments/thanks?session=cs_test_unknown');
  assert.equal(asked(), 2);
});

test('a slow processor does not hold the page up, and what it says later counts', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const url = await service.checkout();
  await service.pay(url);
  service.sandbox.faults.add({ kind: 'delay', ms: 6000, path: '/v1/checkout/sessions/*' });
  assert.match(await open(service, thanksOf(url)), /being confirmed/);
  await service.waitForEvents('payment.succeeded');
  assert.match(await open(service, thanksOf(url)), /has been received/);
});

test('a processor that fails leaves the page as it is', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const url = await service.checkout();
  await service.pay(url);
  service.sandbox.faults.add({ kind: 'respond', status: 500, path: '/v1/checkout/sessions/*' });
  assert.match(await open(service, thanksOf(url)), /being confirmed/);
  service.sandbox.faults.clear();
  service.advance(10_000);
  assert.match(await open(service, thanksOf(url)), /has been received/);
});

test('a checkout is asked for after one, five and fifteen minutes, as long as it is not paid', async (t) => {
  const service = await startPaymentService(t, { silent: true });
  await service.checkout();
  const paid = await service.checkout();
  const asked = countAsked(service);
  const checks = service.context.db.selectFrom('jobs').select('lockedBy').where('task', '=', 'payments.checkSession');
  const pass = async (minutes: number, total: number) => {
    service.advance(minutes * minuteMs);
    service.context.wakeWorker();
    await waitFor(`${total} questions`, async () => {
      const isRunning = (await checks.execute()).some(({ lockedBy }) => lockedBy !== null);
      return asked() === total && !isRunning;
    });
  };
  await pass(1, 2);
  await service.pay(paid);
  await pass(4, 4);
  await service.waitForEvents('payment.succeeded');
  await pass(10, 5);
  await waitFor('no more checks', async () => (await checks.execute()).length === 0);
});
