import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { startContentService } from '../../../test/support/content-service.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';
import { SlowReadError } from '../../database/sqlite-slow-reads.ts';
import { Problem } from '../../lib/errors.ts';
import { findPostType } from '../types/post-types.ts';
import { type ItemQuery, listItems } from './list-items.ts';

test('a list that takes too long is a problem that names the fields to index', async (t) => {
  const { context, request } = await startContentService(t);
  const fields = ['price', 'size', 'sku'].map((name) => ({ name, type: 'number', indexed: name === 'sku' }));
  assert.equal((await request('PATCH', '/types/post', { body: { fields } })).status, 200);
  const type = await findPostType(context, 'post');
  assert.ok(type);
  const tooSlow = testDialect === 'sqlite' ? new SlowReadError('slow') : Object.assign(new Error(), { code: '57014' });
  const { slowDb } = context as unknown as { slowDb: Kysely<unknown> };
  Object.assign(slowDb.getExecutor(), { executeQuery: () => Promise.reject(tooSlow) });
  const list = (more: object) => {
    const query = { limit: 20, offset: 0, orderBy: 'date', order: 'desc', status: 'publish', ...more } as ItemQuery;
    const value = <Value>(_name: string, make: () => Promise<Value>) => make();
    return listItems(context, type, query, { type: () => type, readable: () => null, value, lasting: value });
  };
  for (const [query, detail] of [
    [
      { 'fields[price][gte]': '1', 'fields[sku]': '1', search: 'x' },
      'Declare price of the type post as indexed. Search for rarer words',
    ],
    [{ 'fields[price]': '1', orderBy: 'fields.size' }, 'Declare price, size of the type post as indexed'],
    [{ sort: '-fields.size,title' }, 'Declare size of the type post as indexed'],
    [{ where: '{"fields.price":{"gt":1},"or":[{"tag":"a"}]}' }, 'Declare price of the type post as indexed'],
    [
      { where: '{"or":[{"fields.price":1},{"fields.sku":2},{"parent":{"exists":true}}]}', total: true },
      'Declare price of the type post as indexed. No index finds items by parent[exists]: combine this with a condition that an index finds items for. For this group in `or`, items are checked one by one: give each part a condition that an index finds items for. Leave out the total with total=false',
    ],
    [
      { 'tag[exists]': 'false', sort: '-createdAt,title' },
      'No index finds items by tag[exists]: combine this with a condition that an index finds items for',
    ],
    [{ search: 'x', orderBy: 'relevance' }, 'Search for rarer words, or sort by date'],
    [{ 'fields[sku][gte]': '1', total: true }, 'Leave out the total with total=false'],
  ] as const) {
    await assert.rejects(list(query), (error) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.code, error.status, error.details.detail], ['query_too_slow', 503, detail]);
      return true;
    });
  }
});
