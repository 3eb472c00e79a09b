import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTasks } from '../../src/content/search/index-items.ts';
import { inTransaction } from '../../src/context/context.ts';
import type { Job } from '../../src/jobs/queue.ts';
import { addMedia, send, startContentService } from '../support/content-service.ts';
import type { Answer, TestService } from '../support/test-service.ts';
import { type Dice, rollDice } from './dice.ts';

const open = [
  { name: 'price', type: 'number', indexed: true },
  { name: 'text', type: 'text' },
  { name: 'brand', type: 'reference', to: ['brand'] },
];
/** What visitors may not read. */
const hidden = [
  { name: 'cost', type: 'number', indexed: true, scope: 'content:read' },
  { name: 'memo', type: 'richtext', required: true, scope: 'content:write' },
  { name: 'maker', type: 'reference', to: ['brand'], scope: 'content:read' },
  { name: 'makers', type: 'reference', multiple: true, scope: 'content:write' },
  { name: 'deal', type: 'group', scope: 'content:read', fields: [{ name: 'note', type: 'text' }] },
];
const hiddenNames = hidden.map(({ name }) => name);
const itemsOfType = 8;

type Values = Record<string, unknown>;
type World = { brands: string[]; products: string[] };
type Request = { path: string; token: string | null };

/** Open types have undeclared fields, too. */
const isStrict = { brand: true, product: false };

async function createWorld({ request }: TestService): Promise<World> {
  const create = async (type: string, title: string, fields: Values) => {
    const body = { title, status: 'publish', fields, publishedAt: '2026-01-01T00:00:00Z' };
    const made = await request('POST', `/content/${type}`, { body });
    assert.equal(made.status, 201, made.text);
    return made.body.id as string;
  };
  for (const [name, strict] of Object.entries(isStrict))
    await request('POST', '/types', { body: { name, strict, publicRead: true, fields: open } });
  const brands: string[] = [];
  const products: string[] = [];
  for (let number = 0; number < itemsOfType; number++) {
    const fields = { price: number % 3, text: `walk ${number % 2}` };
    brands.push(await create('brand', `Brand ${number}`, fields));
    products.push(await create('product', `Product ${number}`, { ...fields, brand: brands[number % 4] }));
  }
  return { brands, products };
}

/** Declares the hidden fields, and gives every item other values in them. */
async function hideValues(service: TestService, { brands, products }: World, dice: Dice): Promise<void> {
  for (const name of Object.keys(isStrict)) {
    await send(service, 'PATCH', `/types/${name}`, { fields: [...open, ...hidden] });
    for (const id of name === 'brand' ? brands : products) {
      const some = (): string[] => brands.filter(() => dice.chance(0.3));
      const fields: Values = {
        cost: dice.between(0, 5),
        memo: `<p>${dice.pick(['secret', 'zebra', 'walking'])} ${dice.between(0, 9)}</p>`,
        maker: dice.pick(brands),
        makers: some(),
        deal: { note: dice.pick(['secret', 'deal']) },
      };
      const given = Object.entries(fields).map(([key, value]) => [key, dice.chance(0.8) ? value : null]);
      await send(service, 'PATCH', `/content/${name}/${id}`, {
        fields: { ...Object.fromEntries(given), memo: fields.memo },
      });
    }
  }
  await runJobs(service);
  await forgetChanges(service);
}

/** The jobs that write the words of items again. */
async function runJobs({ context }: TestService): Promise<void> {
  const isOfSearch = (task: string): boolean => Object.hasOwn(searchTasks, task);
  for (;;) {
    const jobs = (await context.db.selectFrom('jobs').selectAll().execute()).filter(({ task }) => isOfSearch(task));
    if (jobs.length === 0) return;
    for (const { task, payload, id } of jobs) {
      await searchTasks[task]?.run(context, { payload: JSON.parse(payload) } as Job, () => {});
      await inTransaction(context, (ctx) => ctx.db.deleteFrom('jobs').where('id', '=', id).execute());
    }
  }
}

/** Versions and times, by which changes of items are seen, are the same in each state. */
async function forgetChanges({ context }: TestService): Promise<void> {
  await inTransaction(context, async (ctx) => {
    await ctx.db.deleteFrom('revisions').execute();
    await ctx.db.updateTable('items').set({ version: 1, updatedAt: '2026-01-02T00:00:00.000Z' }).execute();
    await ctx.db.updateTable('postTypes').set({ updatedAt: '2026-01-02T00:00:00.000Z' }).execute();
  });
}

const words = ['secret', 'zebra', 'walk', 'walking', 'zebrra', 'deal', '"secret 1"', '-walk', 'brand'];
const operators = ['', '[eq]', '[ne]', '[in]', '[nin]', '[gt]', '[lte]', '[contains]', '[exists]', '[all]', '[odd]'];

/** A request that tries to learn something of hidden fields. */
function randomPath(dice: Dice, { brands, products }: World): string {
  const type = dice.pick(['brand', 'products', 'product']);
  const id = dice.pick(type === 'brand' ? brands : products);
  const name = dice.pick([...hiddenNames, 'cos', 'memoo', 'makerr', 'deal.note', 'price', 'text', 'nothing']);
  const through = dice.pick([`brand.${name}`, `brand.fields.${name}`, `maker.title`, `makers.${name}`, name, name]);
  const value = dice.pick(['1', 'secret', 'true', 'false', '0', '2,3', dice.pick(brands)]);
  const where = JSON.stringify({
    [dice.pick(['or', 'and', 'not'])]: [{ [`fields.${through}`]: { eq: value } }, { title: 'Brand 1' }],
  });
  const parts = [
    `fields[${through}]${dice.pick(operators)}=${value}`,
    `fields[${name}][exists]=${dice.chance(0.5)}`,
    `where=${encodeURIComponent(where)}`,
    `sort=${dice.pick(['', '-'])}fields.${name},title`,
    `orderBy=fields.${name}`,
    `${name}=1`,
    `select=title,fields.${name}`,
    `select=${dice.pick([name, 'fields', 'fields,content'])}`,
    `expand=fields.${dice.pick([name, `brand.${name}`, `brand.brand`, 'brand'])}`,
    `search=${dice.pick(words)}&highlight=true`,
    'cursor=&limit=3',
    'status=any',
  ];
  const query = `?${dice.pick(parts)}${dice.chance(0.4) ? `&${dice.pick(parts)}` : ''}`;
  return dice.pick([
    `/content/${type}${query}`,
    `/content/${type}${query}`,
    `/content/${type}${query}`,
    `/content/${type}/${id}${query}`,
    `/content/${type}/${id}`,
    `/content/${type}/${id}/references?limit=${dice.between(1, 4)}`,
    `/content/${type}/${id}/uses`,
    `/types/${type}`,
    '/types',
    `/search?q=${dice.pick(words)}&facets=true`,
    '/openapi.json',
  ]);
}

const perRequest = ['date', 'x-request-id'];

/** All that the caller learns. */
function learned({ status, headers, text }: Answer) {
  const kept = Object.entries(headers).filter(([name]) => !perRequest.includes(name));
  return { status, headers: Object.fromEntries(kept), text: text.replace(/"instance":"[^"]*"/, '') };
}

test('the values and declarations of hidden fields influence no response of a caller who may not read them', async (t) => {
  const service = await startContentService(t);
  const world = await createWorld(service);
  const reader = await service.tokenWith('content:read');
  const writer = await service.tokenWith('content:write');
  const dice = rollDice(23);
  await forgetChanges(service);
  const requests: Request[] = Array.from({ length: 180 }, () => ({ path: randomPath(dice, world), token: null }));
  const ask = async (some: readonly Request[]) => {
    const answers = [];
    for (const { path, token } of some) answers.push(learned(await service.request('GET', path, { token })));
    return answers;
  };
  const without = await ask(requests);
  assert.ok(without.filter(({ status }) => status === 200).length > 40);
  assert.ok(without.filter(({ status }) => status === 400).length > 20);
  // For a reader, who sees some of them, only the values that it may not read are others.
  const byReader: Request[] = requests.slice(0, 80).map(({ path }) => ({ path, token: reader }));

  await hideValues(service, world, rollDice(5));
  const first = await ask(requests);
  // A response of a caller who may read them must not be kept for one who may not.
  for (const { path } of requests.slice(0, 10)) await service.request('GET', path, { token: writer });
  await hideValues(service, world, rollDice(6));
  const second = await ask(requests);
  for (const [index, { path }] of requests.entries()) {
    assert.deepEqual(first[index], without[index], `declared: ${path}`);
    assert.deepEqual(second[index], without[index], `with other values: ${path}`);
  }

  const before = await ask(byReader);
  for (const id of [...world.brands, ...world.products]) {
    const type = world.brands.includes(id) ? 'brand' : 'product';
    const fields = { memo: `<p>other ${dice.pick(['secret', 'zebra'])}</p>`, makers: [dice.pick(world.products)] };
    await send(service, 'PATCH', `/content/${type}/${id}`, { fields });
  }
  await forgetChanges(service);
  const after = await ask(byReader);
  for (const [index, { path }] of byReader.entries())
    assert.deepEqual(after[index], before[index], `to a reader: ${path}`);
  assert.ok(before.some(({ text }) => text.includes('"cost"')) && !before.some(({ text }) => text.includes('"memo"')));
});

test('those who have the scope read, filter, sort and expand the field; events, drafts and forms follow', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const world = await createWorld(service);
  await hideValues(service, world, rollDice(5));
  const [brand = ''] = world.brands;
  const [product = ''] = world.products;
  const fields = { cost: 7, memo: '<p>Unheard</p>', maker: brand, deal: { note: 'cheap' } };
  const { after } = (await request('GET', '/events?after=latest')).body;
  await send(service, 'PATCH', `/content/product/${product}`, { fields });
  await send(service, 'PATCH', `/content/product/${product}`, { fields: { cost: 8, price: 99 } });
  const events = (await request('GET', `/events?after=${after}`)).body.items;
  assert.deepEqual(
    events.map(({ data }: { data: { changed: string[] } }) => data.changed),
    [['fields.price']],
  );

  const ids = async (query: string, token: string | null) => {
    const { body } = await request('GET', `/content/product?${query}`, { token });
    return body.items?.map(({ id }: { id: string }) => id) ?? body.code;
  };
  const limited = await service.tokenWith('content:read:product');
  const stranger = await service.tokenWith('content:read:brand');
  for (const token of [service.token, limited]) {
    assert.deepEqual(await ids('fields[cost]=8', token), [product]);
    assert.deepEqual((await ids('sort=-fields.cost&limit=1', token))[0], product);
    assert.deepEqual(await ids('fields[deal.note]=cheap', token), [product]);
    const one = await request('GET', `/content/product/${product}?expand=fields.maker`, { token });
    assert.equal(one.body.fields.maker?.id, brand);
  }
  for (const token of [null, stranger]) {
    assert.deepEqual(await ids('fields[cost]=8', token), []);
    const one = await request('GET', `/content/product/${product}`, { token });
    assert.deepEqual(Object.keys(one.body.fields).sort(), ['brand', 'price', 'text']);
  }
  assert.deepEqual(await ids('search=unheard', service.token), []);
  // One caller's response is not taken for another's.
  const tagFor = async (token: string | null) =>
    (await request('GET', `/content/product/${product}`, { token })).headers.etag as string;
  const readers = [service.token, await service.tokenWith('content:read'), null];
  const tags = await Promise.all(readers.map(tagFor));
  assert.equal(new Set(tags).size, readers.length);
  const sameTitle = { body: { title: 'Product 0' }, headers: { 'if-match': tags[0] as string } };
  assert.equal((await request('PATCH', `/content/product/${product}`, sameTitle)).status, 200);
  // What a text leads to that they may not read is not said either, and leaves no gap on a page.
  const media = await addMedia(service);
  const [, , second = '', third = ''] = world.brands;
  const memo = `<p><a data-item="${second}">B</a> <img src="/media/${media}/x.png"></p>`;
  const [, ...others] = world.products;
  for (const id of others.slice(0, 3)) await send(service, 'PATCH', `/content/product/${id}`, { fields: { memo } });
  const inContent = others.at(-1) as string;
  await send(service, 'PATCH', `/content/product/${inContent}`, { content: memo });
  const linked = await service.request('PATCH', `/content/brand/${third}`, { body: { content: memo } });
  assert.equal(linked.status, 200, linked.text);
  const referring = async (path: string, token: string | null) => {
    const { status, body, text } = await request('GET', path, { token });
    assert.equal(status, 200, text);
    const found = body.items.filter(({ fields }: { fields: string[] }) => fields.includes('content'));
    return { ids: found.map(({ id }: { id: string }) => id).sort(), ...body };
  };
  const seen = [inContent, third].sort();
  const all = [...seen, ...others.slice(0, 3)].sort();
  const reader = await service.tokenWith('content:read');
  for (const [token, expected] of [
    [null, seen],
    [reader, seen],
    [service.token, all],
  ] as const) {
    assert.deepEqual((await referring(`/content/brand/${second}/references?limit=50`, token)).ids, expected);
    if (token === null) continue;
    assert.deepEqual((await referring(`/content/brand/${second}/uses?limit=50`, token)).ids, expected);
    assert.deepEqual((await referring(`/media/${media}/uses?limit=50`, token)).ids, expected);
  }
  const whole = (await referring(`/content/brand/${second}/references?limit=50`, null)).items;
  const part = await referring(`/content/brand/${second}/references?limit=${whole.length - 1}`, null);
  assert.equal(part.items.length, whole.length - 1);
  assert.equal(Buffer.from(part.nextCursor, 'base64url').toString(), part.items.at(-1).id);
  await send(service, 'PATCH', `/content/product/${product}/draft`, { fields: { cost: 9 } });
  const preview = await request('POST', `/content/product/${product}/preview`, { body: {} });
  const token = new URL(preview.body.url, 'http://site.test').searchParams.get('preview') ?? preview.body.token;
  const shown = await request('GET', `/content/product/${product}?preview=${encodeURIComponent(token)}`, {
    token: null,
  });
  assert.deepEqual([shown.status, Object.keys(shown.body.fields).sort()], [200, ['brand', 'price', 'text']]);

  const described = async (token: string) => {
    const { components } = (await request('GET', '/openapi.json', { token })).body;
    const { properties, required = [] } = components.schemas['content.product'];
    return [hiddenNames.filter((name) => name in properties), required];
  };
  // Another key may not see a required one.
  assert.deepEqual(await described(service.token), [hiddenNames, []]);
  assert.deepEqual(await described(await service.tokenWith('content:read')), [['cost', 'maker', 'deal'], []]);

  // A field that is not declared is there for everyone.
  for (const query of ['', '?dryRun=true']) {
    const removed = await request('PATCH', `/types/product${query}`, { body: { fields: open } });
    assert.deepEqual([removed.status, removed.body.errors?.[0].pointer], [422, '/fields'], removed.text);
    assert.match(removed.body.errors[0].detail, /^without cost, everyone/);
  }
  // Once everyone may read it, the search finds its words.
  const known = hidden.map(({ scope: _, ...field }) => field);
  await send(service, 'PATCH', '/types/product', { fields: [...open, ...known] });
  await runJobs(service);
  assert.deepEqual(await ids('search=unheard', null), [product]);

  const inside = [{ name: 'group', type: 'group', fields: [{ name: 'cost', type: 'number', scope: 'content:read' }] }];
  const refused = await request('PATCH', '/types/product', { body: { fields: inside } });
  const faults = ({ body }: Answer) => body.errors.map(({ pointer, detail }: Values) => `${pointer} ${detail}`);
  assert.deepEqual(faults(refused), ['/fields/0/fields/0/scope is only for fields that are not inside others']);
  const form = { name: 'F', slug: 'f', fields: [{ name: 'a', label: 'A', type: 'text', scope: 'content:read' }] };
  assert.deepEqual(faults(await request('POST', '/forms', { body: form })), [
    '/fields/0/scope is only for fields of content types',
  ]);
});
