import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestTurn } from '../../../test/support/busy-time.ts';
import { startContentService } from '../../../test/support/content-service.ts';
import type { TestService } from '../../../test/support/test-service.ts';

const range = (length: number) => Array.from({ length }, (_, index) => index);

type Operation = Record<string, unknown>;

function bulkOf({ request }: Pick<TestService, 'request'>) {
  return (operations: Operation[], { query = '', headers = {} as Record<string, string>, type = 'post' } = {}) =>
    request('POST', `/content/${type}/bulk${query}`, { body: { operations }, headers });
}

test('one request creates, updates, publishes, trashes, restores and deletes items', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const bulk = bulkOf(service);
  const created = await bulk([
    { action: 'create', title: 'First', status: 'publish', tags: ['News'], content: '<p>One</p>' },
    { action: 'create', title: 'First', status: 'publish' },
    { action: 'create', title: 'Third', slug: 'third' },
  ]);
  assert.equal(created.status, 200, created.text);
  const [first, second, third] = created.body.results;
  assert.deepEqual(
    [first, second, third].map(({ action, slug, status, version, changed, previous }) => [
      action,
      slug,
      status,
      version,
      changed,
      previous,
    ]),
    [
      ['create', 'first', 'publish', 1, true, null],
      ['create', 'first-2', 'publish', 1, true, null],
      ['create', 'third', 'draft', 1, true, null],
    ],
  );
  const next = await bulk([
    { action: 'update', id: first.id, title: 'First of all', addTags: ['Sport'], removeTags: ['news', 'Unknown'] },
    { action: 'trash', id: 'first-2' },
    { action: 'publish', id: 'third' },
    { action: 'trash', id: 'first-2' },
  ]);
  assert.equal(next.status, 200, next.text);
  assert.deepEqual(
    next.body.results.map(({ status, version, changed }: Operation) => [status, version, changed]),
    [
      ['publish', 2, true],
      ['trash', 2, true],
      ['publish', 2, true],
      ['trash', 2, false],
    ],
  );
  assert.deepEqual(next.body.results[0].previous.tags, ['news']);
  assert.equal(next.body.results[2].previous.status, 'draft');
  const read = (await request('GET', `/content/post/${first.id}`)).body;
  assert.deepEqual([read.title, read.tags, read.content], ['First of all', ['sport'], '<p>One</p>']);
  assert.equal((await request('GET', `/content/post/${first.id}/revisions`)).body.total, 2);

  const last = await bulk([
    { action: 'restore', id: second.id, status: 'publish' },
    { action: 'restore', id: 'third' },
    { action: 'delete', id: first.id },
  ]);
  assert.deepEqual(
    last.body.results.map(({ status, version, changed }: Operation) => [status, version, changed]),
    [
      ['publish', 3, true],
      ['publish', 2, false],
      [null, null, true],
    ],
  );
  assert.equal((await request('GET', `/content/post/${first.id}`)).status, 404);
});

test('a request with faults changes nothing and names all of them', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const bulk = bulkOf(service);
  const fields = [
    { name: 'price', type: 'number', min: 1 },
    { name: 'sku', type: 'text', unique: true },
  ];
  await request('POST', '/types', { body: { name: 'product', fields } });
  const known = (
    await request('POST', '/content/product', { body: { title: 'Known', slug: 'known', fields: { sku: 'A' } } })
  ).body;
  const operations = [
    { action: 'create', title: 'New', slug: 'new', tags: ['Fresh'] },
    { action: 'create', title: ' ', colour: 1 },
    { action: 'create', title: 'Cheap', fields: { price: 0, sku: 'A' } },
    { action: 'update', id: 'missing', title: 'x' },
    { action: 'update', id: 'known', ifMatch: '"other"', title: 'x' },
    { action: 'update', id: 'known', addTags: 5, title: 7 },
    { action: 'update', id: 'known', tags: ['a'], addTags: ['b'] },
    { action: 'create', title: 'Again', slug: 'known' },
    { action: 'create', title: 'Twice', slug: 'new' },
    { action: 'burn', id: 'known' },
    { title: 'No action' },
    { action: 'update', id: 'known', version: 9 },
    { action: 'create', title: 'Slug', slug: 'A B' },
    { action: 'create', title: 'Same', fields: { sku: 'B' } },
    { action: 'create', title: 'Same', fields: { sku: 'B' } },
    { action: 'trash' },
    { action: 'update', id: 'known', addTags: ['Fresh', 'b'], removeTags: ['fresh'] },
  ];
  const answer = await bulk(operations, { type: 'products' });
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(
    answer.body.errors.map(({ pointer, code }: Operation) => `${pointer} ${code}`),
    [
      '/operations/1/colour unknown',
      '/operations/1/title pattern',
      '/operations/2/fields/price minimum',
      '/operations/3/id item_not_found',
      '/operations/4/ifMatch version_mismatch',
      '/operations/5/title wrong_type',
      '/operations/5/addTags wrong_type',
      '/operations/6/addTags not_allowed',
      '/operations/7/slug slug_taken',
      '/operations/8/slug slug_taken',
      '/operations/9/action not_allowed',
      '/operations/10/action required',
      '/operations/11/version unknown',
      '/operations/12/slug invalid',
      '/operations/14/fields/sku not_unique',
      '/operations/15/id required',
      '/operations/16/addTags not_allowed',
    ],
  );
  assert.equal(answer.body.errors[10].detail, 'must be one of create, update, publish, trash, restore, delete');
  assert.equal((await request('GET', '/content/product?status=any')).body.total, 1);
  assert.equal((await request('GET', '/tags')).body.total, 0);
  assert.equal((await request('GET', `/content/product/${known.id}`)).body.version, 1);
  assert.equal((await request('GET', '/content/product/known/revisions')).body.total, 1);
  for (const [body, pointer] of [
    [{}, '/operations'],
    [{ operations: [] }, '/operations'],
    [{ operations: range(1001).map(() => ({ action: 'trash', id: 'known' })) }, '/operations'],
    [{ operations: [5] }, '/operations/0'],
    [{ operations: [{ action: 'trash', id: 'known' }], force: true }, '/force'],
  ] as const) {
    const wrong = await request('POST', '/content/product/bulk', { body });
    assert.deepEqual([wrong.status, wrong.body.errors?.[0].pointer], [422, pointer], wrong.text);
  }
  assert.equal((await request('POST', '/content/nothing/bulk', { body: { operations } })).body.code, 'type_not_found');
  assert.equal((await request('POST', '/content/post/bulk?dryrun=true', { body: { operations } })).status, 400);
});

test('an item that is sent back as it was read is not at fault', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const item = (await request('POST', '/content/post', { body: { title: 'Old', tags: ['a'], status: 'publish' } }))
    .body;
  const answer = await bulkOf(service)([{ action: 'update', ...item, title: 'New' }]);
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await request('GET', `/content/post/${item.id}`)).body.title, 'New');
  const again = await bulkOf(service)([{ action: 'update', ...item, title: 'New' }]);
  assert.deepEqual(
    again.body.errors.map(({ pointer }: Operation) => pointer),
    ['/operations/0/updatedAt', '/operations/0/version'],
  );
});

test('a dry run answers as usual and changes nothing', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const bulk = bulkOf(service);
  const item = (await request('POST', '/content/post', { body: { title: 'Item', slug: 'item' } })).body;
  const operations = [
    { action: 'create', title: 'New', tags: ['Tag'] },
    { action: 'trash', id: 'item' },
  ];
  const tried = await bulk(operations, { query: '?dryRun=true' });
  assert.equal(tried.status, 200, tried.text);
  assert.equal(tried.body.dryRun, true);
  assert.deepEqual(
    tried.body.results.map(({ id, slug, status }: Operation) => [id, slug, status]),
    [
      [null, 'new', 'draft'],
      [item.id, 'item', 'trash'],
    ],
  );
  assert.equal((await request('GET', '/content/post?status=any')).body.total, 1);
  assert.equal((await request('GET', '/tags')).body.total, 0);
  const refused = await bulk([...operations, { action: 'update', id: 'x' }], { query: '?dryRun=true' });
  assert.equal(refused.body.errors[0].pointer, '/operations/2/id');
});

test('items that refer to each other are deleted together, and others are in the way', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const bulk = bulkOf(service);
  await request('POST', '/types', { body: { name: 'card', fields: [{ name: 'next', type: 'reference' }] } });
  const [a, b, c] = (
    await bulk(
      range(3).map((n) => ({ action: 'create', title: `Card ${n}` })),
      { type: 'card' },
    )
  ).body.results;
  const linked = await bulk(
    [
      { action: 'update', id: a.id, fields: { next: b.id } },
      { action: 'update', id: b.id, fields: { next: a.id } },
      { action: 'update', id: c.id, fields: { next: a.id } },
    ],
    { type: 'card' },
  );
  assert.equal(linked.status, 200, linked.text);
  const both = [
    { action: 'delete', id: a.id },
    { action: 'delete', id: b.id },
  ];
  const refused = await bulk(both, { type: 'card' });
  assert.deepEqual(
    refused.body.errors.map(({ pointer, code }: Operation) => [pointer, code]),
    [['/operations/0/id', 'still_referenced']],
  );
  const cleared = await bulk([{ ...both[0], references: 'clear' }, both[1] as Operation], { type: 'card' });
  assert.equal(cleared.status, 200, cleared.text);
  assert.deepEqual((await request('GET', `/content/card/${c.id}`)).body.fields, {});
  const rest = (
    await bulk(
      range(2).map((n) => ({ action: 'create', title: `Pair ${n}` })),
      { type: 'card' },
    )
  ).body.results;
  await bulk(
    [
      { action: 'update', id: rest[0].id, fields: { next: rest[1].id } },
      { action: 'update', id: rest[1].id, fields: { next: rest[0].id } },
    ],
    { type: 'card' },
  );
  const pair = await bulk(
    rest.map(({ id }: { id: string }) => ({ action: 'delete', id })),
    { type: 'card' },
  );
  assert.equal(pair.status, 200, pair.text);
});

test('a request repeated with its idempotency key gets the first response', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const item = (await request('POST', '/content/post', { body: { title: 'Item' } })).body;
  const operations = [
    { action: 'create', title: 'New' },
    { action: 'delete', id: item.id },
  ];
  const headers = { 'idempotency-key': 'bulk-1' };
  const first = await bulkOf(service)(operations, { headers });
  const second = await bulkOf(service)(operations, { headers });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual([second.status, second.text], [200, first.text]);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal((await request('GET', '/content/post?status=any')).body.total, 1);
});

test('keys without content:write may change nothing', async (t) => {
  const service = await startContentService(t);
  const token = await service.tokenWith('content:read');
  const body = { operations: [{ action: 'create', title: 'x' }] };
  assert.equal((await service.request('POST', '/content/post/bulk', { token, body })).status, 403);
  assert.equal((await service.request('POST', '/content/post/bulk', { token: null, body })).status, 401);
});

test('requests that change the same items and terms at the same time all succeed or say why', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const bulk = bulkOf(service);
  const ids = (
    await bulk(range(20).map((n) => ({ action: 'create', title: `Item ${n}`, status: 'publish' })))
  ).body.results.map(({ id }: { id: string }) => id) as string[];
  for (const round of range(5)) {
    const tags = range(6).map((n) => `Tag ${round} ${n}`);
    const answers = await Promise.all([
      bulk(ids.map((id) => ({ action: 'update', id, addTags: tags }))),
      bulk(ids.toReversed().map((id) => ({ action: 'update', id, addTags: tags.toReversed() }))),
      bulk(ids.map((id) => ({ action: 'trash', id }))),
      bulk(ids.toReversed().map((id) => ({ action: 'restore', id, status: 'publish' }))),
      ...ids
        .slice(0, 5)
        .map((id) => request('PATCH', `/content/post/${id}`, { body: { tags, title: `Round ${round}` } })),
    ]);
    for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  }
  assert.equal((await request('GET', '/tags?limit=100')).body.total, 30);
  const slugs = await Promise.all(
    range(4).map(() => bulk(range(5).map((n) => ({ action: 'create', title: `Same ${n}` })))),
  );
  const all = slugs.flatMap(({ body }) => body.results.map(({ slug }: { slug: string }) => slug));
  assert.equal(new Set(all).size, 20, all.join());
});

test('1,000 operations leave the event loop its turns and other writers theirs', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const bulk = bulkOf(service);
  const paragraph = `<p>${'Some words of a text. '.repeat(40)}</p>`;
  const operations = range(1000).map((n) => ({
    ...{ action: 'create', title: `Item ${n}`, status: 'publish', content: paragraph },
    ...{ tags: ['one', `t${n % 50}`], fields: { a: n, b: 'x', c: true, d: [1, 2, 3], e: null } },
  }));
  let results: { id: string }[] = [];
  let attempts = 0;
  const longest = await longestTurn(50, async () => {
    const [answer, other] = await Promise.all([
      bulk(operations),
      request('POST', '/content/page', { body: { title: 'Other' } }),
    ]);
    assert.equal(answer.status, 200, answer.text.slice(0, 500));
    assert.equal(other.status, 201);
    results = answer.body.results;
    attempts++;
  });
  assert.ok(longest < 50, `${longest} ms`);
  assert.equal((await request('GET', '/content/post')).body.total, attempts * 1000);
  const tagged = await bulk(results.map(({ id }) => ({ action: 'update', id, addTags: ['two'], removeTags: ['one'] })));
  assert.equal(tagged.status, 200);
  assert.deepEqual(
    (await Promise.all(['one', 'two'].map((tag) => request('GET', `/content/post?tag=${tag}`)))).map(
      ({ body }) => body.total,
    ),
    [(attempts - 1) * 1000, 1000],
  );
});

test('a body for many items may have more members than others, but not any number', async (t) => {
  const service = await startContentService(t);
  const fields = Object.fromEntries(range(50).map((n) => [`f${n}`, n]));
  const operations = range(900).map((n) => ({ action: 'create', title: `${n}`, fields }));
  const answer = await bulkOf(service)(operations);
  assert.deepEqual([answer.status, answer.body.code], [413, 'body_too_large']);
  assert.match(answer.body.detail, /at most 40000 keys/);
  const long = await bulkOf(service)(
    range(3).map((n) => ({ action: 'create', title: `${n}`, content: 'x'.repeat(800_000) })),
  );
  assert.equal(long.status, 413);
});
