import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { recordStatements } from '../../../test/support/record-statements.ts';
import { inTransaction } from '../../context/context.ts';
import { newId } from '../../lib/ids.ts';

type Item = { id: string; slug: string; title: string };

const fields = [
  { name: 'price', type: 'number', indexed: true },
  { name: 'sku', type: 'text', indexed: true },
  { name: 'sizes', type: 'list' },
  { name: 'since', type: 'date' },
  { name: 'soldOut', type: 'boolean' },
];

async function startShop(t: TestContext) {
  const service = await startContentService(t);
  const { request, context } = service;
  assert.equal(
    (await request('POST', '/types', { body: { name: 'product', plural: 'products', fields } })).status,
    201,
  );
  const authors = { ann: newId('aut'), bob: newId('aut') };
  for (const [slug, id] of Object.entries(authors)) {
    const row = { id, slug, name: slug.toUpperCase(), email: null, createdAt: '2026-01-01T00:00:00.000Z' };
    await inTransaction(context, (ctx) => ctx.db.insertInto('authors').values(row).execute());
  }
  for (const body of [
    { name: 'Fruit', slug: 'fruit' },
    { name: 'Citrus', slug: 'citrus', parent: 'fruit' },
    { name: 'Sour', slug: 'sour', parent: 'citrus' },
    { name: 'Other', slug: 'other' },
  ])
    assert.equal((await request('POST', '/categories', { body })).status, 201);
  const ids: Record<string, string> = {};
  for (const [index, [title, fields, more]] of (
    [
      [
        'Apple',
        { price: 5, sku: 'A-1', sizes: ['s', 'm'], since: '2026-01-01' },
        { tags: ['red', 'new'], categories: ['fruit'], authorId: authors.ann },
      ],
      [
        'Banana',
        { price: 10, sku: 'a-2', sizes: ['m'], soldOut: true },
        { tags: ['new'], categories: ['other'], authorId: authors.bob, language: 'pt-BR' },
      ],
      [
        'Cherry',
        { price: 15.5, sku: 'C, 100%', since: '2026-03-01' },
        { tags: ['red'], categories: ['citrus'], authorId: authors.ann, language: 'de-CH' },
      ],
      ['Date', {}, { categories: ['sour', 'other'] }],
    ] as [string, object, object][]
  ).entries()) {
    const body = {
      title,
      fields,
      status: 'publish',
      publishedAt: `2026-01-0${index + 1}T12:00:00Z`,
      menuOrder: index,
      ...more,
    };
    const answer = await request('POST', '/content/products', { body });
    assert.equal(answer.status, 201, answer.text);
    ids[title[0] as string] = answer.body.id;
  }
  for (const child of ['C', 'D']) await send(service, 'PATCH', `/content/product/${ids[child]}`, { parentId: ids.A });
  const list = async (query: string) => {
    const { body } = await send(service, 'GET', `/content/product?orderBy=title&order=asc&${query}`);
    assert.equal(body.total, body.items.length, query);
    return body.items.map((item: Item) => item.title[0]).join('');
  };
  const where = (condition: object) => list(`where=${encodeURIComponent(JSON.stringify(condition))}`);
  return { ...service, list, where, ids, authors };
}

test('lists are filtered by what every item has', async (t) => {
  const { list, ids, authors, work, request } = await startShop(t);
  const check = async () => {
    for (const [query, titles] of [
      [`id=${ids.B}`, 'B'],
      [`id[in]=${ids.B},${ids.A},item_none`, 'AB'],
      [`id[nin]=${ids.B}`, 'ACD'],
      [`id[in]=${ids.B},${ids.A}&fields[price][gt]=5`, 'B'],
      ['slug[in]=apple,cherry', 'AC'],
      ['slug[ne]=apple', 'BCD'],
      ['slug[startsWith]=CH', 'C'],
      ['slug[contains]=an', 'B'],
      ['title[startsWith]=b%C3%84', 'B'],
      ['title[contains]=%C3%84N', 'B'],
      ['title[contains]=%25', ''],
      ['title[gte]=c', 'CD'],
      ['title=apple', ''],
      ['title=Apple', 'A'],
      ['publishedAt[gte]=2026-01-02', 'BCD'],
      ['publishedAt[lt]=2026-01-03', 'AB'],
      ['publishedAt[gt]=2026-01-01T12:00:00Z&publishedAt[lte]=2026-01-03T14:00:00%2B02:00', 'BC'],
      ['publishedAt=2026-01-02T12:00:00.000Z', 'B'],
      ['publishedAt[lt]=2026-01-03&status=any', 'AB'],
      ['createdAt[gt]=2020-01-01', 'ABCD'],
      ['updatedAt[lte]=2020-01-01', ''],
      ['menuOrder[gte]=2', 'CD'],
      ['author=ann', 'AC'],
      [`author[in]=${authors.bob},ann`, 'ABC'],
      ['author[ne]=ann', 'BD'],
      ['author[exists]=false', 'D'],
      ['parent=apple', 'CD'],
      [`parent=${ids.A}`, 'CD'],
      [`parent[in]=${ids.A},banana&author=ann`, 'C'],
      ['parent[exists]=false', 'AB'],
      ['language=DE', 'C'],
      ['language=de-ch', 'C'],
      ['language=de-AT', ''],
      ['language[in]=de,pt-br', 'BC'],
      ['language[ne]=de', 'ABD'],
      ['language[nin]=de,fr&author=bob', 'B'],
      ['language[exists]=true', 'BC'],
      ['language[exists]=false', 'AD'],
      ['parent[ne]=apple', 'AB'],
      ['tag[in]=red,new', 'ABC'],
      ['tag[all]=red,new', 'A'],
      ['tag[nin]=red', 'BD'],
      ['tag[ne]=new', 'CD'],
      ['tag[exists]=false', 'D'],
      ['category=fruit', 'A'],
      ['category[under]=fruit', 'ACD'],
      ['category[under]=citrus,other', 'BCD'],
      ['category[under]=fruit&category[in]=other', 'D'],
      ['category[nin]=fruit,other', 'C'],
      ['fields[price][nin]=5,10', 'CD'],
      ['fields[sku][startsWith]=a', 'AB'],
      ['fields[sku][endsWith]=0%25', 'C'],
      ['fields[sku][in]=C\\, 100%25,A-1', 'AC'],
      ['fields[since][startsWith]=2026-03', 'C'],
      ['fields[sizes][all]=s,m', 'A'],
      ['fields[sizes][nin]=s', 'BCD'],
    ] as const)
      assert.equal(await list(query), titles, query);
  };
  await check();
  assert.equal((await request('GET', '/content/product?author=ann&limit=1')).body.total, 2);
  // With the indexes of the fields.
  await work();
  await request('PATCH', `/content/product/${ids.A}`, { body: { excerpt: 'x' } });
  await check();
});

test('conditions are grouped as JSON', async (t) => {
  const { where, list } = await startShop(t);
  for (const [condition, titles] of [
    [{}, 'ABCD'],
    [{ 'fields.price': { gte: 10 } }, 'BC'],
    [{ 'fields.price': { gte: 5, lt: 10 } }, 'A'],
    [{ 'fields.price': 10, title: 'Banana' }, 'B'],
    [{ 'fields.soldOut': true }, 'B'],
    [{ or: [{ 'fields.price': { gte: 15 } }, { tag: { in: ['new'] } }] }, 'ABC'],
    [{ or: [{ 'fields.price': 5 }], author: 'bob' }, ''],
    [{ not: { author: 'ann' } }, 'BD'],
    [{ not: { 'fields.price': { gt: 5 } } }, 'AD'],
    [{ not: { not: { 'fields.price': { gt: 5 } } } }, 'BC'],
    [{ and: [{ tag: 'red' }, { not: { tag: 'new' } }] }, 'C'],
    [{ or: [{ and: [{ tag: 'red' }, { title: { lt: 'b' } }] }, { 'fields.sku': { in: ['C, 100%'] } }] }, 'AC'],
    [{ 'fields.price': { in: [] } }, ''],
    [{ or: [{ id: { in: [] } }, { 'fields.sizes': { nin: [] } }] }, 'ABCD'],
    [{ category: { under: ['fruit'] }, 'fields.since': { exists: false } }, 'D'],
  ] as const)
    assert.equal(await where(condition), titles, JSON.stringify(condition));
  assert.equal(await list('fields[price][gt]=5&where={"tag":"red"}'), 'C');
});

test('nothing that a request says is part of the text of a statement', async (t) => {
  const statements = recordStatements(t);
  const { request } = await startContentService(t);
  const conditions = 'fields[zname]=zvalue&fields[zname][exists]=true&tag=zvalue&author=zvalue&slug[contains]=zvalue';
  const where = '{"or":[{"fields.zname":{"in":["zvalue",1]}},{"title":"zvalue"},{"category":{"under":["zvalue"]}}]}';
  statements.length = 0;
  const list = await request('GET', `/content/post?${conditions}&where=${where}&select=fields.zname&sort=title,-date`);
  assert.equal(list.status, 200, list.text);
  const texts = statements.map(({ sql }) => sql);
  assert.ok(texts.some((sql) => sql.includes('from "items"')));
  assert.deepEqual(
    texts.filter((sql) => /zname|zvalue/.test(sql)),
    [],
  );
});

test('a wrong condition is 400 with what is meant', async (t) => {
  const { request } = await startShop(t);
  const faultOf = async (query: string) => {
    const { status, body, text } = await request('GET', `/content/product?${query}`);
    assert.equal(status, 400, `${query}: ${text}`);
    return body.errors
      .map(({ pointer, detail }: { pointer: string; detail: string }) => `${pointer}: ${detail}`)
      .join();
  };
  for (const [query, fault] of [
    ['autor=ann', 'autor: is not a known parameter (did you mean `author`?)'],
    ['pubishedAt[gte]=2026', 'pubishedAt[gte]: is not a known parameter (did you mean `publishedAt[gte]`?)'],
    [
      'publishedAt[gte]=soon',
      'publishedAt[gte]: must be a date or a time with its zone, such as 2027-02-19 or 2027-02-19T09:30:00Z',
    ],
    [
      'publishedAt[gte]=2026-02-30',
      'publishedAt[gte]: must be a date or a time with its zone, such as 2027-02-19 or 2027-02-19T09:30:00Z',
    ],
    ['menuOrder[gt]=99999999999', 'menuOrder[gt]: must be a whole number of at most 32 bits'],
    ['author[contains]=a', 'author[contains]: supports only eq, ne, in, nin, exists'],
    [
      'slug[startWith]=a',
      'slug[startWith]: the operator must be one of eq, ne, in, nin, contains, startsWith, endsWith (did you mean `startsWith`?)',
    ],
    ['author[exists]=perhaps', 'author[exists]: must be true or false'],
    ['language[in]=de,german', 'language[in]: must be a language tag (BCP 47), such as de or pt-BR'],
    ['language[contains]=de', 'language[contains]: supports only eq, ne, in, nin, exists'],
    ['where=price', 'where: must be JSON, such as {"or":[{"fields.price":{"gte":10}},{"tag":"new"}]}'],
    ['where=[]', 'where: must be an object, such as {"or":[{"fields.price":{"gte":10}},{"tag":"new"}]}'],
    ['where={"price":1}', 'where: `price` is not known (did you mean `fields.price`?)'],
    [
      'where={"fields.prize":1}',
      'where: `fields.prize` the type product has no field prize (did you mean `fields.price`?)',
    ],
    ['where={"autor":1}', 'where: `autor` is not known (did you mean `author`?)'],
    ['where={"ors":[]}', 'where: `ors` is not known (did you mean `or`?)'],
    ['where={"or":[]}', 'where: `or` must be a list of at least one object'],
    [
      'where={"or":[{"fields.price":{"gte":"x"}},{"tag":null}]}',
      'where: `or[0].fields.price.gte` must be a number; `or[1].tag` must not be null: `{"exists": false}` finds items without a value',
    ],
    [
      'where={"fields.price":{"between":1}}',
      'where: `fields.price.between` the operator must be one of eq, ne, gt, gte, lt, lte, in, nin, exists',
    ],
    [
      `where=${'{"not":'.repeat(6)}{}${'}'.repeat(6)}`,
      'where: `not.not.not.not.not` is nested too deep: at most 5 levels are allowed',
    ],
    [
      `where={"or":[${Array.from({ length: 41 }, () => '{"tag":"a"}').join()}]}`,
      'where: at most 40 conditions are allowed, and this has 41',
    ],
    [`slug[in]=${Array.from({ length: 201 }, () => 'a').join()}`, 'slug[in]: must have at most 200 values'],
    [
      'where={"constructor":1,"__proto__":1}',
      'where: `constructor` is not known; id, slug, title, publishedAt, createdAt, updatedAt, menuOrder, author, parent, language, externalId, tag, category and fields.NAME are; `__proto__` is not known; id, slug, title, publishedAt, createdAt, updatedAt, menuOrder, author, parent, language, externalId, tag, category and fields.NAME are',
    ],
  ] as const)
    assert.equal(await faultOf(query), fault);
});

test('conditions say nothing about what the caller may not see', async (t) => {
  const { request, tokenWith, ids } = await startShop(t);
  const hidden = await request('POST', '/content/product', { body: { title: 'Hidden', slug: 'hidden' } });
  await request('PATCH', `/content/product/${ids.B}`, { body: { parentId: hidden.body.id } });
  const token = await tokenWith('content:read');
  const total = async (query: string, as: { token: string } | object) =>
    (await request('GET', `/content/product?${query}`, as)).body.total;
  for (const query of [
    'parent=hidden',
    'where={"or":[{"parent":"hidden"}]}',
    'where={"not":{"parent":{"ne":"hidden"}}}',
  ])
    assert.deepEqual([await total(query, {}), await total(query, { token })], [1, 0], query);
  for (const query of [
    `id=${hidden.body.id}`,
    'slug[in]=hidden',
    `where={"not":{"tag":"x"}}&id=${hidden.body.id}&status=any`,
  ])
    assert.equal(await total(query, { token }), 0, query);
});
