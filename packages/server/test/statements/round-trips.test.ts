// A transaction on PostgreSQL may take as many round trips as statements.json says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startContentService } from '../support/content-service.ts';
import { recordQueries, type SentQuery } from '../support/record-queries.ts';
import { testDialect } from '../support/test-dialect.ts';

const allowed = JSON.parse(readFileSync(new URL('statements.json', import.meta.url), 'utf8')) as Record<string, number>;

test('no transaction takes more round trips than before', { skip: testDialect !== 'postgres' }, async (t) => {
  const { request } = await startContentService(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email', required: true }];
  const form = (await request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields } })).body;
  const subscriber = { url: 'http://127.0.0.1:9999/hook', events: ['submitted'] };
  assert.equal((await request('POST', `/forms/${form.id}/webhooks`, { body: subscriber })).status, 201);
  const queries: SentQuery[] = [];
  t.after(recordQueries((query) => queries.push(query)));
  /** Of the transaction with this statement. */
  const countTrips = async (statement: string, send: () => Promise<{ status: number }>): Promise<number> => {
    queries.length = 0;
    assert.ok((await send()).status < 300);
    const client = queries.find(({ text }) => text.startsWith(statement))?.client;
    const own = queries.filter((query) => query.client === client).map(({ text, waiting }) => ({ text, waiting }));
    const at = own.findIndex(({ text }) => text.startsWith(statement));
    const begin = own.findLastIndex(({ text }, index) => index < at && text === 'begin');
    const commit = own.findIndex(({ text }, index) => index > at && text === 'commit');
    return own.slice(begin, commit + 1).filter(({ waiting }) => waiting === 0).length;
  };
  const sku = { name: 'sku', type: 'text', unique: true };
  assert.equal((await request('POST', '/types', { body: { name: 'product', fields: [sku] } })).status, 201);
  const body = { title: 'New', slug: 'new', tags: ['one', 'two'], categories: ['three'] };
  const create = (slug: string, headers = {}) => request('POST', '/content/post', { body: { ...body, slug }, headers });
  const submit = (email: string) => request('POST', '/forms/contact/submit', { token: null, body: { email } });
  const createProduct = (value: string) =>
    request('POST', '/content/product', { body: { ...body, slug: undefined, fields: { sku: value } } });
  // The types are known from now on.
  await Promise.all([create('first'), createProduct('1')]);
  const key = { 'idempotency-key': 'once' };
  const counted = {
    'create an item': await countTrips('insert into "items"', () => create('second')),
    'create an item with a unique field': await countTrips('insert into "items"', () => createProduct('2')),
    'claim a key': await countTrips('insert into "idempotencyKeys"', () => create('third', key)),
    'store a response': await countTrips('update "idempotencyKeys"', () =>
      create('fourth', { 'idempotency-key': 'twice' }),
    ),
    'submit, one subscriber': await countTrips('insert into "submissions"', () => submit('ada@example.com')),
  };
  for (const [what, count] of Object.entries(counted)) assert.equal(count, allowed[`round trips: ${what}`], what);
});
