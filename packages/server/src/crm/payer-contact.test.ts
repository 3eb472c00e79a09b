import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { describeContact } from './contacts.ts';
import { ensureContact, type PayerHints, resolveContact } from './payer-contact.ts';

const resolve = (context: Context, hints: PayerHints) =>
  inTransaction(context, async (ctx) => (await resolveContact(ctx, hints))?.contact.id ?? null);

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

test('stubs that get the same address at once do not break each other', async (t) => {
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
