// Lists of so many items that other ways lead to a page: along an index, instead of through what was found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';

const count = 2400;
const fields = [
  { name: 'price', type: 'number', indexed: true },
  { name: 'color', type: 'select', options: ['blue', 'red'], indexed: true },
];

type Item = { id: string; title: string; price: number | null; color: string };

/** Most are red, and one of ten has no price. */
const items = Array.from({ length: count }, (_, n): Item => {
  const title = `t ${String((n * 7) % count).padStart(4, '0')}`;
  return { id: `item_${1e6 + n}`, title, price: n % 10 === 0 ? null : n % 40, color: n % 16 === 0 ? 'blue' : 'red' };
});

type Key = (item: Item) => number | string | null;

/** The titles in this order; what has no value comes last. */
function sorted(of: readonly Item[], ...keys: [Key, 1 | -1][]): string[] {
  const compare = (a: Item, b: Item): number => {
    for (const [key, direction] of keys) {
      const [first, second] = [key(a), key(b)];
      if (first === second) continue;
      if (first === null || second === null) return first === null ? 1 : -1;
      return first < second ? -direction : direction;
    }
    return 0;
  };
  return of.toSorted(compare).map(({ title }) => title);
}

const price: Key = (item) => item.price;
const color: Key = (item) => item.color;
const title: Key = (item) => item.title;

test('each page of many items is the same as without an index', async (t) => {
  const service = await startContentService(t);
  const { context, database } = service;
  await send(service, 'PATCH', '/types/post', { fields });
  await service.work();
  const rows = items.map(({ id, title, price, color }) => ({
    id,
    type: 'post',
    slug: id.replace('_', '-'),
    title,
    titleKey: title,
    excerpt: '',
    excerptIsMade: 1 as const,
    content: '',
    status: 'publish' as const,
    fields: JSON.stringify({ ...(price === null ? {} : { price }), color }),
    foldedFields: JSON.stringify({ color }),
    menuOrder: 0,
    publishedAt: '2026-01-01T00:00:00.000Z',
    sortDate: '2026-01-01T00:00:00.000Z',
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }));
  await database.writer.transaction().execute(async (transaction) => {
    // Counting each of so many changes takes long there.
    if (testDialect === 'postgres') await sql`set local session_replication_role = replica`.execute(transaction);
    for (let start = 0; start < count; start += 400)
      await transaction
        .insertInto('items')
        .values(rows.slice(start, start + 400))
        .execute();
    const entries = items.map(({ id, title, color }) => ({
      itemId: id,
      document: { title, excerpt: '', body: color === 'red' ? 'a lantern' : 'a lamp' },
    }));
    await context.dialect.search.add(transaction, entries);
    const counted = sql`insert into "itemCounts" values ('post', 'publish', ${count})`;
    if (testDialect === 'postgres') await counted.execute(transaction);
  });
  assert.equal((await context.db.selectFrom('items').select('id').execute()).length, count);
  await send(service, 'PATCH', '/types/post', { label: 'Changed' });
  const red = items.filter((item) => item.color === 'red');
  const cheap = '{"or":[{"fields.color":"red"},{"fields.price":16}]}';
  for (const [query, titles] of [
    ['sort=-fields.color,fields.price,title', sorted(items, [color, -1], [price, 1], [title, 1])],
    ['sort=-fields.color,-fields.price,-title', sorted(items, [color, -1], [price, -1], [title, -1])],
    ['sort=-fields.color,title', sorted(items, [color, -1], [title, 1])],
    ['sort=fields.price,-title', sorted(items, [price, 1], [title, -1])],
    ['sort=-fields.price,title&fields[color]=red', sorted(red, [price, -1], [title, 1])],
    ['orderBy=title&order=asc&fields[color]=red', sorted(red, [title, 1])],
    ['orderBy=title&order=asc&search=lantern', sorted(red, [title, 1])],
    ['sort=fields.price,title&search=lant', sorted(red, [price, 1], [title, 1])],
    [
      `orderBy=title&where=${cheap}`,
      sorted(
        items.filter((item) => item.color === 'red' || item.price === 16),
        [title, -1],
      ),
    ],
  ] as const) {
    const shown: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await send(service, 'GET', `/content/post?${query}&limit=100&total=false&cursor=${cursor}`);
      shown.push(...body.items.map((item: Item) => item.title));
      cursor = body.nextCursor;
    }
    assert.deepEqual(shown, titles, query);
    const { body } = await send(service, 'GET', `/content/post?${query}&offset=2200&limit=3`);
    const end = body.items.map((item: Item) => item.title);
    assert.deepEqual([body.total, end], [titles.length, titles.slice(2200, 2203)], query);
  }
});
