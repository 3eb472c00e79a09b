// What happens to an invoice after it was paid: refunds, credit notes for them, what was paid too much, and checkouts that
// ask for more than is left.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDraft, credit, seller, startInvoicing } from '../../test/support/invoicing.ts';
import { type PaymentService, startPaymentService } from '../../test/support/payment-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';

async function startShop(t: TestContext) {
  const { service, contactId, issued } = await startInvoicing(t);
  const totals = async (id: string) => (await service.request('GET', `/invoices/${id}`)).body.totals;
  const checkout = (invoiceId: string, amount: number) =>
    service.request('POST', '/payments/checkout', { body: { amount, currency: 'eur', invoiceId, contactId } });
  const creditLeft = async () => (await service.request('GET', `/contacts/${contactId}/credit`)).body.items;
  return { service, contactId, issued, totals, checkout, creditLeft };
}

async function pay(service: PaymentService, url: string): Promise<string> {
  assert.equal(await service.pay(url), 303);
  await service.settled();
  return (await service.request('GET', '/payments?limit=1')).body.items[0].id;
}

test('a refund is counted on the invoice, and issues a credit note of the same amount if that is asked for', async (t) => {
  const { service, issued, totals, checkout, creditLeft } = await startShop(t);
  const { request } = service;
  const { id, amount } = await issued();
  const paymentId = await pay(service, (await checkout(id, amount)).body.url);
  const refund = (body: object) =>
    request('POST', '/payments/refund', { body: { paymentIntentId: paymentId, ...body } });
  assert.equal((await refund({ amount: 1000 })).status, 200);
  await service.settled();
  let now = await totals(id);
  assert.deepEqual([now.paid, now.refunded, now.credited, now.open, now.overpaid], [amount, 1000, 0, 0, 0]);
  assert.equal((await request('GET', `/credit-notes?invoiceId=${id}`)).body.items.length, 0);

  const key = { headers: { 'idempotency-key': 'refund-2' } };
  const body = { paymentIntentId: paymentId, amount: 2500, creditNote: true };
  const answers = await Promise.all([
    request('POST', '/payments/refund', { body, ...key }),
    request('POST', '/payments/refund', { body, ...key }),
  ]);
  await service.settled();
  // One of them may be refused while the other one is working.
  const refunded = answers.find(({ status }) => status === 200);
  const notes = (await request('GET', `/credit-notes?invoiceId=${id}`)).body.items;
  assert.deepEqual(
    notes.map(({ amount, refundId }: Record<string, unknown>) => [amount, refundId]),
    [[2500, refunded?.body.id]],
  );
  now = await totals(id);
  assert.deepEqual([now.paid, now.refunded, now.credited, now.open, now.overpaid], [amount, 3500, 2500, 0, 0]);
  assert.deepEqual(await creditLeft(), []);
  // Without a refund, the contact has a credit.
  assert.equal((await credit(service, id, { amount: 3000 })).status, 201);
  assert.deepEqual(await creditLeft(), [{ currency: 'eur', amount: 2000 }]);
});

test('what was refunded is not given back again by a credit note, nor what was credited by a refund', async (t) => {
  const { service, issued, totals, checkout, creditLeft } = await startShop(t);
  const { request } = service;
  const { id, amount } = await issued();
  const paymentIntentId = await pay(service, (await checkout(id, amount)).body.url);
  const refund = () => request('POST', '/payments/refund', { body: { paymentIntentId } });
  assert.equal((await refund()).status, 200);
  await service.settled();
  assert.equal((await credit(service, id)).status, 201);
  const { refunded, credited, open, overpaid } = await totals(id);
  assert.deepEqual([refunded, credited, open, overpaid], [amount, amount, 0, 0]);
  assert.deepEqual(await creditLeft(), []);
  const other = await issued();
  const used = await request('POST', `/invoices/${other.id}/payments`, { body: { amount: 1, method: 'credit' } });
  assert.deepEqual([used.status, used.body.errors[0].pointer], [422, '/amount']);
  assert.equal((await refund()).status, 409, 'nothing is left to refund');

  // The other way round, the refund uses the credit up.
  const third = await issued();
  const intent = await pay(service, (await checkout(third.id, third.amount)).body.url);
  assert.equal((await credit(service, third.id)).status, 201);
  assert.deepEqual(await creditLeft(), [{ currency: 'eur', amount: third.amount }]);
  assert.equal((await request('POST', '/payments/refund', { body: { paymentIntentId: intent } })).status, 200);
  await service.settled();
  assert.deepEqual(await creditLeft(), []);
});

test('what is refunded with a credit note pays nothing of what is still open', async (t) => {
  const { service, issued, totals, checkout } = await startShop(t);
  const { request } = service;
  const { id, amount } = await issued();
  const paymentIntentId = await pay(service, (await checkout(id, amount - 2000)).body.url);
  const body = { paymentIntentId, amount: 3000, creditNote: true };
  assert.equal((await request('POST', '/payments/refund', { body })).status, 200);
  await service.settled();
  const { paid, refunded, credited, open } = await totals(id);
  assert.deepEqual([paid, refunded, credited, open], [amount - 2000, 3000, 3000, 2000]);
  assert.equal((await request('GET', `/invoices/${id}`)).body.status, 'open');
  const { body: report } = await request('GET', '/reports/money');
  assert.deepEqual(report.currencies[0].open, { amount: 2000, invoices: 1 });
  await pay(service, (await checkout(id, 2000)).body.url);
  const after = (await request('GET', `/invoices/${id}`)).body;
  assert.deepEqual([after.status, after.totals.open, after.totals.overpaid], ['paid', 0, 0]);
});

test('a credit note for a refund needs an invoice that was issued', async (t) => {
  const { service, checkout } = await startShop(t);
  const { request } = service;
  const { id } = (
    await request('POST', '/invoices', { body: { amount: 5000, currency: 'eur', description: 'Chairs' } })
  ).body;
  const paymentIntentId = await pay(service, (await checkout(id, 5000)).body.url);
  const refused = await request('POST', '/payments/refund', { body: { paymentIntentId, creditNote: true } });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/creditNote']);
});

test('what was paid too much is credit of the contact, used once whatever is paid at the same time', async (t) => {
  const { service, contactId, issued, totals, creditLeft } = await startShop(t);
  const { request } = service;
  const first = await issued();
  const record = (id: string, body: object) => request('POST', `/invoices/${id}/payments`, { body });
  assert.equal((await record(first.id, { amount: first.amount + 5000, method: 'transfer' })).status, 201);
  assert.equal((await totals(first.id)).overpaid, 5000);
  assert.deepEqual(await creditLeft(), [{ currency: 'eur', amount: 5000 }]);

  const others = await Promise.all([issued(), issued(), issued()]);
  const refused = await record(others[0].id, { amount: 5001, method: 'credit' });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/amount']);
  const used = await Promise.all(others.map(({ id }) => record(id, { amount: 4000, method: 'credit' })));
  assert.deepEqual(used.map(({ status }) => status).sort(), [201, 422, 422]);
  assert.deepEqual(await creditLeft(), [{ currency: 'eur', amount: 1000 }]);
  const stranger = (await request('POST', '/contacts', { body: { email: 'eve@example.com' } })).body.id;
  assert.deepEqual((await request('GET', `/contacts/${stranger}/credit`)).body.items, []);
  assert.equal((await request('GET', '/contacts/con_nothing/credit')).status, 404);
  assert.ok(contactId !== stranger);
});

test('credit that was used neither moves to another contact nor goes back to the payer', async (t) => {
  const { service, issued, totals, creditLeft, checkout } = await startShop(t);
  const { request } = service;
  const record = (id: string, body: object) => request('POST', `/invoices/${id}/payments`, { body });
  const [first, other, third] = [await issued(), await issued(), await issued()];
  const paymentId = await pay(service, (await checkout(first.id, first.amount)).body.url);
  assert.equal((await credit(service, first.id, { amount: 5000 })).status, 201);
  assert.equal((await record(other.id, { amount: 4000, method: 'credit' })).status, 201);
  assert.deepEqual(await creditLeft(), [{ currency: 'eur', amount: 1000 }]);

  const contactId = (await request('POST', '/contacts', { body: { email: 'eve@example.com' } })).body.id;
  const moved = await request('PATCH', `/invoices/${first.id}`, { body: { contactId } });
  assert.deepEqual([moved.status, moved.body.code], [409, 'conflict'], moved.text);
  assert.deepEqual((await request('GET', `/contacts/${contactId}/credit`)).body.items, []);
  assert.equal((await request('PATCH', `/invoices/${third.id}`, { body: { contactId } })).status, 200);

  const refund = (body: object) =>
    request('POST', '/payments/refund', { body: { paymentIntentId: paymentId, ...body } });
  const refused = await refund({ amount: 1001 });
  assert.deepEqual([refused.status, refused.body.code, refused.body.amountLeft], [422, 'amount_too_large', 1000]);
  assert.equal((await refund({})).body.amountLeft, 1000);
  const noted = await refund({ amount: 2000, creditNote: true });
  assert.equal(noted.status, 200, noted.text);
  await service.settled();
  assert.equal((await totals(first.id)).credited, 7000);
  assert.deepEqual(await creditLeft(), [{ currency: 'eur', amount: 1000 }]);
  const rest = await refund({ amount: 1000 });
  assert.equal(rest.status, 200, rest.text);
  await service.settled();
  assert.deepEqual(await creditLeft(), []);
});

for (const way of ['deleted', 'erased'])
  test(`credit that was used stays used when its contact is ${way}`, async (t) => {
    const { service, contactId, issued, checkout } = await startShop(t);
    const { request } = service;
    const [first, other] = [await issued(), await issued()];
    const paymentIntentId = await pay(service, (await checkout(first.id, first.amount)).body.url);
    assert.equal((await credit(service, first.id, { amount: 5000 })).status, 201);
    const used = { amount: 4000, method: 'credit' };
    assert.equal((await request('POST', `/invoices/${other.id}/payments`, { body: used })).status, 201);
    if (way === 'deleted') assert.equal((await request('DELETE', `/contacts/${contactId}`)).status, 200);
    else {
      const { id } = (await request('POST', '/privacy/erasures', { body: { contactId } })).body;
      const read = async () => (await request('GET', `/privacy/erasures/${id}`)).body.status;
      await waitFor('the erasure', async () => (await read()) === 'completed');
    }

    const refund = (amount?: number) => request('POST', '/payments/refund', { body: { paymentIntentId, amount } });
    for (const amount of [undefined, 1001]) {
      const refused = await refund(amount);
      assert.deepEqual([refused.status, refused.body.amountLeft], [422, 1000], refused.text);
    }
    // The contact that gets the invoice gets what is left.
    const { id: nextId } = (await request('POST', '/contacts', { body: { email: 'eve@example.com' } })).body;
    assert.equal((await request('PATCH', `/invoices/${first.id}`, { body: { contactId: nextId } })).status, 200);
    const left = async () => (await request('GET', `/contacts/${nextId}/credit`)).body.items;
    assert.deepEqual(await left(), [{ currency: 'eur', amount: 1000 }]);
    assert.equal((await refund(1000)).status, 200);
    await service.settled();
    assert.deepEqual(await left(), []);
  });

test('credit that was used, and given back at the processor as well, is owed also when its contact is deleted', async (t) => {
  const { service, contactId, issued, totals, checkout } = await startShop(t);
  const { request } = service;
  const [first, other] = [await issued(), await issued()];
  const paymentIntentId = await pay(service, (await checkout(first.id, first.amount)).body.url);
  const { paymentIntentId: intentId } = (await request('GET', `/payments/${paymentIntentId}`)).body;
  assert.equal((await credit(service, first.id, { amount: 5000 })).status, 201);
  const used = { amount: 4000, method: 'credit' };
  assert.equal((await request('POST', `/invoices/${other.id}/payments`, { body: used })).status, 201);
  await service.dashboard.refunds.create({ payment_intent: intentId, amount: 5000 });
  await service.settled();
  assert.equal((await totals(first.id)).refunded, 5000);
  assert.equal((await request('DELETE', `/contacts/${contactId}`)).status, 200);
  assert.equal((await credit(service, first.id, { amount: 4500 })).status, 201);
  const refused = await request('POST', '/payments/refund', { body: { paymentIntentId, amount: 501 } });
  assert.deepEqual([refused.status, refused.body.amountLeft], [422, 500], refused.text);
});

test('nothing, not less, is left while a checkout holds more than is open', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  const { request } = service;
  await request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const { id, amount } = await createDraft(service, { status: 'open' });
  await service.checkout({ amount, currency: 'eur', invoiceId: id });
  assert.equal((await credit(service, id, { amount: 1000 })).status, 201);
  const body = { amount: 100, currency: 'eur', invoiceId: id };
  const refused = await request('POST', '/payments/checkout', { body });
  assert.deepEqual([refused.body.code, refused.body.amountLeft], ['invoice_not_payable', 0], refused.text);
});

test('a checkout that asks for more than is left of its invoice is ended, and cannot be opened again', async (t) => {
  const { service, issued, checkout } = await startShop(t);
  const { request } = service;
  const { id, amount } = await issued();
  const opened = (await checkout(id, amount)).body.url;
  const [open] = (await request('GET', '/payments')).body.items;
  assert.equal((await credit(service, id, { amount: 1000 })).status, 201);
  assert.equal(open.status, 'open');
  const statusOf = async (paymentId: string) => (await request('GET', `/payments/${paymentId}`)).body.status;
  await waitFor('the checkout is ended', async () => (await statusOf(open.id)) === 'expired');
  assert.notEqual(await service.pay(opened), 303);

  const small = await checkout(id, amount - 1000);
  assert.equal(small.status, 200, small.text);
  const part = { amount: 100, method: 'cash' };
  assert.equal((await request('POST', `/invoices/${id}/payments`, { body: part })).status, 201);
  const all = async () => (await request('GET', '/payments')).body.items as { status: string }[];
  await waitFor('the other checkout is ended', async () => (await all()).every(({ status }) => status !== 'open'));
  assert.deepEqual((await all()).map(({ status }) => status).sort(), ['expired', 'expired', 'succeeded']);
  const rest = await checkout(id, amount - 1100);
  assert.equal(rest.status, 200, rest.text);
  await pay(service, rest.body.url);
  assert.equal((await request('GET', `/invoices/${id}`)).body.status, 'paid');
});
