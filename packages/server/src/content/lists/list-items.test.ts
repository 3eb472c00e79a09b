import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';

/** A cursor that the service did not create. */
const forge = (by: string, key: unknown) =>
  Buffer.from(JSON.stringify([by, 'desc', { key, id: 'x' }])).toString('base64url');

type Item = { id: string; slug: string; title: string };
type Page = { items: Item[]; total: number | null; nextCursor: string | null };

async function startShop(t: TestContext) {
  const service = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number' },
    { name: 'sku', type: 'text', unique: true },
    { name: 'sizes', type: 'list' },
    { name: 'soldOut', type: 'boolean' },
    { name: 'since', type: 'date' },
    { name: 'story', type: 'richtext' },
  ];
  const type = await service.request('POST', '/types', { body: { name: 'product', plural: 'products', fields } });
  assert.equal(type.status, 201, type.text);
  const products: [string, object][] = [
    ['Apple', { price: 5, sku: 'A-1', sizes: ['s', 'm'], soldOut: false, since: '2026-01-01' }],
    ['Banana', { price: 10, sku: 'B-1', sizes: ['m'], soldOut: true, since: '2026-02-01' }],
    ['Cherry', { price: 15.5, sku: 'c 100%', since: '2026-03-01', story: '<p>Grown in Kraków</p>' }],
    ['Date', {}],
  ];
  for (const [index, [title, fields]] of products.entries()) {
    const publishedAt = `2026-01-0${index + 1}T00:00:00Z`;
    const body = { title, fields, status: 'publish', publishedAt, menuOrder: -index };
    const answer = await service.request('POST', '/content/products', { body });
    assert.equal(answer.status, 201, answer.text);
  }
  const list = async (query: string) => {
    const answer = await service.request('GET', `/content/product?${query}`);
    assert.equal(answer.status, 200, `${query}: ${answer.text}`);
    assert.equal(answer.body.total, answer.body.items.length);
    return answer.body.items.map((item: Item) => item.title[0]).join('');
  };
  return { ...service, list };
}

test('every order works in both directions', async (t) => {
  const { list } = await startShop(t);
  for (const [query, titles] of [
    ['', 'DCBA'],
    ['order=asc', 'ABCD'],
    ['orderBy=title', 'DCBA'],
    ['orderBy=title&order=asc', 'ABCD'],
    ['orderBy=menu_order', 'ABCD'],
    ['orderBy=menu_order&order=asc', 'DCBA'],
    // Items without a value come last in both directions.
    ['orderBy=fields.price', 'CBAD'],
    ['orderBy=fields.price&order=asc', 'ABCD'],
    ['orderBy=fields.sku&order=asc', 'ABCD'],
  ]) {
    assert.equal(await list(query as string), titles, String(query));
  }
});

test('filters on custom fields', async (t) => {
  const { list } = await startShop(t);
  for (const [query, titles] of [
    ['fields[price]=10', 'B'],
    ['fields[price][eq]=10.0', 'B'],
    ['fields[price][gte]=10', 'CB'],
    ['fields[price][gt]=10', 'C'],
    ['fields[price][lt]=10', 'A'],
    ['fields[price][gt]=5&fields[price][lte]=10', 'B'],
    ['fields[price][ne]=10', 'DCA'],
    ['fields[price][in]=5,15.5', 'CA'],
    ['fields[price][exists]=false', 'D'],
    ['fields[sku][in]=A-1,B-1', 'BA'],
    ['fields[sku][contains]=a-', 'A'],
    ['fields[sku][contains]=%25', 'C'],
    ['fields[sku][contains]=_', ''],
    ['fields[sizes]=m', 'BA'],
    ['fields[sizes][contains]=s', 'A'],
    ['fields[sizes][ne]=s', 'DCB'],
    ['fields[sizes][in]=s,m', 'BA'],
    ['fields[sizes][exists]=true', 'BA'],
    ['fields[soldOut]=false', 'A'],
    ['fields[soldOut][exists]=true', 'BA'],
    ['fields[since][lt]=2026-02-01', 'A'],
    ['fields[story][contains]=Kraków', 'C'],
    [`${encodeURIComponent('fields[price][gte]')}=10`, 'CB'],
    ['search=krakow', 'C'],
    ['search=grow', 'C'],
  ]) {
    assert.equal(await list(query as string), titles, String(query));
  }
});

test('text fields are sorted and searched as titles are: without regard to case and accents', async (t) => {
  const { request } = await startContentService(t);
  const fields = [
    { name: 'name', type: 'text' },
    { name: 'story', type: 'richtext' },
    { name: 'notes', type: 'textarea' },
  ];
  await request('PATCH', '/types/post', { body: { fields } });
  const names = ['éclair', 'Zebra', 'apple', 'Ärmel', 'zulu', 'Banana', 'Ǆungla', 'ΣΊΣΥΦΟΣ'];
  for (const name of names) {
    const body = {
      title: name,
      status: 'publish',
      fields: { name, story: `<p>About ${name}.</p>`, notes: name.repeat(5000) },
    };
    assert.equal((await request('POST', '/content/post', { body })).status, 201);
  }
  await request('POST', '/content/post', { body: { title: '0', status: 'publish' } });
  const changed = await request('GET', '/content/post/zebra');
  await request('PATCH', `/content/post/${changed.body.id}`, { body: { fields: { name: 'ÉCLAT' } } });
  const list = async (query: string) => {
    const { status, body, text } = await request('GET', `/content/post?order=asc&${query}`);
    assert.equal(status, 200, text);
    return body.items.map((item: Item & { fields: { name?: string } }) => item.fields.name ?? '-');
  };
  const sorted = ['apple', 'Ärmel', 'Banana', 'Ǆungla', 'éclair', 'ÉCLAT', 'zulu', 'ΣΊΣΥΦΟΣ', '-'];
  assert.deepEqual(await list('orderBy=fields.name'), sorted);
  for (const order of ['asc', 'desc']) {
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const url: string = `/content/post?orderBy=fields.notes&order=${order}&limit=2&cursor=${cursor}`;
      const page = await request('GET', url);
      assert.equal(page.status, 200, page.text);
      paged.push(...page.body.items.map((item: Item & { fields: { name?: string } }) => item.fields.name ?? '-'));
      cursor = page.body.nextCursor;
    }
    const byNotes = ['apple', 'Ärmel', 'Banana', 'Ǆungla', 'éclair', 'ÉCLAT', 'zulu', 'ΣΊΣΥΦΟΣ'];
    byNotes.splice(byNotes.indexOf('ÉCLAT'), 1);
    byNotes.splice(byNotes.indexOf('zulu'), 0, 'ÉCLAT');
    assert.deepEqual(paged, [...(order === 'asc' ? byNotes : byNotes.reverse()), '-']);
  }
  for (const [filter, expected] of [
    ['fields[name][contains]=ECLA', ['éclair', 'ÉCLAT']],
    ['fields[name][contains]=σίσυφος', ['ΣΊΣΥΦΟΣ']],
    ['fields[name][contains]=ǆ', ['Ǆungla']],
    ['fields[story][contains]=about ar', ['Ärmel']],
    ['fields[name][gte]=Eclair&fields[name][lt]=ZULU', ['éclair', 'ÉCLAT']],
    ['fields[name][lte]=armel', ['apple', 'Ärmel']],
    ['fields[name]=eclair', []],
    ['fields[name]=éclair', ['éclair']],
  ] as const) {
    assert.deepEqual(await list(`orderBy=fields.name&${encodeURI(filter)}`), expected, filter);
  }
});

test('a date filter accepts dates only, and `in` accepts values with commas and backslashes', async (t) => {
  const { request, list } = await startShop(t);
  for (const value of ['soon', '2026', '2026-02-30', '2026-01-01T00:00:00Z']) {
    for (const query of [`fields[since]=${value}`, `fields[since][in]=2026-01-01,${value}`]) {
      const answer = await request('GET', `/content/product?${query}`);
      assert.equal(answer.status, 400, query);
      assert.equal(answer.body.errors[0].detail, 'must be a date such as 2027-02-19');
    }
  }
  assert.equal(await list('fields[since][in]=2026-01-01,2026-02-01'), 'BA');
  assert.equal(await list('fields[since][contains]=2026-0'), 'CBA');
  const stored: [string, object][] = [
    ['E', { sku: 'red, dark', sizes: ['wide, tall'] }],
    ['F', { sku: 'C:\\new', sizes: ['s'] }],
    ['G', { sku: 'ends with \\', sizes: ['m'] }],
  ];
  for (const [title, fields] of stored) {
    await request('POST', '/content/product', { body: { title, fields, status: 'publish' } });
  }
  const titles = async (name: string, values: string) =>
    (await list(`order=asc&${name}=${encodeURIComponent(values)}`)).split('').sort().join('');
  assert.equal(await titles('fields[sku][in]', 'red\\, dark,A-1'), 'AE');
  assert.equal(await titles('fields[sku][in]', 'red, dark'), '');
  assert.equal(await titles('fields[sku][in]', 'C:\\new,ends with \\\\'), 'FG');
  assert.equal(await titles('fields[sizes][in]', 'wide\\, tall'), 'E');
});

test('an unknown parameter that is meant as a filter is 400 with the right name', async (t) => {
  const { request } = await startShop(t);
  for (const [query, meant] of [
    ['price=10', 'fields[price]'],
    ['price[gte]=10', 'fields[price][gte]'],
    ['filter[price]=10', 'fields[price]'],
    ['filters[price][$gte]=10', 'fields[price][gte]'],
    ['where[price][over]=10', 'fields[price]'],
    ['fields.price=10', 'fields[price]'],
    ['filter=price', 'fields[name]'],
    ['fields=price', 'fields[name]'],
    ['terms.brands=nike', 'terms[brands]'],
    ['term[brands][in]=nike', 'terms[brands][in]'],
    ['terms=nike', 'terms[name]'],
  ] as const) {
    const answer = await request('GET', `/content/product?${query}`);
    assert.equal(answer.status, 400, query);
    assert.equal(answer.body.errors[0].detail, `is not a known parameter (did you mean \`${meant}\`?)`, query);
  }
  const other = await request('GET', '/content/product?colour=red');
  assert.equal(other.body.errors[0].detail, 'is not a known parameter');
  const twice = await request('GET', '/content/product?tag=new&tag=red');
  assert.equal(twice.body.detail, 'tag: must be given only once: use `tag[all]` or `tag[in]` for several');
});

test('parameters and sort orders as other services name them are 400 with ours', async (t) => {
  const { request } = await startShop(t);
  const detailOf = async (query: string) =>
    (await request('GET', `/content/product?${query}`)).body.errors[0].detail as string;
  for (const [query, meant] of [
    ['page=2', 'offset'],
    ['per_page=50', 'limit'],
    ['starting_after=x', 'cursor'],
    ['sort_by=price', 'orderBy'],
    ['q=mug', 'search'],
  ] as const) {
    assert.equal(await detailOf(query), `is not a known parameter (did you mean \`${meant}\`?)`, query);
  }
  const allowed = 'must be date, title, menu_order, relevance or the name of a field, such as fields.price';
  assert.equal(await detailOf('orderBy=price'), `${allowed} (did you mean \`fields.price\`?)`);
  assert.equal(await detailOf('orderBy=colour'), allowed);
  assert.equal(
    await detailOf('orderBy=fields.prise'),
    'the type product has no field prise (did you mean `fields.price`?)',
  );
});

test('times are kept as sent and compared as instants, whenever the field was declared', async (t) => {
  const { request } = await startContentService(t);
  const times = {
    A: '2026-01-01T00:00:00+02:00',
    B: '2025-12-31T23:00:00Z',
    C: '2025-12-31T18:30:00.000001-05:00',
    D: '2026-01-01T00:00:00z',
  };
  for (const [title, at] of Object.entries(times)) {
    const answer = await request('POST', '/content/post', { body: { title, status: 'publish', fields: { at } } });
    assert.equal(answer.body.fields.at, at);
  }
  await request('POST', '/content/post', { body: { title: 'E', status: 'publish', fields: { at: 'one day' } } });
  const fields = [{ name: 'at', type: 'datetime', min: '2025-12-31T18:00:00-03:30' }];
  assert.equal((await request('PATCH', '/types/post', { body: { fields } })).status, 200);
  const titles = async (query: string) => {
    const answer = await request('GET', `/content/post?orderBy=title&order=asc&${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.items.map((item: Item) => item.title).join('');
  };
  for (const [query, expected] of [
    ['fields[at]=2025-12-31T22:00:00Z', 'A'],
    ['fields[at][eq]=2026-01-01T01:00:00%2B01:00', 'D'],
    ['fields[at]=2026-01-01T00:00:00+02:00', 'A'],
    ['fields[at]=2026-01-01', 'D'],
    ['fields[at][ne]=2026-01-01T01:00:00%2B02:00', 'ACDE'],
    ['fields[at][lt]=2025-12-31T23:00:00Z', 'A'],
    ['fields[at][lte]=2025-12-31T23:00:00.000Z', 'AB'],
    ['fields[at][gt]=2025-12-31T23:30:00Z', 'CD'],
    ['fields[at][gte]=2026-01-01T00:00:00Z', 'D'],
    ['fields[at][in]=2026-01-01T00:00:00.0Z,2025-12-31T22:00:00Z', 'AD'],
    ['fields[at][contains]=2025-12', 'BC'],
  ]) {
    assert.equal(await titles(query as string), expected, String(query));
  }
  for (const value of ['soon', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00', '2026-02-30']) {
    const { status, body } = await request('GET', `/content/post?fields[at][gt]=${value}`);
    assert.deepEqual([status, body.errors?.[0].pointer], [400, 'fields[at][gt]'], value);
  }
  for (const [order, expected] of [
    ['asc', 'ABCDE'],
    ['desc', 'DCBAE'],
  ]) {
    let found = '';
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await request('GET', `/content/post?orderBy=fields.at&order=${order}&limit=1&cursor=${cursor}`);
      found += body.items[0].title;
      cursor = body.nextCursor;
    }
    assert.equal(found, expected);
  }
  const early = { title: 'F', fields: { at: '2025-12-31T22:00:00+02:00' } };
  assert.equal((await request('POST', '/content/post', { body: early })).body.errors[0].pointer, '/fields/at');
});

test('undeclared fields of an open type support eq, ne and exists', async (t) => {
  const { request } = await startContentService(t);
  for (const [title, fields] of [
    ['number', { price: 10, 'my key': 'x' }],
    ['text', { price: '10' }],
    ['flag', { price: true }],
    ['none', {}],
  ]) {
    await request('POST', '/content/post', { body: { title, fields, status: 'publish' } });
  }
  const titles = async (query: string) =>
    (await request('GET', `/content/post?orderBy=title&order=asc&${query}`)).body.items.map((item: Item) => item.title);
  assert.deepEqual(await titles('fields[price]=10'), ['number', 'text']);
  assert.deepEqual(await titles('fields[price][ne]=10'), ['flag', 'none']);
  assert.deepEqual(await titles('fields[price]=true'), ['flag']);
  assert.deepEqual(await titles('fields[price][exists]=true'), ['flag', 'number', 'text']);
  assert.deepEqual(await titles('fields[my key]=x'), ['number']);
  assert.equal((await request('GET', '/content/post?fields[price][gte]=10')).status, 400);
});

test('an invalid query is 400 and names every invalid parameter', async (t) => {
  const { request } = await startShop(t);
  for (const [query, names] of [
    ['limit=0', ['limit']],
    ['limit=101&offset=-1', ['limit', 'offset']],
    ['limit=ten&order=up&status=gone', ['limit', 'order', 'status']],
    ['orderBy=price&colour=red', ['colour', 'orderBy']],
    ['orderBy=relevance', ['orderBy']],
    ['orderBy=fields.nothing', ['orderBy']],
    ['orderBy=fields.sizes', ['orderBy']],
    ['fields[price][gte]=cheap&fields[nothing]=1&page=2', ['fields[nothing]', 'fields[price][gte]', 'page']],
    ['fields[price][near]=1', ['fields[price][near]']],
    ['fields[price=1', ['fields[price']],
    ['fields=1', ['fields']],
    ['cursor=nonsense', ['cursor']],
    [`orderBy=menu_order&cursor=${forge('menu_order', 2 ** 40)}`, ['cursor']],
    [`orderBy=fields.price&cursor=${forge('fields.price', 'x')}`, ['cursor']],
    [`cursor=${forge('title', 'x')}`, ['cursor']],
    ['cursor=&offset=1', ['offset']],
    ['limit=1&limit=2', ['limit']],
  ] as const) {
    const answer = await request('GET', `/content/product?${query}`);
    assert.equal(answer.status, 400, query);
    assert.equal(answer.body.code, 'invalid_query');
    assert.deepEqual(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), [...names], query);
  }
});

test('pages of every kind contain each item once, even if all have the same key', async (t) => {
  const { request } = await startContentService(t);
  const publishedAt = '2026-01-01T00:00:00.000Z';
  for (let index = 0; index < 23; index++) {
    const body = { title: 'Same', status: 'publish', publishedAt, fields: index % 2 ? { n: 1 } : {} };
    await request('POST', '/content/post', { body });
  }
  await request('PATCH', '/types/post', { body: { fields: [{ name: 'n', type: 'integer' }] } });
  for (const order of [
    'orderBy=date',
    'orderBy=title&order=asc',
    'orderBy=menu_order',
    'orderBy=fields.n&order=asc',
    'orderBy=fields.n',
    'orderBy=relevance&search=same',
  ]) {
    const byOffset: string[] = [];
    for (let offset = 0; offset < 30; offset += 5) {
      const { body } = await request('GET', `/content/post?${order}&limit=5&offset=${offset}`);
      assert.equal(body.total, 23);
      byOffset.push(...body.items.map((item: Item) => item.id));
    }
    assert.equal(new Set(byOffset).size, 23, order);
    const byCursor: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: Page } = await request('GET', `/content/post?${order}&limit=5&cursor=${cursor}`);
      assert.equal(body.total, 23);
      byCursor.push(...body.items.map((item) => item.id));
      cursor = body.nextCursor;
    }
    assert.deepEqual(byCursor, byOffset, order);
    const uncounted: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { body: Page } = await request('GET', `/content/post?${order}&limit=5&total=false&cursor=${cursor}`);
      assert.equal(page.body.total, null);
      uncounted.push(...page.body.items.map(({ id }) => id));
      cursor = page.body.nextCursor;
    }
    assert.deepEqual(uncounted, byOffset, order);
    const last = await request('GET', `/content/post?${order}&limit=5&total=false&offset=20`);
    assert.deepEqual([last.body.items.length, last.body.total], [3, null]);
  }
  assert.equal((await request('GET', '/content/post?limit=5&offset=100')).body.total, 23);
});

test('tag and category filters use slugs, with exact totals', async (t) => {
  const { request } = await startContentService(t);
  for (const [title, tags, categories] of [
    ['A', ['News', 'Big'], ['Fruit']],
    ['B', ['News'], ['Fruit']],
    ['C', [], ['Other']],
  ]) {
    await request('POST', '/content/post', { body: { title, tags, categories, status: 'publish' } });
  }
  const total = async (query: string) => (await request('GET', `/content/post?${query}`)).body.total;
  assert.equal(await total('tag=news'), 2);
  assert.equal(await total('tag=news&category=fruit&limit=1'), 2);
  assert.equal(await total('tag=big'), 1);
  assert.equal(await total('tag=news&total=false'), null, 'of an address of its own');
  assert.equal(await total('tag=news&limit=1&total=false'), null);
  assert.equal(await total('tag=news&total=true'), 2);
  assert.equal(await total('tag=fruit'), 0);
  assert.equal(await total('category=nothing'), 0);
});

test('search requires all words, in any script, the last as a prefix, with the best match first', async (t) => {
  const { request } = await startContentService(t);
  for (const [title, content] of [
    ['Crème brûlée', '<p>A dessert of eggs</p>'],
    ['Eggs', '<p>They come in many sizes</p>'],
    ['日本語の本', '<p>東京都</p>'],
    ['Ёлка', 'Новый год'],
  ]) {
    await request('POST', '/content/post', { body: { title, content, status: 'publish' } });
  }
  const titles = async (search: string, more = '') => {
    const answer = await request('GET', `/content/post?search=${encodeURIComponent(search)}${more}`);
    assert.equal(answer.status, 200, search);
    assert.equal(answer.body.total, answer.body.items.length, search);
    return answer.body.items.map((item: Item) => item.title);
  };
  assert.deepEqual(await titles('creme brul'), ['Crème brûlée']);
  assert.deepEqual(await titles('eggs dessert'), ['Crème brûlée']);
  assert.deepEqual(await titles('eggs', '&orderBy=relevance'), ['Eggs', 'Crème brûlée']);
  assert.deepEqual(await titles('eggs', '&orderBy=relevance&order=asc'), ['Crème brûlée', 'Eggs']);
  assert.deepEqual(await titles('本語'), ['日本語の本']);
  assert.deepEqual(await titles('елка'), ['Ёлка']);
  assert.deepEqual(await titles('egg size nothing'), []);
  assert.deepEqual(await titles('!!! "\' ( * :'), []);
  assert.deepEqual(await titles('!!!', '&orderBy=relevance'), []);
  assert.equal((await titles('')).length, 4);
  assert.equal((await titles('  ')).length, 4);
  assert.deepEqual(await titles("nothing' OR 1=1 --"), []);
  const { id } = (await request('GET', '/content/post/eggs')).body;
  await request('PATCH', `/content/post/${id}`, { body: { content: 'shells' } });
  assert.deepEqual(await titles('sizes'), []);
  assert.deepEqual(await titles('shells'), ['Eggs']);
});

test('an order named like a member of every object is refused', async (t) => {
  const service = await startContentService(t);
  for (const name of ['__proto__', 'constructor', 'toString', 'fields.constructor']) {
    const answer = await service.request('GET', `/content/post?orderBy=${name}`);
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.body.errors[0].pointer, 'orderBy');
  }
});

test('search finds texts of fields that an open type does not declare', async (t) => {
  const service = await startContentService(t);
  const body = { title: 'Recipe', status: 'publish', fields: { origin: 'Kraków', year: 1999 } };
  assert.equal((await service.request('POST', '/content/post', { body })).status, 201);
  assert.equal((await service.request('GET', '/content/post?search=krakow')).body.total, 1);
});
