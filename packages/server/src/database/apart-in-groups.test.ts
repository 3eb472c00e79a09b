// What changes that arrive together must not both do, though they may share a transaction on PostgreSQL, where locks do not
// keep them apart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction, timeOf, type WriteContext } from '../context/context.ts';

const skip = testDialect !== 'postgres';

/** So many that arrive together run in few transactions. */
const many = 12;

test('of items that are created together, one gets a unique value', async (t) => {
  const { request } = await startContentService(t);
  const fields = [{ name: 'sku', type: 'text', unique: true }];
  assert.equal((await request('POST', '/types', { body: { name: 'product', fields } })).status, 201);
  const create = (title: string, sku?: string) =>
    request('POST', '/content/product', { body: { title, fields: { sku } } });
  for (let round = 0; round < 3; round++) {
    const responses = await Promise.all([
      ...Array.from({ length: many }, (_, index) => create(`Other ${round} ${index}`)),
      ...Array.from({ length: 3 }, (_, index) => create(`Same ${round} ${index}`, `sku-${round}`)),
    ]);
    const statuses = responses.slice(many).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, 422, 422]);
    assert.ok(responses.slice(0, many).every(({ status }) => status === 201));
  }
});

test('of items that are created together with one title, each gets a slug of its own', async (t) => {
  const { request } = await startContentService(t);
  const responses = await Promise.all(
    Array.from({ length: many }, () => request('POST', '/content/post', { body: { title: 'Same', tags: ['New'] } })),
  );
  assert.deepEqual(
    new Set(responses.map(({ body }) => body.slug)),
    new Set(['same', ...Array.from({ length: many - 1 }, (_, index) => `same-${index + 2}`)]),
  );
});

test('what submissions that arrive together say about one person is kept and found, and answered three times a day', async (t) => {
  const { request, context } = await startTestService(t);
  const fields = ['email', 'phone'].map((type) => ({ name: type, type }));
  const settings = { mail: { reply: { on: true, subject: 'Thanks', text: 'Thank you' } } };
  const form = { name: 'Contact', slug: 'contact', fields: [...fields, { name: 'name', type: 'text' }], settings };
  assert.equal((await request('POST', '/forms', { body: form })).status, 201);
  const submit = async (body: object): Promise<void> =>
    assert.equal((await request('POST', '/forms/contact/submit', { token: null, body })).status, 200);
  for (let round = 0; round < 3; round++) {
    const email = `ada${round}@example.com`;
    const others = Array.from({ length: many }, (_, index) => submit({ email: `x${round}-${index}@example.com` }));
    const own = [{}, { name: `Lovelace${round}` }, { phone: `+49 30 123456${round}` }, {}, {}, {}];
    await Promise.all([...others, ...own.map((more) => submit({ email, ...more }))]);
    for (const search of [`Lovelace${round}`, `123456${round}`]) {
      const { items } = (await request('GET', `/contacts?search=${search}`)).body;
      assert.deepEqual(
        items.map((contact: { email: string }) => contact.email),
        [email],
        search,
      );
    }
    const replies = context.db.selectFrom('mails').select('id').where('kind', '=', 'reply');
    assert.equal((await replies.where('recipient', '=', email).execute()).length, 3);
  }
});

test('one of a group that locks rows for itself runs again alone', { skip }, async (t) => {
  const { context } = await startTestService(t);
  const name = 'test-counter';
  await inTransaction(context, async (ctx) => {
    await ctx.db
      .insertInto('settings')
      .values({ name, value: '0', updatedAt: timeOf(ctx) })
      .execute();
  });
  const count = async ({ db, dialect }: WriteContext): Promise<void> => {
    const row = db.selectFrom('settings').select('value').where('name', '=', name);
    const { value } = await dialect.lockRows(row).executeTakeFirstOrThrow();
    await db
      .updateTable('settings')
      .set({ value: String(Number(value) + 1) })
      .where('name', '=', name)
      .execute();
  };
  await Promise.all(Array.from({ length: many }, () => inTransaction(context, count, { mayBeGrouped: true })));
  const { value } = await context.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  assert.equal(value, String(many));
});
