import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import { creditInvoice } from './paid-invoices.ts';

test('an invoice is created, updated and voided; only a draft can be deleted', async (t) => {
  const service = await startTestService(t);
  const { body: contact } = await service.request('POST', '/contacts', { body: { name: 'Ada' } });
  const made = await service.request('POST', '/invoices', {
    body: { contactId: contact.id, amount: 1000, currency: 'usd', dueAt: '2030-01-01T00:00:00+02:00' },
  });
  assert.equal(made.status, 201);
  const { id, createdAt, updatedAt, lines, totals, pageUrl, ...rest } = made.body;
  assert.match(pageUrl, /^http:\/\/frontdesk\.test\/i\/v1\./);
  assert.deepEqual([lines.length, lines[0].unitAmount, lines[0].grossAmount, lines[0].tax], [1, 1000, 1000, null]);
  assert.deepEqual([totals.gross, totals.open], [1000, 1000]);
  assert.deepEqual(rest, {
    externalId: null,
    number: null,
    contactId: contact.id,
    status: 'open',
    amount: 1000,
    amountPaid: 0,
    currency: 'usd',
    description: null,
    ...{
      pricesIncludeTax: false,
      discount: null,
      discountPercent: null,
      taxOverride: null,
      taxedAs: null,
      vatIdCheck: null,
    },
    ...{ notes: null, deliveryFrom: null, deliveryUntil: null, buyer: null, seller: null },
    dueAt: '2029-12-31T22:00:00.000Z',
    ...{ issuedAt: null, issueDay: null },
    sentAt: null,
    remindersPaused: false,
    reminderDays: null,
    paidAt: null,
    processorInvoiceId: null,
    subscriptionId: null,
    version: 1,
  });
  assert.equal(made.headers.location, `/api/v1/invoices/${id}`);
  assert.equal((await service.request('DELETE', `/invoices/${id}`)).status, 409);
  const stale = await service.request('PATCH', `/invoices/${id}`, { body: {}, headers: { 'if-match': '"x"' } });
  assert.equal(stale.status, 412);
  const changed = await service.request('PATCH', `/invoices/${id}`, { body: { number: '2030-1', amount: 1200 } });
  assert.deepEqual([changed.body.number, changed.body.amount, changed.body.version], ['2030-1', 1200, 2]);
  await service.request('PATCH', `/invoices/${id}`, { body: { status: 'void' } });
  const list = await service.request('GET', `/invoices?status=void&contactId=${contact.id}`);
  assert.deepEqual([list.body.total, list.body.items[0].id], [1, id]);
  const draft = await service.request('POST', '/invoices', { body: { status: 'draft', amount: 1, currency: 'jpy' } });
  assert.deepEqual((await service.request('DELETE', `/invoices/${draft.body.id}`)).body.deleted, true);
  assert.equal((await service.request('GET', `/invoices/${draft.body.id}`)).body.code, 'invoice_not_found');
  await service.request('DELETE', `/contacts/${contact.id}`);
  assert.equal((await service.request('GET', `/invoices/${id}`)).body.contactId, null);
});

test('all faults of an invoice are reported at once', async (t) => {
  const service = await startTestService(t);
  const body = { amount: 10, currency: 'zzz', contactId: 'con_none' };
  const answer = await service.request('POST', '/invoices', { body });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), [
    '/contactId',
    '/currency',
  ]);
  assert.equal((await service.request('POST', '/invoices', { body: { amount: 1.5, currency: 'USD' } })).status, 422);
});

test('faults of currencies, countries, quantities and percentages say what is expected', async (t) => {
  const { request } = await startTestService(t);
  const line = { description: 'Chair', unitAmount: 100, quantity: '0', discountPercent: '101' };
  const buyer = { address: { country: 'Austria' } };
  const body = { currency: 'EUR', lines: [line], buyer };
  const refused = await request('POST', '/invoices', { body });
  assert.equal(refused.status, 422);
  const details: string[] = refused.body.errors.map(({ detail }: { detail: string }) => detail);
  assert.equal(details.length, 4);
  assert.ok(
    details.every((detail) => /^must be [^^]+, such as \w+/.test(detail)),
    details.join('\n'),
  );
});

test('a number from elsewhere is not blank', async (t) => {
  const { request } = await startTestService(t);
  for (const number of ['', '  ', '\u200b'])
    assert.deepEqual(
      (await request('POST', '/invoices', { body: { amount: 100, currency: 'eur', number } })).body.errors,
      [{ pointer: '/number', code: 'pattern', detail: 'must not be blank' }],
    );
});

test('payments add up until the invoice is paid; other currencies do not count; paid is final', async (t) => {
  const { context, request } = await startTestService(t);
  const { body: invoice } = await request('POST', '/invoices', { body: { amount: 1000, currency: 'usd' } });
  const paidAt = '2026-01-01T00:00:00.000Z';
  const settle = (amount: number, currency = 'usd') =>
    inTransaction(context, (ctx) => creditInvoice(ctx, invoice.id, { amount, currency, paidAt }));
  const read = async () => (await request('GET', `/invoices/${invoice.id}`)).body;
  await settle(1000, 'eur');
  assert.deepEqual([(await read()).status, (await read()).amountPaid], ['open', 0]);
  await Promise.all([settle(300), settle(300)]);
  assert.deepEqual([(await read()).status, (await read()).amountPaid], ['open', 600]);
  const repriced = await request('PATCH', `/invoices/${invoice.id}`, { body: { amount: 600 } });
  assert.equal(repriced.body.code, 'conflict');
  await settle(400);
  const paid = await read();
  assert.deepEqual([paid.status, paid.amountPaid, paid.paidAt], ['paid', 1000, paidAt]);
  const back = await request('PATCH', `/invoices/${invoice.id}`, { body: { status: 'open' } });
  assert.equal(back.status, 409);
  assert.equal((await request('PATCH', `/invoices/${invoice.id}`, { body: { number: '7' } })).status, 200);
  assert.equal((await request('DELETE', `/invoices/${invoice.id}`)).status, 409);
});

test('a leap second, and a time that is after the year 9999 in UTC, are faults', async (t) => {
  const { request } = await startTestService(t);
  for (const dueAt of ['2016-12-31T23:59:60Z', '9999-12-31T23:30:00-05:00']) {
    const answer = await request('POST', '/invoices', { body: { amount: 100, currency: 'eur', dueAt } });
    assert.deepEqual([answer.status, answer.body.errors?.[0].pointer], [422, '/dueAt'], dueAt);
    const query = `from=${encodeURIComponent(dueAt)}`;
    assert.equal((await request('GET', `/payments?${query}`)).status, 400, dueAt);
  }
});
