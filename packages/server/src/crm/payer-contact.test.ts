import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { type Context, inTransaction } from '../context.ts';
import { describeContact } from './contacts.ts';
import { describeInvoice } from './invoices.ts';
import {
  creditInvoice,
  ensureInvoice,
  findInvoice,
  type ProcessorInvoice,
  saveProcessorInvoice,
} from './paid-invoices.ts';
import { ensureContact, type PayerHints, resolveContact } from './payer-contact.ts';

const resolve = (context: Context, hints: PayerHints) => inTransaction(context, (ctx) => resolveContact(ctx, hints));

test('a contact id of the caller’s becomes a stub, completed by what the payer enters', async (t) => {
  const { context } = await startTestService(t);
  await Promise.all([1, 2, 3].map(() => inTransaction(context, (ctx) => ensureContact(ctx, 'crm-77'))));
  const hints = { contactId: 'crm-77', customerId: 'cus_1', email: 'Ada@example.com', name: 'Ada' };
  assert.equal(await resolve(context, hints), 'crm-77');
  const contact = await describeContact(context, 'crm-77');
  assert.deepEqual([contact?.email, contact?.name, contact?.source], ['Ada@example.com', 'Ada', 'payment']);
  await resolve(context, { ...hints, email: 'other@example.com', name: 'Other' });
  assert.equal((await describeContact(context, 'crm-77'))?.email, 'Ada@example.com');
  assert.equal(await resolve(context, { customerId: 'cus_1', email: 'somebody@example.com' }), 'crm-77');
  assert.equal(await resolve(context, { email: 'ADA@example.com' }), 'crm-77');
});

test('an address that another contact has is not given to a stub', async (t) => {
  const { context } = await startTestService(t);
  const ada = await resolve(context, { email: 'ada@example.com' });
  assert.equal(await resolve(context, { contactId: 'stub', email: 'ada@example.com', name: 'A' }), 'stub');
  const stub = await describeContact(context, 'stub');
  assert.deepEqual([stub?.email, stub?.name], [null, 'A']);
  assert.equal(await resolve(context, { email: 'ada@example.com' }), ada);
});

test('stubs that want the same address at once do not break each other', async (t) => {
  const { context } = await startTestService(t);
  const ids = ['s1', 's2', 's3', 's4'];
  await Promise.all(ids.map((contactId) => resolve(context, { contactId, email: 'one@example.com' })));
  const contacts = await Promise.all(ids.map((id) => describeContact(context, id)));
  assert.equal(contacts.filter((contact) => contact?.email === 'one@example.com').length, 1);
});

test('an unknown payer stays unknown, also when only the processor’s customer is known', async (t) => {
  const { context } = await startTestService(t);
  assert.equal(await resolve(context, {}), null);
  assert.equal(await resolve(context, { customerId: 'cus_9', name: 'Ada', email: null }), null);
  const id = await resolve(context, { customerId: 'cus_9', email: 'ada@example.com' });
  assert.equal(await resolve(context, { customerId: 'cus_9' }), id);
});

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
  paidAt: null,
};

test('the processor’s invoice is stored once, and late news never takes it back', async (t) => {
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

test('the processor’s invoice made for one of ours is that one', async (t) => {
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
