import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { startContentService } from '../../../test/support/content-service.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';
import { waitFor } from '../../../test/support/wait-for.ts';

const fields = [
  { name: 'price', type: 'number', indexed: true },
  { name: 'color', type: 'select', options: ['red', 'Blue', 'green'], indexed: true },
  { name: 'sku', type: 'text', unique: true, indexed: true },
  { name: 'since', type: 'datetime', indexed: true },
  { name: 'sold', type: 'boolean', indexed: true },
  { name: 'note', type: 'text' },
];

async function startShop(t: TestContext) {
  const service = await startContentService(t);
  await service.work();
  const created = await service.request('POST', '/types', { body: { name: 'lamp', plural: 'lamps', fields } });
  assert.equal(created.status, 201, created.text);
  const indexes = async (): Promise<string[]> => {
    const { rows } =
      testDialect === 'sqlite'
        ? await sql<{ name: string }>`select name from sqlite_master where name like 'itemsField%'`.execute(
            service.database.reader,
          )
        : await sql<{
            name: string;
          }>`select indexname as name from pg_indexes where indexname like 'itemsField%'`.execute(
            service.database.reader,
          );
    return rows.map(({ name }) => name).sort();
  };
  const change = async (body: object) => {
    const answer = await service.request('PATCH', '/types/lamp', { body });
    assert.equal(answer.status, 200, answer.text);
  };
  const waitForIndexes = (count: number) =>
    waitFor(`${count} indexes`, async () => {
      const names = await indexes();
      return names.length === count ? names : null;
    });
  return { ...service, waitForIndexes, change };
}

test('indexes follow the declarations of a type', async (t) => {
  const { waitForIndexes, change, request } = await startShop(t);
  // Texts have one by which they sort and one by which they are found.
  const first = await waitForIndexes(7);
  await change({ fields: fields.map((field) => (field.name === 'price' ? { name: 'price', type: 'number' } : field)) });
  const fewer = await waitForIndexes(6);
  assert.ok(fewer.every((name) => first.includes(name)));
  await change({ fields });
  assert.deepEqual(await waitForIndexes(7), first);
  assert.equal((await request('DELETE', '/types/lamp')).status, 200);
  await waitForIndexes(0);
});

test('lists are the same with indexes and without', async (t) => {
  const { waitForIndexes, change, request } = await startShop(t);
  const plain = fields.map(({ indexed: _indexed, unique: _unique, ...field }) => field);
  await change({ fields: plain });
  const long = 'long '.repeat(80);
  for (let number = 0; number < 40; number++) {
    const values = {
      ...(number % 5 === 0 ? {} : { price: (number * 7) % 20 }),
      ...(number % 4 === 0 ? {} : { color: ['red', 'Blue', 'green'][number % 3] }),
      sku: number % 2 === 0 ? `SKU ${number}` : `${long}${number}`,
      ...(number % 3 === 0 ? {} : { since: `2026-01-${10 + (number % 9)}T10:00:00+0${number % 3}:00` }),
      sold: number % 2 === 0,
    };
    const body = { title: `Lamp ${number}`, content: number % 3 === 0 ? 'brass' : 'steel', fields: values };
    const status = ['publish', 'publish', 'publish', 'draft'][number % 4];
    const created = await request('POST', '/content/lamps', { body: { ...body, status } });
    assert.equal(created.status, 201, created.text);
  }
  const queries = [
    'fields[price]=7',
    'fields[price][gte]=10',
    'fields[price][gt]=3&fields[price][lte]=14',
    'fields[price][in]=1,7,14',
    'fields[price][ne]=7',
    'fields[color]=red',
    'fields[color][gte]=BLUE&fields[color][lt]=red',
    'fields[color][in]=red,Blue',
    `fields[sku]=${long}7`,
    `fields[sku][gt]=${long}`,
    `fields[sku][lte]=${long}3`,
    'fields[since]=2026-01-11T09:00:00Z',
    'fields[since][gte]=2026-01-14',
    'fields[sold]=true',
    'fields[sold]=false&fields[price][gte]=5&search=brass',
    'search=ste',
    'search=brass&orderBy=relevance',
    'tag=none',
    '',
  ];
  const orders = ['', 'price', 'color', 'sku', 'since', 'sold'].flatMap((field) =>
    ['asc', 'desc'].map((order) => `${field && `orderBy=fields.${field}&`}order=${order}`),
  );
  // Every order without a filter, some with each.
  const ordersFor = (query: string, index: number): string[] => {
    if (query.includes('relevance')) return [''];
    return orders.filter((_, place) => query === '' || (place + index) % 5 === 0);
  };
  const read = async (path: string) => {
    const answer = await request('GET', `/content/lamps?${path}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const readAll = async (): Promise<object> => {
    const lists: Record<string, unknown> = {};
    for (const [index, query] of queries.entries())
      for (const order of ordersFor(query, index))
        for (const status of ['publish', 'any']) {
          const list = `${query}&${order}&status=${status}`;
          const whole = await read(`${list}&limit=100`);
          const ids = whole.items.map(({ id }: { id: string }) => id);
          assert.equal(whole.total, ids.length, list);
          lists[list] = ids;
          if (status === 'any') continue;
          const pages: string[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const page = await read(`${list}&limit=7&cursor=${cursor}`);
            assert.equal(page.total, ids.length);
            pages.push(...page.items.map(({ id }: { id: string }) => id));
            cursor = page.nextCursor;
          }
          assert.deepEqual(pages, ids, `${list} by cursor`);
          const part = (await read(`${list}&limit=9&offset=13`)).items.map(({ id }: { id: string }) => id);
          assert.deepEqual(part, ids.slice(13, 22), `${list} at an offset`);
        }
    return lists;
  };
  const without = await readAll();
  assert.ok(Object.values(without).some((ids) => ids.length > 20));
  await change({ fields });
  await waitForIndexes(7);
  assert.deepEqual(await readAll(), without);
});

test('only kinds that compare can be indexed', async (t) => {
  const { request } = await startContentService(t);
  const body = { name: 'page2', fields: [{ name: 'text', type: 'richtext', indexed: true }] };
  const answer = await request('POST', '/types', { body });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.errors, [
    { pointer: '/fields/0/indexed', code: 'not_allowed', detail: 'richtext fields cannot be indexed' },
  ]);
});
