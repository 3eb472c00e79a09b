import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { inTransaction } from '../../context/context.ts';

const pointers = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer).sort();

test('an item as read can be sent back, whatever has become of its type', async (t) => {
  const { request } = await startContentService(t);
  const price = { name: 'price', type: 'number' };
  const old = { name: 'old', type: 'text' };
  await request('POST', '/types', { body: { name: 'product', fields: [price, old, { name: 'code', type: 'text' }] } });
  const parent = (await request('POST', '/content/product', { body: { title: 'Parent' } })).body.id;
  const created = await request('POST', '/content/product', {
    body: {
      title: 'Mug',
      content: '<p>Blue</p>',
      status: 'publish',
      tags: ['C++', 'News'],
      parentId: parent,
      fields: { price: 5, old: 'kept', code: 'free text' },
    },
  });
  const path = `/content/product/${created.body.id}`;
  const code = { name: 'code', type: 'text', pattern: '[A-Z]+' };
  const fields = [price, code, { name: 'size', type: 'text', required: true }];
  assert.equal((await request('PATCH', '/types/product?allowDestructive=true', { body: { fields } })).status, 200);
  const read = await request('GET', path);
  const same = await request('PATCH', path, { body: read.body });
  assert.deepEqual([same.status, same.body], [200, read.body], same.text);
  assert.equal(same.headers.etag, read.headers.etag);

  const changed = await request('PATCH', path, {
    body: { ...read.body, title: 'Cup', fields: { ...read.body.fields, price: 6 } },
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.body.title, changed.body.fields.price, changed.body.version], ['Cup', 6, 2]);
  for (const [change, expected] of [
    [{ fields: { ...read.body.fields, old: 'new' } }, ['/fields/old']],
    [{ fields: { code: 'other text' } }, ['/fields/code']],
    [{ fields: { size: null } }, ['/fields/size']],
    [{ version: 7, id: 'item_other', author: null }, ['/id', '/version']],
    [{ type: 'page', createdAt: '2020-01-01T00:00:00.000Z' }, ['/createdAt', '/type']],
    [
      { updatedAt: null, author: { slug: 1 }, version: 'x', color: 1, title: '' },
      ['/author', '/color', '/title', '/updatedAt', '/version'],
    ],
  ] as const) {
    const refused = await request('PATCH', path, { body: change });
    assert.deepEqual([refused.status, pointers(refused)], [422, [...expected]], refused.text);
  }
  assert.deepEqual((await request('GET', path)).body, changed.body);
  assert.equal((await request('PATCH', path, { body: [] })).status, 422);
  assert.equal((await request('POST', '/content/product', { body: read.body })).status, 422);
});

test('the rules bind the fields that a request changes, and all of them when the item is published', async (t) => {
  const { request, advance } = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number' },
    { name: 'next', type: 'reference' },
  ];
  await request('POST', '/types', { body: { name: 'product', fields } });
  const create = async (body: object) => (await request('POST', '/content/product', { body })).body.id;
  const draft = await create({ title: 'Draft' });
  const live = await create({ title: 'Live', status: 'publish' });
  const soon = new Date(Date.now() + 60_000).toISOString();
  const later = await create({ title: 'Later', status: 'publish', publishedAt: soon });
  const size = { name: 'size', type: 'text', required: true };
  await request('PATCH', '/types/product', { body: { fields: [...fields, size] } });
  const patch = (id: string, body: object) => request('PATCH', `/content/product/${id}`, { body });
  for (const id of [draft, live, later]) {
    assert.equal((await patch(id, { title: 'New', fields: { price: 5 } })).status, 200);
    assert.deepEqual(pointers(await patch(id, { fields: { price: 'x' } })), ['/fields/price']);
  }
  for (const body of [{ status: 'publish' }, { status: 'scheduled', publishedAt: '2999-01-01T00:00:00Z' }]) {
    assert.deepEqual(pointers(await patch(draft, body)), ['/fields/size']);
  }
  assert.deepEqual(pointers(await patch(later, { status: 'publish' })), ['/fields/size']);
  assert.equal((await patch(live, { status: 'publish', fields: { price: 6 } })).status, 200);
  assert.equal((await patch(live, { status: 'draft' })).status, 200);
  assert.deepEqual(pointers(await patch(live, { status: 'publish' })), ['/fields/size']);
  assert.equal((await patch(live, { status: 'publish', fields: { size: 's' } })).body.status, 'publish');

  // Its time comes between reading it and sending it back.
  const read = (await request('GET', `/content/product/${later}`)).body;
  assert.equal(read.status, 'scheduled');
  advance(61_000);
  const sent = await patch(later, read);
  assert.deepEqual([sent.status, sent.body.status, sent.body.version], [200, 'publish', read.version], sent.text);
});

test('an imported item that breaks our rules for titles and slugs can be sent back', async (t) => {
  const { request, context } = await startContentService(t);
  const { id } = (await request('POST', '/content/post', { body: { title: 'x' } })).body;
  await inTransaction(context, (ctx) =>
    ctx.db.updateTable('items').set({ title: '', slug: 'Über Uns' }).where('id', '=', id).execute(),
  );
  const read = await request('GET', `/content/post/${id}`);
  const sent = await request('PATCH', `/content/post/${id}`, { body: { ...read.body, menuOrder: 3 } });
  assert.deepEqual([sent.status, sent.body.menuOrder, sent.body.slug], [200, 3, 'Über Uns'], sent.text);
  const other = await request('PATCH', `/content/post/${id}`, { body: { slug: 'Big' } });
  assert.deepEqual(pointers(other), ['/slug']);
});
