import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import type { Answer, TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';

type Named = { slug: string; count?: number };
const slugsOf = ({ items }: { items: Named[] }) => items.map(({ slug }) => slug);

/** Sends a request that must succeed. */
async function send({ request }: TestService, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await request(method, path, body ? { body } : {});
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

/** Shops sorted by regions, which are nested, and by brands, which are not. */
async function startShops(t: Parameters<typeof startContentService>[0]): Promise<TestService> {
  const service = await startContentService(t);
  await send(service, 'POST', '/types', { name: 'shop' });
  const regions = { name: 'regions', singular: 'Region', nested: true, publicRead: true, types: ['shop', 'post'] };
  await send(service, 'POST', '/taxonomies', regions);
  await send(service, 'POST', '/taxonomies', { name: 'brands', types: ['shop'] });
  for (const [slug, parent] of [['asia'], ['japan', 'asia'], ['tokyo', 'japan'], ['europe']])
    await send(service, 'POST', '/taxonomies/regions/terms', { name: slug, slug, ...(parent ? { parent } : {}) });
  return service;
}

test('a taxonomy is defined, changed and deleted, beside tags and categories', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const created = await request('POST', '/taxonomies', { body: { name: 'wine-regions', types: ['post'] } });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.headers.location, '/api/v1/taxonomies/wine-regions');
  const { createdAt, updatedAt, ...rest } = created.body;
  assert.deepEqual(rest, {
    ...{ name: 'wine-regions', label: 'Wine regions', singular: 'Wine regions', description: '' },
    ...{ nested: false, publicRead: false, types: ['post'], builtIn: false },
  });
  assert.ok(createdAt && updatedAt);
  const all = await send(service, 'GET', '/taxonomies');
  assert.deepEqual(
    all.body.items.map(({ name, nested, types }: Record<string, unknown>) => [name, nested, types]),
    [
      ['tags', false, ['page', 'post']],
      ['categories', true, ['page', 'post']],
      ['wine-regions', false, ['post']],
    ],
  );
  assert.deepEqual((await send(service, 'GET', '/types/post')).body.taxonomies, ['wine-regions']);
  assert.ok(!('taxonomies' in (await send(service, 'GET', '/types/page')).body));
  for (const [method, path, body, status, found] of [
    ['POST', '/taxonomies', { name: 'tag' }, 409, 'name_taken'],
    ['POST', '/taxonomies', { name: 'wine-regions' }, 409, 'name_taken'],
    ['POST', '/taxonomies', { name: 'x', types: ['pots'] }, 422, 'did you mean `post`?'],
    ['POST', '/taxonomies', { name: 'X' }, 422, '/name'],
    ['PATCH', '/taxonomies/tags', { label: 'x' }, 409, 'Tags and categories'],
    ['PATCH', '/taxonomies/none', { label: 'x' }, 404, 'taxonomy_not_found'],
    ['GET', '/taxonomies/none/terms', undefined, 404, 'taxonomy_not_found'],
    ['GET', '/taxonomies/wine-regions/terms/none', undefined, 404, 'No term of wine-regions'],
  ] as const) {
    const answer = await request(method, path, body ? { body } : {});
    assert.equal(answer.status, status, answer.text);
    assert.ok(answer.text.includes(found), answer.text);
  }
  const { etag = '' } = created.headers as Record<string, string>;
  const change = { label: 'Regions', singular: 'Region', nested: true, types: ['page'] };
  const changed = await request('PATCH', '/taxonomies/wine-regions', { body: change, headers: { 'if-match': etag } });
  assert.deepEqual([changed.status, changed.body.types, changed.body.nested], [200, ['page'], true], changed.text);
  const stale = await request('PATCH', '/taxonomies/wine-regions', { body: change, headers: { 'if-match': etag } });
  assert.equal(stale.status, 412);
  await send(service, 'POST', '/taxonomies/wine-regions/terms', { name: 'Mosel' });
  const inUse = (await request('DELETE', '/taxonomies/wine-regions')).body;
  assert.equal(inUse.code, 'taxonomy_in_use');
  assert.match(inUse.detail, /^It has \d+ terms?\. Delete each with DELETE \/taxonomies\/wine-regions\/terms\/:term/);
  await send(service, 'DELETE', '/taxonomies/wine-regions/terms/mosel');
  assert.equal((await request('DELETE', '/taxonomies/wine-regions')).status, 200);
  assert.ok(!('taxonomies' in (await send(service, 'GET', '/types/page')).body));
});

test('terms are nested where their taxonomy is, without circles, and move up when one is deleted', async (t) => {
  const service = await startShops(t);
  const { request } = service;
  const terms = '/taxonomies/regions/terms';
  await send(service, 'PATCH', `${terms}/europe`, { menuOrder: -1 });
  const tree = (await send(service, 'GET', '/taxonomies/regions/tree')).body;
  assert.deepEqual(
    tree.items.map(({ slug, depth }: { slug: string; depth: number }) => [slug, depth]),
    [
      ['europe', 0],
      ['asia', 0],
      ['japan', 1],
      ['tokyo', 2],
    ],
  );
  const circle = await request('PATCH', `${terms}/asia`, { body: { parent: 'tokyo' } });
  assert.deepEqual([circle.status, circle.body.errors[0].code], [422, 'circular']);
  const flat = await request('POST', '/taxonomies/brands/terms', { body: { name: 'Nike', parent: 'asia' } });
  assert.match(flat.body.errors[0].detail, /terms of brands cannot have a parent/);
  const foreign = await request('POST', terms, { body: { name: 'x', parent: 'nike' } });
  assert.match(foreign.body.errors[0].detail, /no term of regions has this slug or ID/);
  const flattened = await request('PATCH', '/taxonomies/regions', { body: { nested: false } });
  assert.equal(flattened.body.errors[0].pointer, '/nested');
  assert.equal((await request('POST', terms, { body: { name: 'x', slug: 'asia' } })).body.code, 'slug_taken');
  assert.equal((await request('POST', '/taxonomies/brands/terms', { body: { name: 'Asia' } })).body.slug, 'asia');
  await send(service, 'DELETE', `${terms}/japan`);
  const [tokyo, asia] = await Promise.all(
    ['tokyo', 'asia'].map(async (slug) => (await send(service, 'GET', `${terms}/${slug}`)).body),
  );
  assert.equal(tokyo.parentId, asia.id);
  assert.deepEqual(slugsOf((await send(service, 'GET', `${terms}?search=TOK`)).body), ['tokyo']);
});

test('items have terms of the taxonomies of their type only, and are found by them', async (t) => {
  const service = await startShops(t);
  const { request } = service;
  const plain = await send(service, 'POST', '/content/page', { title: 'Bare', status: 'publish' });
  assert.ok(!('terms' in plain.body));
  const first = await send(service, 'POST', '/content/shop', {
    ...{ title: 'First', status: 'publish', tags: ['new'] },
    terms: { regions: ['Tokyo', 'europe'], brands: ['Nike'] },
  });
  assert.deepEqual(first.body.terms, { brands: ['nike'], regions: ['europe', 'tokyo'] });
  assert.deepEqual((await send(service, 'GET', '/content/shop/first')).body, first.body);
  const second = await send(service, 'POST', '/content/shop', { title: 'Second', status: 'publish' });
  assert.deepEqual(second.body.terms, { brands: [], regions: [] });
  // A member that is not given stays.
  const { etag } = first.headers as Record<string, string>;
  const changed = await send(service, 'PATCH', '/content/shop/first', { terms: { brands: ['puma', 'Nike'] } });
  assert.deepEqual(changed.body.terms, { brands: ['nike', 'puma'], regions: ['europe', 'tokyo'] });
  assert.notEqual(changed.headers.etag, etag);
  const same = await send(service, 'PATCH', '/content/shop/first', { ...changed.body });
  assert.equal(same.body.version, changed.body.version);
  for (const terms of [{ brand: ['x'] }, { category: ['x'] }]) {
    const wrong = await request('POST', '/content/shop', { body: { title: 'x', terms } });
    assert.equal(wrong.status, 422, wrong.text);
    assert.match(
      wrong.body.errors[0].detail,
      /the type shop has no taxonomy (brand \(did you mean `brands`\?\)|category)/,
    );
  }

  const found = async (query: string) =>
    slugsOf((await send(service, 'GET', `/content/shop?orderBy=title&order=asc&${query}`)).body).join();
  for (const [query, slugs] of [
    ['terms[brands]=nike', 'first'],
    ['terms[brands][in]=none,puma', 'first'],
    ['terms[brands][all]=nike,none', ''],
    ['terms[brands][nin]=nike', 'second'],
    ['terms[brands][exists]=false', 'second'],
    ['terms[regions]=asia', ''],
    ['terms[regions][under]=asia', 'first'],
    ['terms[regions][under]=europe&terms[brands]=puma', 'first'],
    ['tag=new&terms[regions]=tokyo', 'first'],
    ['where={"not":{"terms.brands":{"in":["nike"]}}}', 'second'],
    ['search=puma', 'first'],
  ] as const)
    assert.equal(await found(query), slugs, query);
  for (const [query, detail] of [
    ['terms[brand]=x', 'has no taxonomy brand (did you mean `terms.brands`?)'],
    ['terms[brands][gt]=x', 'supports only eq'],
    ['where={"terms.x":"y"}', 'has no taxonomy x'],
  ] as const) {
    const answer = await request('GET', `/content/shop?${query}`);
    assert.equal(answer.status, 400, answer.text);
    assert.ok(answer.text.includes(detail.replaceAll('"', '\\"')), answer.text);
  }
  const selected = await send(service, 'GET', '/content/shop?select=slug,terms&orderBy=title&order=asc');
  assert.deepEqual(
    selected.body.items.map(({ terms }: { terms: object }) => terms),
    [
      { brands: ['nike', 'puma'], regions: ['europe', 'tokyo'] },
      { brands: [], regions: [] },
    ],
  );
  assert.ok(!('terms' in (await send(service, 'GET', '/content/page?select=terms')).body.items[0]));

  // What a type no longer has is hidden, and there again once it has it.
  await send(service, 'PATCH', '/taxonomies/brands', { types: [] });
  assert.deepEqual((await send(service, 'GET', '/content/shop/first')).body.terms, { regions: ['europe', 'tokyo'] });
  assert.equal((await request('GET', '/content/shop?terms[brands]=nike')).status, 400);
  await send(service, 'PATCH', '/taxonomies/brands', { types: ['shop'] });
  assert.deepEqual((await send(service, 'GET', '/content/shop/first')).body.terms.brands, ['nike', 'puma']);
});

test('drafts, revisions and bulk changes have terms as they have tags', async (t) => {
  const service = await startShops(t);
  const item = '/content/shop/first';
  await send(service, 'POST', '/content/shop', { title: 'First', status: 'publish', terms: { brands: ['Nike'] } });
  const draft = await send(service, 'PATCH', `${item}/draft`, { terms: { brands: ['puma'], regions: [] } });
  assert.deepEqual(draft.body.terms, { brands: ['puma'], regions: [] });
  assert.deepEqual(draft.body.draft.changed, ['terms.brands']);
  assert.deepEqual((await send(service, 'GET', item)).body.terms.brands, ['nike']);
  await send(service, 'POST', `${item}/publish`);
  assert.deepEqual((await send(service, 'GET', item)).body.terms.brands, ['puma']);

  const revisions = (await send(service, 'GET', `${item}/revisions`)).body;
  assert.deepEqual(revisions.items[0].changed, ['terms.brands']);
  assert.deepEqual((await send(service, 'GET', `${item}/revisions/1`)).body.item.terms, { brands: ['nike'] });
  const differences = (await send(service, 'GET', `${item}/revisions/1/diff`)).body.changes;
  assert.deepEqual(differences, [{ member: 'terms.brands', before: ['nike'], after: ['puma'] }]);
  await send(service, 'POST', `${item}/revisions/1/restore`);
  assert.deepEqual((await send(service, 'GET', item)).body.terms.brands, ['nike']);

  const bulk = (operations: object[]) => service.request('POST', '/content/shop/bulk', { body: { operations } });
  const done = await bulk([
    {
      action: 'update',
      id: 'first',
      addTerms: { brands: ['Adidas'], regions: ['asia'] },
      removeTerms: { brands: ['NIKE'] },
    },
    { action: 'create', title: 'Second', terms: { regions: ['Asia', 'new one'] } },
  ]);
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(done.body.results[0].previous.terms, { brands: ['nike'], regions: [] });
  assert.deepEqual((await send(service, 'GET', item)).body.terms, { brands: ['adidas'], regions: ['asia'] });
  assert.deepEqual((await send(service, 'GET', '/content/shop/second')).body.terms.regions, ['asia', 'new-one']);
  const wrong = await bulk([
    { action: 'update', id: 'first', addTerms: { brand: ['x'] } },
    { action: 'update', id: 'first', addTerms: { brands: ['x'] }, terms: { brands: [] } },
    { action: 'update', id: 'first', addTerms: { brands: ['x'] }, removeTerms: { brands: ['X'] } },
    { action: 'create', title: 'x', terms: { none: [] } },
  ]);
  assert.deepEqual(
    wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['0/addTerms/brand', '1/addTerms/brands', '2/addTerms/brands', '3/terms/none'].map((end) => `/operations/${end}`),
    wrong.text,
  );
});

test('counts of terms are those of published items that the caller may see, with or without terms below', async (t) => {
  const service = await startShops(t);
  const add = (type: string, status: string, regions: string[]) =>
    send(service, 'POST', `/content/${type}`, { title: 'x', status, terms: { regions } });
  await add('shop', 'publish', ['tokyo', 'japan']);
  await add('shop', 'draft', ['tokyo']);
  await add('post', 'publish', ['tokyo', 'europe']);
  await send(service, 'PATCH', '/types/post', { publicRead: true });
  const counts = async (path: string, token?: string | null) => {
    const answer = await service.request('GET', path, token === undefined ? {} : { token });
    assert.equal(answer.status, 200, answer.text);
    return Object.fromEntries(answer.body.items.map(({ slug, count }: Named) => [slug, count]));
  };
  const terms = '/taxonomies/regions/terms';
  assert.deepEqual(await counts(terms), { asia: 0, europe: 1, japan: 1, tokyo: 2 });
  const below = { asia: 2, europe: 1, japan: 2, tokyo: 2 };
  assert.deepEqual(await counts(`${terms}?children=true`), below);
  assert.deepEqual(await counts('/taxonomies/regions/tree?children=true'), below);
  assert.equal((await send(service, 'GET', `${terms}/asia?children=true`)).body.count, 2);
  // Visitors see posts only.
  assert.deepEqual(await counts(`${terms}?children=true`, null), { asia: 1, europe: 1, japan: 1, tokyo: 1 });
  assert.equal((await service.request('GET', '/taxonomies/brands/terms', { token: null })).status, 401);
  assert.equal((await service.request('GET', '/taxonomies/tags/terms', { token: null })).status, 401);
});

test('a merged term leaves its items, children and slug to the other one, while items are saved', async (t) => {
  const service = await startShops(t);
  const { request } = service;
  const add = (slug: string, regions: string[], tags: string[] = []) =>
    send(service, 'POST', '/content/shop', { title: slug, slug, status: 'publish', terms: { regions }, tags });
  await add('one', ['asia', 'japan']);
  await add('two', ['asia'], ['JavaScript']);
  await add('three', ['europe'], ['JS', 'JavaScript']);
  const term = '/taxonomies/regions/terms';
  // The term that stays may be below the one that goes.
  const tried = await send(service, 'POST', `${term}/asia/merge?dryRun=true`, { into: 'japan' });
  assert.deepEqual([tried.body.items, tried.body.children, tried.body.dryRun], [2, 1, true]);
  const merged = await send(service, 'POST', `${term}/asia/merge`, { into: 'japan' });
  assert.deepEqual([merged.body.term.slug, merged.body.term.count, merged.body.term.parentId], ['japan', 2, null]);
  for (const slug of ['one', 'two'])
    assert.deepEqual((await send(service, 'GET', `/content/shop/${slug}`)).body.terms.regions, ['japan']);
  assert.equal((await send(service, 'GET', `${term}/asia`)).body.slug, 'japan');
  assert.deepEqual(slugsOf((await send(service, 'GET', '/taxonomies/regions/tree')).body), [
    'europe',
    'japan',
    'tokyo',
  ]);
  // Revisions say what was; what they name is found.
  assert.deepEqual((await send(service, 'PATCH', '/content/shop/one', { terms: { regions: [] } })).body.version, 2);
  const restored = await send(service, 'POST', '/content/shop/one/revisions/1/restore');
  assert.deepEqual(restored.body.terms.regions, ['japan']);
  assert.deepEqual((await add('four', ['Asia'])).body.terms.regions, ['japan']);

  await send(service, 'POST', '/taxonomies/tags/terms/javascript/merge', { into: 'js' });
  assert.equal((await send(service, 'GET', '/tags/javascript')).body.slug, 'js');
  assert.deepEqual((await send(service, 'GET', '/content/shop/three')).body.tags, ['js']);
  await service.work();
  const named = async () => (await send(service, 'GET', '/content/shop?search=javascript')).body.total;
  await waitFor('the words of the items', async () => (await named()) === 0);
  assert.equal((await send(service, 'GET', '/content/shop?search=js')).body.total, 2);
  for (const [into, status] of [
    ['js', 422],
    ['none', 422],
  ] as const)
    assert.equal((await request('POST', '/taxonomies/tags/terms/js/merge', { body: { into } })).status, status);

  // Items that are saved with the old term meanwhile end with the new one, and removing it stays.
  const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index}`);
  for (const slug of slugs) await add(slug, ['europe']);
  const saves = slugs.map((slug, index) =>
    request('PATCH', `/content/shop/${slug}`, { body: { terms: { regions: index % 3 ? ['europe', 'tokyo'] : [] } } }),
  );
  const merging = request('POST', `${term}/europe/merge`, { body: { into: 'tokyo' } });
  for (const answer of await Promise.all([...saves, merging])) assert.equal(answer.status, 200, answer.text);
  for (const [index, slug] of slugs.entries()) {
    const { regions } = (await send(service, 'GET', `/content/shop/${slug}`)).body.terms;
    assert.deepEqual(regions, index % 3 ? ['tokyo'] : [], slug);
  }
});

test('several terms are merged together, or not at all, while items are saved', async (t) => {
  const service = await startShops(t);
  const { request } = service;
  const slugs = Array.from({ length: 12 }, (_, index) => `shop-${index}`);
  for (const [index, slug] of slugs.entries()) {
    const regions = [['asia', 'japan'], ['europe'], ['tokyo', 'europe']][index % 3];
    await send(service, 'POST', '/content/shop', { title: slug, slug, status: 'publish', terms: { regions } });
  }
  const merge = (terms: string[], into: string, query = '') =>
    request('POST', `/taxonomies/regions/merge${query}`, { body: { terms, into } });
  const wrong = await merge(['asia', 'none', 'tokyo'], 'tokyo');
  assert.deepEqual(
    wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/terms/1', '/terms/2'],
  );
  assert.equal((await send(service, 'GET', '/taxonomies/regions/terms')).body.total, 4);
  // The one that stays is below two of the others.
  const tried = await merge(['asia', 'japan', 'europe'], 'tokyo', '?dryRun=true');
  assert.deepEqual([tried.body.items, tried.body.children, tried.body.dryRun], [12, 0, true]);
  const saves = slugs.map((slug, index) =>
    request('PATCH', `/content/shop/${slug}`, { body: { terms: { regions: index % 2 ? ['japan', 'Europe'] : [] } } }),
  );
  const [merged, ...saved] = await Promise.all([merge(['asia', 'japan', 'europe'], 'tokyo'), ...saves]);
  for (const answer of [merged, ...saved]) assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([merged.body.term.slug, merged.body.term.parentId], ['tokyo', null]);
  assert.deepEqual(slugsOf((await send(service, 'GET', '/taxonomies/regions/tree')).body), ['tokyo']);
  for (const [index, slug] of slugs.entries()) {
    const { regions } = (await send(service, 'GET', `/content/shop/${slug}`)).body.terms;
    assert.deepEqual(regions, index % 2 ? ['tokyo'] : [], slug);
  }
  assert.equal((await send(service, 'GET', '/taxonomies/regions/terms/japan')).body.slug, 'tokyo');
  await service.work();
  const total = async (query: string) => (await send(service, 'GET', `/content/shop?${query}`)).body.total;
  await waitFor('the words of the items', async () => (await total('search=tokyo')) === 6);
  assert.equal(await total('search=europe'), 0);
});

test('an item is not found by the former name of a term that was merged right after it got its new name', async (t) => {
  const service = await startShops(t);
  const regions = '/taxonomies/regions';
  await send(service, 'POST', '/content/shop', { title: 'Ramen', status: 'publish', terms: { regions: ['nippon'] } });
  const total = async (query: string) => (await send(service, 'GET', `/content/shop?search=${query}`)).body.total;
  await waitFor('the words of the item', async () => (await total('nippon')) === 1);
  await send(service, 'PATCH', `${regions}/terms/nippon`, { name: 'Japan' });
  await send(service, 'POST', `${regions}/terms/nippon/merge`, { into: 'japan' });
  await service.work();
  await waitFor('the new words', async () => (await total('nippon')) === 0);
  assert.equal(await total('japan ramen'), 1);
});

test('terms are merged and deleted by what they are, also when another one is called by the ID of one of them', async (t) => {
  const service = await startContentService(t);
  const { database, request } = service;
  const create = async (name: string) => (await request('POST', '/tags', { body: { name } })).body;
  const [left, right, stays] = [await create('Left'), await create('Right'), await create('Stays')];
  for (const tag of [left, right]) {
    await request('POST', '/content/post', {
      body: { title: tag.name, slug: tag.slug, status: 'publish', tags: [tag.slug] },
    });
    const { body } = await request('POST', '/content/post', { body: { title: tag.id, tags: [tag.id] } });
    assert.deepEqual(body.tags, [tag.id.replace('_', '-')], 'its slug is no ID');
  }
  // As an earlier version made it.
  await database.writer.updateTable('terms').set({ slug: left.id }).where('name', '=', left.id).execute();
  await database.writer.updateTable('terms').set({ slug: right.id }).where('name', '=', right.id).execute();
  await send(service, 'POST', '/taxonomies/tags/merge', { terms: ['left'], into: 'stays' });
  await send(service, 'DELETE', '/tags/right');
  assert.deepEqual((await send(service, 'GET', '/content/post/left')).body.tags, ['stays']);
  assert.deepEqual((await send(service, 'GET', '/content/post/right')).body.tags, []);
  const { body } = await send(service, 'GET', '/tags?limit=10');
  assert.deepEqual(slugsOf(body).sort(), [left.id, right.id, stays.slug].sort());
  assert.equal((await database.writer.selectFrom('itemTerms').selectAll().execute()).length, 3);
});

test('terms are merged while items keep getting them', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  await request('POST', '/tags', { body: { name: 'Stays' } });
  const create = async (name: string): Promise<void> => {
    const { status, text } = await request('POST', '/content/post', { body: { title: 'New', tags: [name] } });
    assert.equal(status, 201, text);
  };
  for (const number of [1, 2, 3]) {
    const name = `Hot ${number}`;
    await create(name);
    let isMerged = false;
    const creating = Array.from({ length: 8 }, async () => {
      while (!isMerged) await create(name);
    });
    const merging = send(service, 'POST', '/taxonomies/tags/merge', { terms: [`hot-${number}`], into: 'stays' });
    await merging.finally(() => {
      isMerged = true;
    });
    await Promise.all(creating);
  }
});
