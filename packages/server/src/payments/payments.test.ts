import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import { newId } from '../lib/ids.ts';
import { describePayment, openPayment } from './payments.ts';

async function startWithPayments(t: Parameters<typeof startTestService>[0], count: number) {
  const service = await startTestService(t);
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const id = newId('pay');
    const facts = { description: null, email: null, successUrl: null, cancelUrl: null, submissionId: null };
    const refers = { contactId: made % 2 ? 'con_odd' : null, invoiceId: made === 0 ? 'inv_0' : null };
    await inTransaction(service.context, (ctx) =>
      openPayment(ctx, { id, amount: 100 + made, currency: 'usd', ...facts, ...refers }),
    );
    ids.push(id);
    service.advance(60_000);
  }
  return { service, ids };
}

test('payments are listed newest first, in pages, with filters', async (t) => {
  const { service, ids } = await startWithPayments(t, 5);
  const list = async (query: string) => {
    const { body, status, text } = await service.request('GET', `/payments${query}`);
    assert.equal(status, 200, text);
    return { ids: body.items.map((item: { id: string }) => item.id), total: body.total, items: body.items };
  };
  const newestFirst = ids.toReversed();
  const all = await list('');
  assert.deepEqual([all.ids, all.total], [newestFirst, 5]);
  assert.deepEqual((await list('?limit=2&offset=1')).ids, newestFirst.slice(1, 3));
  assert.deepEqual((await list('?sort=createdAt&limit=1')).ids, [ids[0]]);
  assert.deepEqual((await list('?contactId=con_odd')).ids, [ids[3], ids[1]]);
  assert.deepEqual((await list('?invoiceId=inv_0')).ids, [ids[0]]);
  assert.equal((await list('?status=succeeded')).total, 0);
  const { createdAt } = all.items[2];
  assert.deepEqual((await list(`?createdAt[gte]=${createdAt}&createdAt[lte]=${createdAt}`)).ids, [all.ids[2]]);
});

test('an invalid query is rejected with the name of the parameter', async (t) => {
  const { service } = await startWithPayments(t, 0);
  for (const [name, value] of Object.entries({
    limit: '101',
    offset: '-1',
    sort: 'up',
    status: 'gone',
    'createdAt[gte]': 'x',
    a: '1',
  })) {
    const answer = await service.request('GET', `/payments?${name}=${value}`);
    assert.equal(answer.status, 400, name);
    assert.equal(answer.body.errors[0].pointer, name);
  }
  assert.equal((await service.request('GET', '/payments', { token: null })).status, 401);
  assert.equal(
    (await service.request('GET', '/payments', { token: await service.tokenWith('forms:read') })).status,
    403,
  );
});

test('a payment is described by its id', async (t) => {
  const { service, ids } = await startWithPayments(t, 2);
  assert.equal((await describePayment(service.context, ids[1] as string))?.contactId, 'con_odd');
  assert.equal(await describePayment(service.context, null), null);
  assert.equal(await describePayment(service.context, 'pay_nobody'), null);
});

test('a checkout without a processor is rejected', async (t) => {
  const { service } = await startWithPayments(t, 0);
  const answer = await service.request('POST', '/payments/checkout', { body: { amount: 100, currency: 'usd' } });
  assert.deepEqual([answer.status, answer.body.code], [503, 'processor_unreachable']);
});
