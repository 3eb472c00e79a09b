import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startContentService } from '../../../test/support/content-service.ts';
import { countLockWaits } from '../../../test/support/lock-waits.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { inTransaction, type WriteContext } from '../../context/context.ts';

const columns = sql`"toId", "type", "status", "sortDate", "id", "field", "titleKey", "menuOrder"`;
const links = sql`select "termId" as "toId", '' as "field", "itemId" from "itemTerms"
  union all select "targetId", "field", "itemId" from "itemReferences" where substr("targetId", 1, 5) = 'item_'`;

async function assertKept({ database }: TestService, after: string): Promise<number> {
  const order = sql`order by "toId", "id", "field"`;
  const { rows: kept } = await sql`select ${columns} from "linkedItems" ${order}`.execute(database.reader);
  const { rows: expected } = await sql`select ${columns} from (${links}) as "links"
    join "items" on "items"."id" = "itemId" ${order}`.execute(database.reader);
  assert.deepEqual(kept, expected, after);
  return kept.length;
}

async function createSite(service: TestService) {
  const { request } = service;
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await request(method, path, { ...(body && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await send('POST', '/types', { name: 'brand', plural: 'brands', fields: [{ name: 'rank', type: 'number' }] });
  const reference = { type: 'reference', to: ['brand'], onDelete: 'clear' };
  await send('POST', '/types', {
    name: 'product',
    plural: 'products',
    fields: [
      { name: 'brand', ...reference },
      { name: 'other', ...reference },
      { name: 'price', type: 'number' },
    ],
  });
  return send;
}

test('what is behind terms and references follows every change of items, links and terms', async (t) => {
  const service = await startContentService(t);
  const send = await createSite(service);
  const { id: brand } = await send('POST', '/content/brand', { title: 'Delft', status: 'publish' });
  const { id: second } = await send('POST', '/content/brand', { title: 'Gouda', status: 'publish' });
  const product = { tags: ['red', 'blue'], categories: ['shop'], fields: { brand, other: brand, price: 1 } };
  const { id } = await send('POST', '/content/product', { title: 'Cup', status: 'publish', ...product });
  assert.equal(await assertKept(service, 'create'), 5);
  const path = `/content/product/${id}`;
  const changes = [
    { title: 'A cup', menuOrder: 7 },
    { publishedAt: '2020-01-01T00:00:00Z', tags: ['red'] },
    { fields: { brand: second, price: 2 }, status: 'draft', categories: [] },
    { status: 'publish', tags: ['green', 'red'], title: 'Cups' },
  ];
  for (const change of changes) {
    await send('PATCH', path, change);
    await assertKept(service, JSON.stringify(change));
  }
  await send('POST', '/content/product/bulk', {
    operations: Array.from({ length: 30 }, (_, n) => ({ action: 'create', title: `Cup ${n}`, ...product })),
  });
  await assertKept(service, 'bulk');
  await send('POST', '/taxonomies/tags/terms/blue/merge', { into: 'red' });
  await assertKept(service, 'merge');
  await send('DELETE', path);
  await assertKept(service, 'trash');
  await send('DELETE', '/tags/red');
  await send('DELETE', `/content/brand/${brand}`);
  await send('DELETE', `/content/brand/${brand}?force=true`);
  await assertKept(service, 'a term and a brand are deleted');
  await send('DELETE', `${path}?force=true`);
  assert.equal(await assertKept(service, 'delete'), 30);
});

test('an item and its term may change at the same time', async (t) => {
  const service = await startContentService(t);
  const send = await createSite(service);
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push((await send('POST', '/content/product', { title: `${n}`, tags: ['a'] })).id);
  await Promise.all([
    ...ids.map((id) => send('PATCH', `/content/product/${id}`, { status: 'publish', title: `Changed ${id}` })),
    send('POST', '/taxonomies/tags/merge', { terms: ['a'], into: (await send('POST', '/tags', { name: 'B' })).id }),
  ]);
  assert.equal(await assertKept(service, 'merge'), 10);
});

/** Until it ends, or waits for a lock that another transaction has. */
async function startBeside({ database }: TestService, change: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const ended = () => {
    hasEnded = true;
  };
  change.then(ended, ended);
  await waitFor('the change', async () => hasEnded || (await countLockWaits(database.reader)) > 0);
}

test('an item that changes while it gets a term is listed by what it became, whichever ends first', {
  skip: testDialect === 'sqlite',
}, async (t) => {
  const service = await startContentService(t);
  const { context } = service;
  const send = await createSite(service);
  const { id: termId } = await send('POST', '/tags', { name: 'A' });
  const { id: brand } = await send('POST', '/content/brand', { title: 'Delft' });
  const link = async (ctx: WriteContext, itemId: string) => {
    await ctx.db.insertInto('itemTerms').values({ itemId, termId }).execute();
    await ctx.db.insertInto('itemReferences').values({ itemId, field: 'brand', targetId: brand }).execute();
    await sql`set constraints all immediate`.execute(ctx.db);
  };
  const create = async (): Promise<string> => (await send('POST', '/content/product', { title: 'Cup' })).id;

  const first = await create();
  const { change } = await inTransaction(context, async (ctx) => {
    await link(ctx, first);
    const change = send('PATCH', `/content/product/${first}`, { status: 'publish', title: 'Cups' });
    await startBeside(service, change);
    return { change };
  });
  await change;
  assert.equal(await assertKept(service, 'the link, then the change'), 2);

  const second = await create();
  const { linked } = await inTransaction(context, async (ctx) => {
    await ctx.db.updateTable('items').set({ titleKey: 'cups' }).where('id', '=', second).execute();
    const linked = inTransaction(context, (ctx) => link(ctx, second));
    await startBeside(service, linked);
    return { linked };
  });
  await linked;
  assert.equal(await assertKept(service, 'the change, then the link'), 4);
});

test('lists through several terms and fields have each item once, in any order and behind cursors', async (t) => {
  const service = await startContentService(t);
  const send = await createSite(service);
  const brands = await Promise.all(
    [1, 2].map((rank) => send('POST', '/content/brand', { title: `${rank}`, status: 'publish', fields: { rank } })),
  );
  const titles = Array.from({ length: 12 }, (_, n) => `T${String((n * 5) % 12).padStart(2, '0')}`);
  for (const [n, title] of titles.entries())
    await send('POST', '/content/product', {
      title,
      status: n % 4 === 3 ? 'draft' : 'publish',
      publishedAt: `2020-01-${10 + (n % 6)}T00:00:00Z`,
      menuOrder: n % 3,
      tags: n % 2 === 0 ? ['a', 'b'] : ['b'],
      fields: { brand: brands[n % 2].id, other: brands[0].id, price: n },
    });
  const { request } = service;
  const all = (await request('GET', '/content/product?limit=100&status=any')).body.items;
  const isEven = ({ fields }: { fields: Record<string, unknown> }) => Number(fields.price) % 2 === 0;
  const queries: [
    string,
    (item: { title: string; publishedAt: string; fields: Record<string, unknown> }) => boolean,
  ][] = [
    ['tag=a', isEven],
    ['tag[in]=a,b', () => true],
    ['tag[all]=b,a', isEven],
    ['tag[nin]=a', (item) => !isEven(item)],
    ['tag=b&fields[price][gte]=5', ({ fields }) => Number(fields.price) >= 5],
    ['tag=b&publishedAt[gte]=2020-01-12', ({ publishedAt }) => publishedAt >= '2020-01-12'],
    ['fields[brand.rank]=2', ({ fields }) => fields.brand === brands[1].id],
    ['fields[other.rank][in]=1,2&tag=a', isEven],
  ];
  const orders = ['date desc', 'date asc', 'title asc', 'title desc', 'menu_order asc', 'menu_order desc'];
  for (const [query, meets] of queries)
    for (const status of ['publish', 'any', 'draft'])
      for (const order of orders) {
        const [by, direction] = order.split(' ');
        const list = `/content/product?status=${status}&orderBy=${by}&order=${direction}`;
        const sorted = (await request('GET', `${list}&limit=100`)).body.items.map(({ id }: { id: string }) => id);
        const met = new Set(all.filter(meets).map(({ id }: { id: string }) => id));
        const expected = sorted.filter((id: string) => met.has(id));
        for (const total of [true, false]) {
          const found: string[] = [];
          let cursor: string | null = '';
          while (cursor !== null) {
            const url: string = `${list}&${query}&limit=2&total=${total}&cursor=${cursor}`;
            const { status: answered, body } = await request('GET', url);
            assert.equal(answered, 200, `${url}: ${JSON.stringify(body)}`);
            assert.equal(body.total, total ? expected.length : null, url);
            found.push(...body.items.map(({ id }: { id: string }) => id));
            cursor = body.nextCursor;
          }
          assert.deepEqual(found, expected, `${query} ${status} ${order} ${total}`);
        }
      }
});
