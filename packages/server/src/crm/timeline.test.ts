import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../test/support/payment-service.ts';

test('the timeline of a contact names the form and the amount of each event', async (t) => {
  const service = await startPaymentService(t);
  const fields = [
    { name: 'email', type: 'email', required: true },
    { name: 'fee', type: 'payment', amount: 4200, currency: 'EUR', label: 'Fee' },
  ];
  await service.request('POST', '/forms', { body: { name: 'Summer course', slug: 'course', fields } });
  const sent = await service.request('POST', '/forms/course/submit', { body: { email: 'ada@example.com' } });
  const url = sent.body.paymentUrl as string;
  await service.pay(url, 'decline');
  await service.waitForEvents('payment.failed');
  await service.pay(url);
  const [paid] = await service.waitForEvents('payment.succeeded');
  const refund = { paymentIntentId: paid?.subject, amount: 1200 };
  assert.equal((await service.request('POST', '/payments/refund', { body: refund })).status, 200);
  await service.waitForEvents('payment.refunded');
  const customer = (await service.dashboard.customers.create({ email: 'ada@example.com' })).id;
  const invoice = await service.dashboard.invoices.create({ customer });
  await service.dashboard.invoiceItems.create({ customer, invoice: invoice.id, amount: 5000, currency: 'usd' });
  await service.dashboard.invoices.finalizeInvoice(invoice.id);
  await service.dashboard.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' });
  await service.waitForEvents('invoice.paid');
  await service.settled();

  const { body } = await service.request('GET', `/contacts/${paid?.contactId}/timeline?sort=createdAt`);
  type Entry = { type: string; formName?: string; amount?: number; currency?: string };
  const shown = (body.items as Entry[]).map(({ type, formName, amount, currency }) =>
    [type, formName, amount, currency].filter((part) => part !== undefined).join(' '),
  );
  for (const line of [
    'submission.submitted Summer course',
    'payment.failed 4200 eur',
    'payment.succeeded 4200 eur',
    'submission.paid Summer course',
    'payment.refunded 1200 eur',
    'invoice.paid 5000 usd',
  ]) {
    assert.ok(shown.includes(line), `${line} in ${shown.join('; ')}`);
  }
});

test('events whose form and payment are gone stay in the timeline', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const fields = [{ name: 'email', type: 'email' }];
  await service.request('POST', '/forms', { body: { name: 'Talk', fields } });
  await service.request('POST', '/forms/talk/submit', { body: { email: 'bo@example.com' } });
  assert.equal((await service.request('DELETE', '/forms/talk?force=true')).status, 200);
  const [contact] = (await service.request('GET', '/contacts')).body.items;
  const { items } = (await service.request('GET', `/contacts/${contact.id}/timeline`)).body;
  assert.deepEqual([items.length, items[0].type, items[0].formName], [1, 'submission.submitted', undefined]);
});
