import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';

type Item = { id: string; title: string };

const fields = [
  { name: 'price', type: 'number' },
  { name: 'sku', type: 'text', indexed: true },
  { name: 'sizes', type: 'list' },
];

async function startShop(t: TestContext) {
  const service = await startContentService(t);
  await send(service, 'PATCH', '/types/post', { fields });
  const add = async (title: string, price?: number, sku?: string) => {
    const body = { title, status: 'publish', menuOrder: title.length, fields: { price, sku } };
    service.advance(1000);
    const answer = await service.request('POST', '/content/post', { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id as string;
  };
  const list = async (query: string): Promise<string> =>
    (await send(service, 'GET', `/content/post?${query}`)).body.items.map(({ title }: Item) => title).join(' ');
  return { ...service, add, list };
}

test('lists are sorted by several keys in their own directions, and items without a value come last', async (t) => {
  const { add, list, request } = await startShop(t);
  await add('b', 2);
  await add('a', 2, 'x');
  await add('cc', 1);
  await add('dd');
  await add('e', 2, 'y');
  await add('f', undefined, 'y');
  for (const [query, titles] of [
    ['sort=-fields.price,title', 'a b e cc dd f'],
    ['sort=-fields.price,-title', 'e b a cc f dd'],
    ['sort=fields.price,-fields.sku,title', 'cc e a b f dd'],
    ['sort=-menuOrder,-fields.price,title', 'cc dd a b e f'],
    ['sort= slug ', 'a b cc dd e f'],
    ['sort=-createdAt', 'f e dd cc a b'],
    ['sort=-publishedAt&limit=2', 'f e'],
    ['sort=updatedAt&status=any', 'b a cc dd e f'],
    ['sort=-fields.price,title&offset=2&limit=2', 'e cc'],
    ['sort=-fields.price,title&fields[price][gte]=2&fields[sku][exists]=true', 'a e'],
    ['sort=-fields.sku,title&fields[sku][in]=x,y', 'e f a'],
  ] as const)
    assert.equal(await list(query), titles, query);
  for (const [sort, order] of [
    ['title', 'orderBy=title&order=asc'],
    ['-date', ''],
    ['menuOrder', 'orderBy=menu_order&order=asc'],
    ['-fields.price', 'orderBy=fields.price'],
  ] as const) {
    const [sorted, ordered] = [`sort=${sort}&cursor=&limit=2`, `${order}&cursor=&limit=2`].map((query) =>
      request('GET', `/content/post?${query}`),
    );
    assert.equal((await sorted)?.text, (await ordered)?.text, sort);
  }
  assert.equal(await list('sort=-fields.price,title&search=f'), 'f');
});

test('lists are sorted by what an amount of money or a group contains', async (t) => {
  const { request, list } = await startShop(t);
  const seo = { name: 'seo', type: 'group', fields: [{ name: 'rank', type: 'integer' }] };
  await request('PATCH', '/types/post', { body: { fields: [{ name: 'cost', type: 'money' }, seo] } });
  const costs = { a: 900, b: 20_000, c: 1000 };
  for (const [title, amount] of Object.entries(costs)) {
    const body = { title, status: 'publish', fields: { cost: { amount, currency: 'eur' }, seo: { rank: -amount } } };
    assert.equal((await request('POST', '/content/post', { body })).status, 201);
  }
  await request('POST', '/content/post', { body: { title: 'none', status: 'publish' } });
  assert.equal(await list('sort=fields.cost.amount'), 'a c b none');
  assert.equal(await list('sort=-fields.cost.amount,title&limit=2'), 'b c');
  assert.equal(await list('sort=fields.seo.rank'), 'b c a none');
  const first = (await request('GET', '/content/post?sort=fields.cost.amount&limit=2&cursor=')).body;
  assert.equal(await list(`sort=fields.cost.amount&limit=2&cursor=${first.nextCursor}`), 'b none');
  const wrong = (await request('GET', '/content/post?sort=fields.cost.amont')).body.errors[0].detail;
  assert.match(wrong, /did you mean `fields\.cost\.amount`/);
});

test('a cursor of several keys loses and doubles no item while others come and go', async (t) => {
  const { add, request } = await startShop(t);
  const ids: string[] = [];
  for (let number = 0; number < 24; number++) {
    const price = number % 4 === 3 ? undefined : number % 4;
    ids.push(await add(`t${number % 3}`, price, number % 2 ? 'x' : undefined));
  }
  for (const sort of [
    '-fields.price,title',
    'fields.price,-fields.sku',
    '-fields.sku,fields.price,-date',
    'updatedAt,title',
  ]) {
    const gone = new Set<string>();
    const shown: string[] = [];
    for (let cursor: string | null = '', page = 0; cursor !== null; page++) {
      const answer = await request('GET', `/content/post?sort=${sort}&limit=3&cursor=${cursor}`);
      assert.equal(answer.status, 200, answer.text);
      shown.push(...answer.body.items.map(({ id }: Item) => id));
      cursor = answer.body.nextCursor;
      // One before the cursor goes, one behind it, and others come everywhere.
      const behind = ids.findLast((id) => !shown.includes(id) && !gone.has(id));
      for (const id of page < 3 ? [shown.at(-1), behind] : []) {
        if (id === undefined) continue;
        gone.add(id);
        await request('DELETE', `/content/post/${id}`);
      }
      if (page < 3) for (const price of [0, 2, undefined]) await add('t1', price, 'x');
    }
    assert.equal(new Set(shown).size, shown.length, `${sort}: none twice`);
    assert.deepEqual(
      ids.filter((id) => !gone.has(id) && !shown.includes(id)),
      [],
      `${sort}: none lost`,
    );
    for (const id of gone) {
      await request('PATCH', `/content/post/${id}`, { body: { status: 'publish' } });
    }
  }
});

test('a sort that is not possible is 400 with what is meant', async (t) => {
  const { request, add } = await startShop(t);
  await add('a', 1);
  await add('b', 2);
  const cursor = (await request('GET', '/content/post?sort=title,slug&limit=1&cursor=')).body.nextCursor;
  const forged = (keys: unknown[]) =>
    Buffer.from(JSON.stringify(['menuOrder,title', { keys, id: 'x' }])).toString('base64url');
  for (const [query, fault] of [
    ['sort=price', 'sort: `price` cannot be sorted by (did you mean `fields.price`?)'],
    [
      'sort=tilte,fields.prize',
      'sort: `tilte` cannot be sorted by (did you mean `title`?); `fields.prize`: the type post has no field prize (did you mean `fields.price`?)',
    ],
    ['sort=fields.sizes', 'sort: `fields.sizes`: a list field cannot be sorted by'],
    [
      'sort=content',
      'sort: `content` cannot be sorted by; date, title, menuOrder, slug, publishedAt, createdAt, updatedAt and fields.NAME can',
    ],
    ['sort=relevance&search=a', 'sort: `relevance` is an order by itself: use `orderBy=relevance`'],
    ['sort=title,-title', 'sort: `title` is named twice'],
    ['sort=title,slug,date,createdAt,updatedAt', 'sort: must have at most 4 keys'],
    ['sort=title&orderBy=menu_order', 'sort: cannot be combined with `orderBy` and `order`'],
    [`sort=slug,title&cursor=${cursor}`, 'cursor: is not a cursor of this list and order'],
    [`sort=menuOrder,title&cursor=${forged([2 ** 40, 'a'])}`, 'cursor: is not a cursor of this list and order'],
    [`sort=menuOrder,title&cursor=${forged([1, null])}`, 'cursor: is not a cursor of this list and order'],
    [`sort=menuOrder,title&cursor=${forged([1])}`, 'cursor: is not a cursor of this list and order'],
  ] as const) {
    const { status, body } = await request('GET', `/content/post?${query}`);
    assert.deepEqual([status, body.detail], [400, fault], query);
  }
});

test('a cursor or condition with what no database can compare is refused', async (t) => {
  const { request } = await startContentService(t);
  const encode = (parts: string) => Buffer.from(parts).toString('base64url');
  for (const query of [
    `cursor=${encode('["date","desc",{"key":"\\u0000","id":"a"}]')}`,
    `cursor=${encode('["date","desc",{"key":"a","id":"\\u0000"}]')}`,
    `cursor=${encode('["date","desc",null]')}`,
    `sort=title&cursor=${encode('["title",{"keys":["\\u0000"],"id":"a"}]')}`,
    `sort=title&cursor=${encode('["title",null]')}`,
    `sort=menuOrder&cursor=${encode('["menu_order",{"keys":[1e400],"id":"a"}]')}`,
    ...['title', 'slug', 'id', 'externalId', 'author', 'tag', 'fields.price'].map(
      (name) => `where=${encodeURIComponent(`{"${name}":{"eq":"\\u0000"}}`)}`,
    ),
    `where=${encodeURIComponent('{"title":{"in":["a","\\ud800"]}}')}`,
  ]) {
    const { status, body } = await request('GET', `/content/post?${query}`);
    assert.deepEqual([status, body.code], [400, 'invalid_query'], decodeURIComponent(query));
  }
});
