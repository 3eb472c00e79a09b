import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, startSelling } from '../../test/support/invoicing.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import { describeInvoice } from './invoices.ts';
import {
  creditInvoice,
  ensureInvoice,
  findInvoice,
  type ProcessorInvoice,
  saveProcessorInvoice,
} from './paid-invoices.ts';

test('an invoice id of the caller’s becomes a stub once', async (t) => {
  const { context } = await startTestService(t);
  const facts = { contactId: null, amount: 500, currency: 'eur', description: null };
  const ensure = (more: object) => inTransaction(context, (ctx) => ensureInvoice(ctx, 'R-1', { ...facts, ...more }));
  await Promise.all([ensure({}), ensure({}), ensure({})]);
  await ensure({ contactId: 'con_1', description: 'Chairs', amount: 9, currency: 'usd' });
  const invoice = await describeInvoice(context, 'R-1');
  assert.deepEqual(
    [invoice?.amount, invoice?.currency, invoice?.contactId, invoice?.description, invoice?.status],
    [500, 'eur', 'con_1', 'Chairs', 'open'],
  );
});

const native: ProcessorInvoice = {
  processorInvoiceId: 'in_1',
  invoiceId: null,
  contactId: null,
  subscriptionId: 'sub_x',
  number: 'A-1',
  status: 'open',
  amount: 700,
  amountPaid: 0,
  currency: 'usd',
  description: null,
  dueAt: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  paidAt: null,
};

test('the processor’s invoice is stored once, and late updates never take it back', async (t) => {
  const { context } = await startTestService(t);
  const save = (facts: Partial<ProcessorInvoice>) =>
    inTransaction(context, async (ctx) => (await saveProcessorInvoice(ctx, { ...native, ...facts })).id);
  const ids = await Promise.all([save({}), save({}), save({ status: 'draft' })]);
  assert.equal(new Set(ids).size, 1);
  assert.equal(await findInvoice(context, 'in_1'), ids[0]);
  assert.equal(await findInvoice(context, 'in_2'), null);
  await save({ status: 'paid', amountPaid: 700, paidAt: '2026-01-01T00:00:00.000Z' });
  await save({ status: 'open' });
  const invoice = await describeInvoice(context, ids[0] ?? null);
  assert.deepEqual([invoice?.status, invoice?.amountPaid, invoice?.subscriptionId], ['paid', 700, 'sub_x']);
  await inTransaction(context, (ctx) =>
    creditInvoice(ctx, ids[0] ?? '', { amount: 700, currency: 'usd', paidAt: '2026-01-01T00:00:00.000Z' }),
  );
  assert.equal((await describeInvoice(context, ids[0] ?? null))?.amountPaid, 700);
});

test('the processor’s invoice for one of ours is that invoice', async (t) => {
  const { context, request } = await startTestService(t);
  const { body: own } = await request('POST', '/invoices', { body: { amount: 700, currency: 'usd' } });
  const save = (facts: Partial<ProcessorInvoice>) =>
    inTransaction(
      context,
      async (ctx) => (await saveProcessorInvoice(ctx, { ...native, invoiceId: own.id, ...facts })).id,
    );
  assert.deepEqual(await Promise.all([save({}), save({})]), [own.id, own.id]);
  const other = await save({ processorInvoiceId: 'in_other' });
  assert.notEqual(other, own.id);
  assert.equal(await save({ processorInvoiceId: 'in_other' }), other);
  const stub = await save({ processorInvoiceId: 'in_new', invoiceId: 'inv_unknown' });
  assert.equal(stub, 'inv_unknown');
});

test("an invoice that was issued is not taken over by one of the processor's that names it", async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const before = (await service.request('GET', `/invoices/${id}`)).body;
  const mirrored = await inTransaction(service.context, (ctx) =>
    saveProcessorInvoice(ctx, {
      ...{ processorInvoiceId: 'in_1', invoiceId: id, contactId: null, subscriptionId: null, number: 'S-1' },
      ...{ status: 'paid' as const, amount: 700, amountPaid: 700, currency: 'usd', description: 'Other' },
      ...{ dueAt: null, paidAt: '2027-01-01T00:00:00.000Z', createdAt: '2027-01-01T00:00:00.000Z' },
    }),
  );
  assert.notEqual(mirrored.id, id);
  assert.deepEqual((await service.request('GET', `/invoices/${id}`)).body, before);
});
