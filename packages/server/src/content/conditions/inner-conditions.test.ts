// Conditions on fields inside groups, and on the items that references lead to.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';

const text = { type: 'text' };

async function startShop(t: TestContext) {
  const service = await startContentService(t);
  const declare = async (name: string, fields: object[], publicRead = true) => {
    const { status, text } = await service.request('POST', '/types', { body: { name, fields, publicRead } });
    assert.equal(status, 201, text);
  };
  await declare('maker', [{ name: 'secret', ...text }], false);
  await declare('brand', [
    { name: 'rating', type: 'number', indexed: true },
    { name: 'motto', ...text },
    { name: 'address', type: 'group', fields: [{ name: 'city', ...text }] },
    { name: 'tags', type: 'list' },
  ]);
  await declare('product', [
    { name: 'brand', type: 'reference', to: ['brand'] },
    { name: 'makers', type: 'reference', to: ['maker'], multiple: true },
    { name: 'any', type: 'reference' },
    {
      name: 'seo',
      type: 'group',
      fields: [
        { name: 'title', ...text },
        { name: 'boost', type: 'integer' },
        { name: 'words', type: 'list' },
        { name: 'since', type: 'datetime' },
        { name: 'deep', type: 'group', fields: [{ name: 'on', type: 'boolean' }] },
      ],
    },
    { name: 'price', type: 'money' },
    {
      name: 'rows',
      type: 'list',
      of: { type: 'group', fields: [{ name: 'brand', type: 'reference', to: ['brand'] }] },
    },
  ]);
  const create = async (type: string, title: string, fields: object = {}, status = 'publish'): Promise<string> => {
    const body = { title, slug: title.toLowerCase(), fields, status };
    const made = await service.request('POST', `/content/${type}`, { body });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  const find = async (query: string, token?: string | null): Promise<string> => {
    const path = `/content/products?orderBy=title&order=asc&${query}`;
    const answer = await service.request('GET', path, token === undefined ? {} : { token });
    assert.equal(answer.status, 200, `${query}: ${answer.text}`);
    assert.equal(answer.body.total, answer.body.items.length, query);
    return answer.body.items.map(({ slug }: { slug: string }) => slug).join();
  };
  return { ...service, create, find };
}

test('conditions name fields inside groups', async (t) => {
  const { create, find, request } = await startShop(t);
  const seo = {
    title: 'Über Mugs',
    boost: 3,
    words: ['tea', 'cup'],
    since: '2027-01-01T00:00:00+02:00',
    deep: { on: true },
  };
  await create('product', 'A', { seo, price: { amount: 1200, currency: 'eur' } });
  await create('product', 'B', {
    seo: { title: 'Cups', boost: 10, deep: { on: false } },
    price: { amount: 9, currency: 'usd' },
  });
  await create('product', 'C');
  for (const [query, slugs] of [
    ['fields[seo.title]=Cups', 'b'],
    ['fields[seo.title][ne]=Cups', 'a,c'],
    ['fields[seo.title][contains]=uber', 'a'],
    ['fields[seo.title][startsWith]=cu', 'b'],
    ['fields[seo.title][gte]=u', 'a'],
    ['fields[seo.boost][gt]=3', 'b'],
    ['fields[seo.boost][in]=3,10', 'a,b'],
    ['fields[seo.words][contains]=tea', 'a'],
    ['fields[seo.since][lt]=2027-01-01', 'a'],
    ['fields[seo.deep.on]=true', 'a'],
    ['fields[seo.deep][exists]=false', 'c'],
    ['fields[seo.since][exists]=true', 'a'],
    ['fields[price.amount][gte]=1000', 'a'],
    ['fields[price.currency]=usd', 'b'],
    [`where=${encodeURIComponent('{"or":[{"fields.seo.boost":3},{"fields.seo":{"exists":false}}]}')}`, 'a,c'],
  ] as const)
    assert.equal(await find(query), slugs, query);
  for (const [query, detail] of [
    ['fields[seo.titel]=x', 'the type product has no field seo.titel (did you mean `fields.seo.title`?)'],
    ['fields[seo.boost]=x', 'must be a number'],
    ['fields[rows.label]=x', 'the type product has no field rows.label'],
    ['fields[seo]=x', 'a group field supports only exists'],
  ] as const) {
    const { status, body } = await request('GET', `/content/products?${query}`);
    assert.equal(status, 400, query);
    assert.match(body.errors[0].detail, new RegExp(detail.replace(/[.?()]/g, '\\$&')), query);
  }
});

test('conditions lead through references, to items that the caller may see', async (t) => {
  const service = await startShop(t);
  const { create, find, request } = service;
  const delft = await create('brand', 'Delft', { rating: 5, motto: 'Blåu', address: { city: 'Delft' }, tags: ['old'] });
  const ikea = await create('brand', 'Ikea', { rating: 3, motto: 'Flat' });
  const plan = await create('brand', 'Plan', { rating: 9, motto: 'Soon' }, 'draft');
  const ann = await create('maker', 'Ann', { secret: 'x' });
  const bob = await create('maker', 'Bob', { secret: 'y' });
  await create('product', 'A', { brand: delft, makers: [ann, bob], any: ikea });
  await create('product', 'B', { brand: ikea, makers: [bob], rows: [{}, { brand: delft }] });
  await create('product', 'C', { brand: plan });
  await create('product', 'D', { any: ann });
  for (const [query, slugs] of [
    ['fields[brand.slug]=delft', 'a'],
    [`fields[brand.id]=${ikea}`, 'b'],
    ['fields[brand.title][startsWith]=ik', 'b'],
    ['fields[brand.slug][in]=delft,ikea', 'a,b'],
    ['fields[brand.rating][gte]=5', 'a,c'],
    ['fields[brand.fields.rating][lt]=5', 'b'],
    ['fields[brand.motto][contains]=blau', 'a'],
    ['fields[brand.address.city]=Delft', 'a'],
    ['fields[brand.tags][contains]=old', 'a'],
    ['fields[brand.slug][ne]=delft', 'b,c,d'],
    ['fields[brand.slug][nin]=delft,ikea', 'c,d'],
    ['fields[brand.tags][exists]=true', 'a'],
    ['fields[brand.tags][exists]=false', 'b,c,d'],
    ['fields[makers.slug]=bob', 'a,b'],
    ['fields[makers.secret]=x', 'a'],
    ['fields[any.slug]=ann', 'd'],
    ['fields[rows.brand.slug]=delft', 'b'],
    ['fields[brand.rating][gte]=3&fields[makers.slug]=ann', 'a'],
    [`where=${encodeURIComponent('{"or":[{"fields.brand.slug":"ikea"},{"fields.any.slug":"ann"}]}')}`, 'b,d'],
  ] as const)
    assert.equal(await find(query), slugs, query);
  // Visitors learn nothing about drafts and items of types that are not public.
  assert.equal(await find('fields[brand.rating][gte]=5', null), 'a');
  assert.equal(await find('fields[brand.slug]=plan', null), '');
  assert.equal(await find('fields[any.slug]=ann', null), '');
  assert.equal(await find('fields[any.slug]=ikea', null), 'a');
  const reader = await service.tokenWith('content:read');
  assert.equal(await find('fields[makers.secret]=x', reader), 'a');
  assert.equal(await find('fields[brand.slug]=plan', reader), '');
  await send(service, 'DELETE', `/content/brand/${delft}`);
  assert.equal(await find('fields[brand.slug]=delft'), '');
  for (const [query, detail, token] of [
    ['fields[makers.secret]=x', 'leads to items that you may not read', null],
    ['fields[brand.rateing]=1', 'has no field rateing in brand (did you mean `rating`?)', null],
    ['fields[brand.rating]=x', 'must be a number', null],
    ['fields[brand.slug][gt]=a', 'supports only eq, ne, in', null],
    ['fields[any.rating]=1', 'can only name id, slug, title: any refers to items of any type', null],
  ] as const) {
    const { status, body } = await request('GET', `/content/products?${query}`, { token });
    assert.equal(status, 400, query);
    assert.ok(body.errors[0].detail.includes(detail), body.errors[0].detail);
  }
});
