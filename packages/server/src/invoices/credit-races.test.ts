// Credit of a contact that is used, refunded, moved and noted at once: no money goes out twice.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { credit, startInvoicing } from '../../test/support/invoicing.ts';
import { countLockWaits } from '../../test/support/lock-waits.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import type { Answer } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { settle } from '../payments/refunds.ts';
import { findPerson } from '../privacy/person.ts';
import { parts } from '../privacy/person-parts.ts';
import { lockCredit } from './contact-credit.ts';

const skip = testDialect !== 'postgres';

/** An invoice that was paid by card, and one that is open, of one contact. */
async function startShop(t: TestContext) {
  const { service, contactId, issued } = await startInvoicing(t);
  const { request } = service;
  const [paid, open] = [await issued(), await issued()];
  await service.pay(await service.checkout({ amount: paid.amount, currency: 'eur', invoiceId: paid.id, contactId }));
  await service.settled();
  const [{ paymentIntentId }] = (await request('GET', '/payments')).body.items;
  const refund = (amount?: number, rest: object = {}): Promise<Answer> =>
    request('POST', '/payments/refund', { body: { paymentIntentId, amount, ...rest } });
  const use = (amount: number): Promise<Answer> =>
    request('POST', `/invoices/${open.id}/payments`, { body: { amount, method: 'credit' } });
  return { service, contactId, paid, open, refund, use };
}

test('a refund that succeeds while credit is added up is counted', { skip }, async (t) => {
  const { service, contactId, paid, refund } = await startShop(t);
  assert.equal((await credit(service, paid.id, { amount: 5000 })).status, 201);
  const { apiBase } = service.context.processor.setup;
  service.useKeys({ apiBase: 'http://127.0.0.1:9' });
  const { status, body } = await refund(5000);
  assert.deepEqual([status, body.status], [200, 'pending']);
  service.useKeys({ apiBase });

  let isSettled = false;
  const settling: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isOfInvoices = result.rows.some((row) => 'amountRefunded' in row);
      if (isOfInvoices && !isSettled) {
        isSettled = true;
        assert.equal(await settle(service.context, body.id), null);
      }
      return result;
    },
  };
  const left = await inTransaction(service.context, (ctx) =>
    lockCredit({ ...ctx, db: ctx.db.withPlugin(settling) as typeof ctx.db }, contactId),
  );
  assert.deepEqual([isSettled, left.get('eur')], [true, 0]);
});

test('what is credited and used while a refund is reserved does not go out twice', { skip }, async (t) => {
  const { service, paid, refund, use } = await startShop(t);
  const { context, database } = service;
  let refunded: Promise<Answer> | undefined;
  let used: Promise<Answer> | undefined;
  await inTransaction(context, async ({ db }) => {
    await sql`lock table refunds in share row exclusive mode`.execute(db);
    refunded = refund();
    await waitFor('the refund to wait', async () => (await countLockWaits(database.reader)) > 0);
    let hasEnded = false;
    used = credit(service, paid.id, { amount: 5000 }).then(() => use(5000));
    used.then(() => {
      hasEnded = true;
    });
    await waitFor('the use', async () => hasEnded || (await countLockWaits(database.reader)) > 1);
  });
  assert.deepEqual([(await refunded)?.status, (await used)?.status], [200, 422]);
});

test('credit that is used while its contact is erased stays used', async (t) => {
  const { service, contactId, paid, refund, use } = await startShop(t);
  const { context } = service;
  assert.equal((await credit(service, paid.id, { amount: 5000 })).status, 201);
  const person = await findPerson(context, { contactId });
  for (const part of parts) {
    if (part.name === 'invoices') assert.equal((await use(4000)).status, 201);
    const { ids } = await part.page(context, person, '');
    if (ids.length > 0) await part.erase(context, person, ids, async () => {});
  }
  assert.equal((await refund()).body.amountLeft, 1000);
});

test('a contact that is created anew with the ID of one that was deleted has not used its credit', async (t) => {
  const { service, paid, open } = await startShop(t);
  const { request } = service;
  const begin = () => service.checkout({ amount: 500, currency: 'eur', contactId: 'crm-1' });
  const move = async (id: string) =>
    assert.equal((await request('PATCH', `/invoices/${id}`, { body: { contactId: 'crm-1' } })).status, 200);
  await begin();
  await move(paid.id);
  await move(open.id);
  assert.equal((await credit(service, paid.id, { amount: 5000 })).status, 201);
  const used = { amount: 4000, method: 'credit' };
  assert.equal((await request('POST', `/invoices/${open.id}/payments`, { body: used })).status, 201);
  assert.equal((await request('DELETE', '/contacts/crm-1')).status, 200);
  service.advance(1000);
  await begin();
  await move(paid.id);
  const { items } = (await request('GET', '/contacts/crm-1/credit')).body;
  assert.deepEqual(items, [{ currency: 'eur', amount: 1000 }]);
});

test('a refund with a credit note that is on its way makes no room for credit that was used', async (t) => {
  const { service, paid, refund, use } = await startShop(t);
  assert.equal((await credit(service, paid.id, { amount: 5000 })).status, 201);
  assert.equal((await use(4000)).status, 201);
  const refused = await refund(99_000);
  assert.deepEqual([refused.status, refused.body.amountLeft], [422, 1000], refused.text);
  const { apiBase } = service.context.processor.setup;
  service.useKeys({ apiBase: 'http://127.0.0.1:9' });
  const noted = { creditNote: true };
  const first = await refund(10_000, noted);
  assert.deepEqual([first.status, first.body.status], [200, 'pending'], first.text);
  for (const [answer, left] of [
    [await refund(1001), 1000],
    [await refund(9990, noted), 5990],
  ] as const)
    assert.deepEqual([answer.status, answer.body.amountLeft], [422, left], answer.text);
  service.useKeys({ apiBase });
  assert.equal(await settle(service.context, first.body.id), null);
  const again = await refund();
  assert.deepEqual([again.status, again.body.amountLeft], [422, 1000], again.text);
});
