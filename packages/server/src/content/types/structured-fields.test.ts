// Fields that have others inside them, and the kinds whose values have several parts.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMedia, send, startContentService } from '../../../test/support/content-service.ts';
import type { Answer, TestService } from '../../../test/support/test-service.ts';
import { newId } from '../../lib/ids.ts';

const text = { type: 'text' };
const fields = [
  {
    name: 'seo',
    type: 'group',
    fields: [
      { name: 'title', type: 'text', max: 20, required: true },
      { name: 'robots', type: 'select', options: ['index', 'none'], default: 'index' },
      { name: 'image', type: 'media', onDelete: 'clear' },
    ],
  },
  {
    name: 'rows',
    type: 'list',
    max: 3,
    of: {
      type: 'group',
      fields: [
        { name: 'label', type: 'text', required: true },
        { name: 'price', type: 'money', currency: 'eur', min: 0 },
        { name: 'sku', type: 'text', pattern: '[A-Z]-\\d+', max: 10 },
        { name: 'sizes', type: 'list', of: { type: 'integer', min: 1 } },
        { name: 'part', type: 'reference' },
      ],
    },
  },
  {
    name: 'body',
    type: 'blocks',
    blocks: [
      { name: 'quote', label: 'Quote', fields: [{ name: 'text', type: 'richtext', required: true }] },
      { name: 'gallery', fields: [{ name: 'images', type: 'media', multiple: true, min: 1, onDelete: 'keep' }] },
      { name: 'rule', fields: [] },
    ],
  },
  { name: 'related', type: 'reference', multiple: true, to: ['post', 'product'], max: 3 },
  { name: 'opens', type: 'time', min: '08:00', indexed: true },
  { name: 'tint', type: 'color' },
  { name: 'spot', type: 'geo' },
  { name: 'handle', type: 'slug', unique: true },
];

async function startShop(t: TestContext) {
  const service = await startContentService(t);
  const made = await service.request('POST', '/types', { body: { name: 'product', fields, publicRead: true } });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.fields, fields);
  return service;
}

const create = ({ request }: Pick<TestService, 'request'>, fields: object, more: object = {}) =>
  request('POST', '/content/product', { body: { title: 'Mug', fields, ...more } });

async function created(service: Pick<TestService, 'request'>, fields: object, more: object = {}) {
  const answer = await create(service, fields, more);
  assert.equal(answer.status, 201, answer.text);
  return answer.body as { id: string; slug: string; version: number; fields: Record<string, unknown> };
}

const faultsOf = ({ body }: Answer): string[] =>
  body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => `${pointer} ${detail}`);

test('values inside others are stored as they were sent, with their defaults', async (t) => {
  const service = await startShop(t);
  const post = (await service.request('POST', '/content/post', { body: { title: 'News' } })).body;
  const image = await addMedia(service);
  const sent = {
    seo: { title: 'Mugs', image },
    rows: [{ label: 'Small', price: { amount: 1200, currency: 'eur' }, sku: 'A-1', sizes: [1, 2], part: post.id }],
    body: [{ type: 'quote', text: '<p>Ünique</p>' }, { type: 'gallery', images: [image] }, { type: 'rule' }],
    related: [post.id],
    opens: '09:30',
    tint: '#1a73e8',
    spot: { lat: 52.52, lng: 13.405 },
    handle: 'blue-mug',
  };
  const item = await created(service, sent);
  assert.deepEqual(item.fields, { ...sent, seo: { ...sent.seo, robots: 'index' } });
  assert.deepEqual((await send(service, 'GET', `/content/product/${item.id}`)).body.fields, item.fields);
  // Sent back, it is no change.
  const same = await send(service, 'PATCH', `/content/product/${item.id}`, { fields: item.fields });
  assert.equal(same.body.version, 1);
  // A value inside another changes with the outer one, which leaves a revision.
  const changed = await send(service, 'PATCH', `/content/product/${item.id}`, { fields: { seo: { title: 'Cups' } } });
  assert.deepEqual(changed.body.fields.seo, { title: 'Cups', robots: 'index' });
  const { items } = (await send(service, 'GET', `/content/product/${item.id}/revisions`)).body;
  assert.deepEqual(items[0].changed, ['fields.seo']);
  // Drafts may be incomplete; publishing them is not.
  await send(service, 'PATCH', `/content/product/${item.id}/draft`, { fields: { rows: [{}] } });
  const refused = await service.request('POST', `/content/product/${item.id}/publish`, { body: {} });
  assert.deepEqual(faultsOf(refused), ['/fields/rows/0/label is required']);
});

test('every fault of values inside others is named by its place, all of them at once', async (t) => {
  const service = await startShop(t);
  const media = newId('med');
  const refused = await create(service, {
    seo: { title: ' ', robots: 'all', extra: 1 },
    rows: [
      { label: 'Small', price: { amount: -1, currency: 'usd' }, sizes: [1, 0, 'x'] },
      { price: 12, sku: 'a' },
      { label: null, part: newId('item') },
      'row',
    ],
    body: [{ type: 'quote', text: '<p></p>' }, { type: 'video' }, {}, { type: 'gallery', images: [media, 'x'] }, 1],
    related: ['x'],
    opens: '7h30',
    tint: 'red',
    spot: { lat: 91 },
    handle: 'Blue mug',
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(faultsOf(refused).sort(), [
    '/fields/body/0/text is required',
    '/fields/body/1/type must be one of quote, gallery, rule',
    '/fields/body/2/type must be one of quote, gallery, rule',
    '/fields/body/3/images/1 must be the ID of a media record',
    '/fields/body/4 must be an object',
    '/fields/handle must be lower-case letters and digits joined by hyphens, such as blue-mug',
    '/fields/opens must be a time such as 14:30',
    '/fields/related/0 must be the ID of an item',
    '/fields/rows must have at most 3 items',
    '/fields/rows/0/price/amount must be at least 0',
    '/fields/rows/0/price/currency must be "eur"',
    '/fields/rows/0/sizes/1 must be at least 1',
    '/fields/rows/0/sizes/2 must be a whole number',
    '/fields/rows/1/label is required',
    '/fields/rows/1/price must be an object',
    '/fields/rows/1/sku must match the pattern [A-Z]-\\d+',
    '/fields/rows/2/label is required',
    '/fields/rows/3 must be an object',
    '/fields/seo/extra is not a known field',
    '/fields/seo/robots must be one of index, none',
    '/fields/seo/title is required',
    '/fields/spot/lat must be at most 90',
    '/fields/spot/lng is required',
    '/fields/tint must be a color such as #1a73e8',
  ]);
  const other = await create(service, {
    rows: [{ label: 'x', part: newId('item') }],
    body: [{ type: 'gallery', images: [media] }],
    opens: '07:59',
  });
  assert.deepEqual(faultsOf(other), ['/fields/opens must not be before 08:00']);
  const missing = await create(service, {
    rows: [{ label: 'x', part: newId('item') }],
    body: [{ type: 'rule' }, { type: 'gallery', images: [media] }],
  });
  assert.deepEqual(faultsOf(missing), [
    '/fields/rows/0/part no item has this ID',
    '/fields/body/1/images/0 no media record has this ID',
  ]);
  const page = (await service.request('POST', '/content/page', { body: { title: 'About' } })).body;
  assert.deepEqual(faultsOf(await create(service, { related: [page.id] })), [
    '/fields/related/0 must be the ID of post or product, but is that of page',
  ]);
});

test('faults in what is declared inside fields are named by their place', async (t) => {
  const { request } = await startContentService(t);
  const declare = async (fields: unknown[]) => {
    const answer = await request('POST', '/types', { body: { name: 'thing', fields } });
    assert.equal(answer.status, 422, answer.text);
    return faultsOf(answer);
  };
  assert.deepEqual(
    await declare([
      { name: 'a', type: 'group', fields: [{ type: 'text' }, { name: 'b', type: 'text', color: 1 }] },
      { name: 'c', type: 'list', of: { name: 'x', type: 'text' } },
      { name: 'd', type: 'blocks', blocks: [{ name: 'quote' }] },
    ]),
    [
      '/fields/0/fields/0/name is required',
      '/fields/0/fields/1/color is not a known field',
      '/fields/1/of/name entries of a list have no name',
      '/fields/2/blocks/0/fields is required',
    ],
  );
  const kinds = (await declare([{ name: 'a', type: 'list', of: { type: 'file' } }]))[0] ?? '';
  assert.match(kinds, /^\/fields\/0\/of\/type must be one of text, .*blocks/);
  assert.deepEqual(
    await declare([
      { name: 'a', type: 'group' },
      { name: 'b', type: 'text', fields: [{ name: 'c', ...text }], to: ['post'] },
      {
        name: 'd',
        type: 'group',
        fields: [
          { name: 'x', type: 'text', unique: true, min: 3, max: 2 },
          { name: 'x', ...text },
        ],
      },
      {
        name: 'e',
        type: 'blocks',
        blocks: [
          { name: 'p', fields: [{ name: 'type', ...text }] },
          { name: 'p', fields: [] },
        ],
      },
      { name: 'f', type: 'reference', multiple: true, unique: true, to: ['posts', 'thing', 'nothing'] },
      { name: 'g', type: 'money', currency: 'EUR', min: 'x' },
      { name: 'h', type: 'list', of: { type: 'group', fields: [{ name: 'n', type: 'number', default: 'x' }] } },
      { name: 'i', type: 'time', min: '25:00' },
    ]),
    [
      '/fields/0/fields is required',
      '/fields/1/fields is only for fields of the type group, repeat',
      '/fields/1/to is only for fields of the type reference',
      '/fields/2/fields/0/unique is only for fields that are not inside others',
      '/fields/2/fields/0/min must not be greater than `max`',
      '/fields/2/fields/1/name is already the name of another field: x',
      '/fields/3/blocks/0/fields/0/name is reserved: it says which block a value is',
      '/fields/3/blocks/1/name is already the name of another block: p',
      '/fields/5/currency must be an ISO 4217 currency code in lower case, such as eur',
      '/fields/5/min must be a whole number',
      '/fields/6/of/fields/0/default must be a number',
      '/fields/7/min must be a time such as 14:30',
      '/fields/4/to/0 must be the singular name, post',
      '/fields/4/to/2 no content type has this name',
      '/fields/4/unique reference fields cannot be unique',
    ],
  );
  const nested = (depth: number): object =>
    depth === 0 ? { name: 'x', ...text } : { name: 'x', type: 'group', fields: [nested(depth - 1)] };
  assert.deepEqual(await declare([nested(6)]), [
    `/fields/0${'/fields/0'.repeat(5)} must not have fields in it: at most 6 levels are possible`,
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `x${index}`, ...text }));
  const groups = ['a', 'b', 'c'].map((name) => ({ name, type: 'group', fields: many(199) }));
  assert.deepEqual(await declare(groups), ['/fields must have at most 500 fields, those inside others included']);
  const slow = [{ name: 'rows', type: 'list', of: { type: 'text', pattern: '(a|b|c|d|e){1,200}x', max: 10_000 } }];
  assert.match((await declare([...slow, { name: 'y', type: 'text', pattern: 'z' }]))[0] ?? '', /all patterns together/);
  const form = await request('POST', '/forms', {
    body: { name: 'F', fields: [{ name: 'a', type: 'group', fields: many(1) }] },
  });
  assert.match(faultsOf(form).join(), /^\/fields\/0\/type must be one of text, [^:]*payment[^:]*$/);
});

test('texts inside others are found by the search', async (t) => {
  const service = await startShop(t);
  await created(service, {
    seo: { title: 'Delftware', robots: 'none' },
    rows: [{ label: 'Teapot', sku: 'Z-77' }],
    body: [{ type: 'quote', text: '<p>Faultless <em>glaze</em></p>' }],
    handle: 'a',
  });
  const found = async (search: string) =>
    (await send(service, 'GET', `/content/products?status=any&search=${search}`)).body.total;
  for (const word of ['delftware', 'teapot', 'glaze']) assert.equal(await found(word), 1, word);
  for (const word of ['quote', 'eur', 'em']) assert.equal(await found(word), 0, word);
});

test('references inside others are kept whole, and fields say what happens on deletion', async (t) => {
  const service = await startShop(t);
  const { request } = service;
  const [image, other] = [await addMedia(service), await addMedia(service)];
  const part = await created(service, { handle: 'part' });
  const mug = await created(service, {
    seo: { title: 'Mug', image },
    rows: [{ label: 'a', part: part.id }, { label: 'b' }],
    body: [{ type: 'gallery', images: [other, image] }],
    related: [part.id],
    handle: 'mug',
  });
  const held = await request('DELETE', `/content/product/${part.id}?force=true`);
  assert.deepEqual([held.status, held.body.code], [409, 'still_referenced']);
  assert.deepEqual(held.body.referrers, [
    { id: mug.id, type: 'product', slug: mug.slug, title: 'Mug', fields: ['related', 'rows.part'] },
  ]);
  const gone = await request('DELETE', `/content/product/${part.id}?force=true&references=clear`);
  assert.equal(gone.status, 200, gone.text);
  // The gallery keeps the ID, the group does not, and neither holds the record.
  assert.equal((await request('DELETE', `/media/${image}`)).status, 200);
  const { body: item } = await send(service, 'GET', `/content/product/${mug.id}`);
  assert.deepEqual(item.fields, {
    seo: { title: 'Mug', robots: 'index' },
    rows: [{ label: 'a' }, { label: 'b' }],
    body: [{ type: 'gallery', images: [other, image] }],
    related: [],
    handle: 'mug',
  });
  assert.equal(item.version, 3);
  // What is kept may stay when the rest changes, and does not come from elsewhere.
  const body = [{ type: 'rule' }, { type: 'gallery', images: [image] }];
  await send(service, 'PATCH', `/content/product/${mug.id}`, { fields: { body }, status: 'publish' });
  assert.deepEqual(faultsOf(await create(service, { body, handle: 'x' })), [
    '/fields/body/1/images/0 no media record has this ID',
  ]);
});

test('a type can be deleted from and saved to at the same time without an ID of something that is gone', async (t) => {
  const service = await startShop(t);
  for (let round = 0; round < 5; round++) {
    const part = await created(service, {});
    const mug = await created(service, {});
    const [saved, deleted] = await Promise.all([
      service.request('PATCH', `/content/product/${mug.id}`, {
        body: { fields: { rows: [{ label: 'a', part: part.id }] } },
      }),
      service.request('DELETE', `/content/product/${part.id}?force=true`),
    ]);
    assert.ok(saved.status === 200 ? deleted.status === 409 : saved.status === 422 && deleted.status === 200);
  }
});

test('what is declared inside a field later is known of items that were stored before', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const part = (await request('POST', '/content/post', { body: { title: 'Part' } })).body.id;
  await request('POST', '/types', { body: { name: 'box', strict: false, fields: [] } });
  const body = { title: 'Box', fields: { specs: { maker: 'Königlich', part }, parts: part, sizes: ['1', '2'] } };
  const box = (await request('POST', '/content/box', { body })).body;
  const maker = { name: 'maker', type: 'text' };
  const specs = { name: 'specs', type: 'group', fields: [maker, { name: 'part', type: 'reference' }] };
  const parts = { name: 'parts', type: 'reference', multiple: true, onDelete: 'clear' };
  const changed = await request('PATCH', '/types/box?convert=true', { body: { fields: [specs, parts] } });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.conversions, [{ field: 'parts', convertible: 1, misfits: 0, examples: [] }]);
  const { body: item } = await send(service, 'GET', `/content/box/${box.id}`);
  assert.deepEqual(item.fields.parts, [part]);
  assert.equal((await send(service, 'GET', '/content/box?status=any&search=koniglich')).body.total, 1);
  const held = await request('DELETE', `/content/post/${part}?force=true`);
  assert.deepEqual(held.body.referrers?.[0]?.fields, ['specs.part']);
  // The group is gone: what is in it is only a value again.
  await send(service, 'PATCH', '/types/box?allowDestructive=true', { fields: [parts] });
  assert.equal((await request('DELETE', `/content/post/${part}?force=true`)).status, 200);
  assert.deepEqual((await send(service, 'GET', `/content/box/${box.id}`)).body.fields.parts, []);
});
