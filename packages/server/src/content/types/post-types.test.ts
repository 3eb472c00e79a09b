import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';

test('post and page are built in, known by both names, and cannot be deleted', async (t) => {
  const { request } = await startContentService(t);
  const { body } = await request('GET', '/types');
  assert.deepEqual(
    body.items.map(({ name, plural, builtIn, strict }: Record<string, unknown>) => [name, plural, builtIn, strict]),
    [
      ['page', 'pages', true, false],
      ['post', 'posts', true, false],
    ],
  );
  assert.equal((await request('GET', '/types/posts')).body.name, 'post');
  assert.equal((await request('DELETE', '/types/post')).status, 409);
  assert.equal((await request('PATCH', '/types/post', { body: { plural: 'articles' } })).status, 409);
  const fields = [{ name: 'price', type: 'number', min: 0 }];
  assert.deepEqual((await request('PATCH', '/types/post', { body: { fields } })).body.fields, fields);
  const answer = await request('POST', '/content/post', { body: { title: 'x', fields: { price: -1, other: 1 } } });
  assert.deepEqual(
    answer.body.errors.map((fault: { pointer: string }) => fault.pointer),
    ['/fields/price'],
  );
});

test('a custom type is created, used under both names, updated, and deleted once it is empty', async (t) => {
  const { request } = await startContentService(t);
  const body = { name: 'book', plural: 'books', fields: [{ name: 'pages', type: 'integer', required: true }] };
  const created = await request('POST', '/types', { body });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.headers.location, '/api/v1/types/book');
  const { createdAt, updatedAt, ...rest } = created.body;
  assert.ok(createdAt === updatedAt);
  assert.deepEqual(rest, { ...body, label: 'Books', strict: true, publicRead: false, builtIn: false });
  assert.equal((await request('POST', '/types', { body })).body.code, 'name_taken');
  assert.equal((await request('POST', '/types', { body: { name: 'books', plural: 'bookses' } })).status, 409);
  assert.equal((await request('POST', '/types', { body: { name: 'volume', plural: 'book' } })).status, 409);
  const item = await request('POST', '/content/books', { body: { title: 'x', fields: { pages: 3 } } });
  assert.equal(item.status, 201);
  assert.equal((await request('DELETE', '/types/book')).body.code, 'type_in_use');
  await request('DELETE', `/content/book/${item.body.id}`);
  assert.equal((await request('DELETE', '/types/book')).body.code, 'type_in_use');
  await request('DELETE', `/content/book/${item.body.id}?force=true`);
  assert.deepEqual((await request('DELETE', '/types/books')).body, { id: 'book', deleted: true });
  assert.equal((await request('GET', '/content/book')).body.code, 'type_not_found');
});

test('a strict type refuses undeclared fields and checks the merged values', async (t) => {
  const { request } = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number', required: true },
    { name: 'old', type: 'text' },
    { name: 'stock', type: 'integer', default: 1 },
  ];
  await request('POST', '/types', { body: { name: 'product', fields } });
  const bad = await request('POST', '/content/product', { body: { title: 'x', fields: { price: '1', extra: 1 } } });
  assert.deepEqual(bad.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), [
    '/fields/extra',
    '/fields/price',
  ]);
  assert.equal((await request('POST', '/content/product', { body: { title: 'x' } })).status, 422);
  const created = await request('POST', '/content/product', {
    body: { title: 'x', fields: { price: 1, old: 'kept' } },
  });
  assert.deepEqual(created.body.fields, { price: 1, old: 'kept', stock: 1 });
  const patch = (fields: object) => request('PATCH', `/content/product/${created.body.id}`, { body: { fields } });
  assert.equal((await patch({ price: null })).status, 422);
  assert.equal((await patch({ stock: 1.5 })).status, 422);
  assert.deepEqual((await patch({ stock: 2 })).body.fields, { price: 1, old: 'kept', stock: 2 });
  // A field that is no longer declared keeps its values and does not block other changes.
  await request('PATCH', '/types/product?allowDestructive=true', { body: { fields: [fields[0], fields[2]] } });
  assert.deepEqual((await patch({ stock: 3 })).body.fields, { price: 1, old: 'kept', stock: 3 });
  assert.equal((await patch({ old: 'new' })).status, 422);
  assert.deepEqual((await patch({ old: null })).body.fields, { price: 1, stock: 3 });
});

test('a unique field has each value once, even with concurrent requests', async (t) => {
  const { request } = await startContentService(t);
  const fields = [{ name: 'sku', type: 'text', unique: true }];
  await request('POST', '/types', { body: { name: 'product', fields } });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      request('POST', '/content/product', { body: { title: 'x', fields: { sku: '1' } } }),
    ),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 422, 422, 422, 422, 422, 422, 422]);
  const refused = answers.find((answer) => answer.status === 422);
  assert.deepEqual([refused?.body.errors[0].pointer, refused?.body.errors[0].code], ['/fields/sku', 'not_unique']);
  const other = await request('POST', '/content/product', { body: { title: 'y', fields: { sku: '2' } } });
  const path = `/content/product/${other.body.id}`;
  assert.equal((await request('PATCH', path, { body: { fields: { sku: '1' } } })).status, 422);
  assert.equal((await request('PATCH', path, { body: { fields: { sku: '2' } } })).status, 200);
  await request('POST', '/content/post', { body: { title: 'a', fields: { k: 1 } } });
  await request('POST', '/content/post', { body: { title: 'b', fields: { k: 1 } } });
  const late = await request('PATCH', '/types/post', {
    body: { fields: [{ name: 'k', type: 'number', unique: true }] },
  });
  assert.deepEqual(late.body.errors[0], {
    pointer: '/fields/0/unique',
    code: 'not_unique',
    detail: 'items of this type already share a value',
  });
});

test('a unique time is used once, in whatever zone it is written', async (t) => {
  const { request } = await startContentService(t);
  const fields = [{ name: 'at', type: 'datetime', unique: true }];
  await request('POST', '/types', { body: { name: 'slot', fields } });
  const book = (at: string) => request('POST', '/content/slot', { body: { title: 'x', fields: { at } } });
  assert.equal((await book('2026-01-01T00:00:00+02:00')).status, 201);
  assert.equal((await book('2026-01-01T00:00:00Z')).status, 201);
  assert.equal((await book('2025-12-31T22:00:00Z')).body.errors[0].code, 'not_unique');
});

test('faults of a type name the field', async (t) => {
  const { request, tokenWith } = await startContentService(t);
  for (const [body, pointer] of [
    [{ name: 'Book' }, '/name'],
    [{ name: '1' }, '/name'],
    [{}, '/name'],
    [{ name: 'a', strict: 'yes' }, '/strict'],
    [{ name: 'a', fields: [{ name: 'x', type: 'payment' }] }, '/fields/0/type'],
    [{ name: 'a', fields: [{ name: 'x' }] }, '/fields/0/type'],
    [{ name: 'a', fields: [{ name: 'x', type: 'select' }] }, '/fields/0/options'],
    [{ name: 'a', fields: [{ name: 'x', type: 'json', unique: true }] }, '/fields/0/unique'],
  ] as const) {
    const answer = await request('POST', '/types', { body });
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.equal(answer.body.errors[0].pointer, pointer);
  }
  const reader = { token: await tokenWith('content:read') };
  assert.equal((await request('GET', '/types', reader)).status, 200);
  assert.equal((await request('POST', '/types', { ...reader, body: { name: 'a' } })).status, 403);
  assert.equal((await request('GET', '/types/nothing')).body.code, 'type_not_found');
});

/** Declarations that no value could meet, and the member at fault. */
const impossible: [field: object, member: string, detail: RegExp][] = [
  [{ type: 'number', min: 10, max: 5 }, 'min', /greater than `max`/],
  [{ type: 'integer', min: 1.2 }, 'min', /whole number/],
  [{ type: 'integer', min: 1e21 }, 'min', /at most 9007199254740991/],
  [{ type: 'number', min: '5' }, 'min', /must be a number/],
  [{ type: 'text', min: 10, max: 5 }, 'min', /greater than `max`/],
  [{ type: 'text', min: 20_000 }, 'min', /at most 10000/],
  [{ type: 'textarea', min: -1 }, 'min', /at least 0/],
  [{ type: 'text', max: 2.5 }, 'max', /whole number/],
  [{ type: 'email', max: '2026-01-01' }, 'max', /whole number/],
  [{ type: 'date', min: '2026-02-01', max: '2026-01-01' }, 'min', /greater than `max`/],
  [{ type: 'date', min: 'soon' }, 'min', /date such as/],
  [{ type: 'date', max: 5 }, 'max', /must be a string/],
  [{ type: 'datetime', min: '2026-01-01T00:00:00Z', max: '2026-01-01T00:30:00+01:00' }, 'min', /greater than `max`/],
  [{ type: 'select' }, 'options', /required/],
  [{ type: 'select', options: ['a', 'b', 'a'] }, 'options', /duplicates/],
  [{ type: 'select', options: ['a', { value: 'a', label: 'A' }] }, 'options', /duplicates/],
  [{ type: 'select', options: ['a'], default: 'b' }, 'default', /one of a/],
  [{ type: 'text', pattern: '(' }, 'pattern', /regular expression/],
  [{ type: 'number', max: 5, default: 6 }, 'default', /at most 5/],
  [{ type: 'text', min: 3, default: 'ab' }, 'default', /at least 3/],
  [{ type: 'text', required: true, default: ' ' }, 'default', /blank/],
  [{ type: 'date', max: '2026-01-01', default: '2026-01-02' }, 'default', /not be after/],
];

test('a declaration that no value can meet is 422 by pointer, in types and in forms', async (t) => {
  const { request } = await startContentService(t);
  const possible = [
    { name: 'a', type: 'number', min: 5, max: 5, default: 5 },
    { name: 'b', type: 'text', min: 3, max: 3, default: 'abc' },
    { name: 'c', type: 'datetime', min: '2026-01-01T00:30:00+01:00', max: '2026-01-01T00:00:00Z' },
  ];
  for (const path of ['/types', '/forms']) {
    for (const [field, member, detail] of impossible) {
      const fields = [
        { name: 'first', label: 'First', type: 'text' },
        { name: 'value', label: 'Value', ...field },
      ];
      const answer = await request('POST', path, { body: { name: 'thing', fields } });
      const shown = `${path} ${JSON.stringify(field)}: ${answer.text}`;
      assert.equal(answer.status, 422, shown);
      assert.deepEqual(
        answer.body.errors.map((fault: { pointer: string }) => fault.pointer),
        [`/fields/1/${member}`],
        shown,
      );
      assert.match(answer.body.errors[0].detail, detail, shown);
    }
    const labelled = possible.map((field) => ({ ...field, label: field.name }));
    const answer = await request('POST', path, { body: { name: 'thing', fields: labelled } });
    assert.equal(answer.status, 201, answer.text);
  }
  const list = [{ name: 'sizes', type: 'list', min: 3, max: 2 }];
  const answer = await request('PATCH', '/types/post', { body: { fields: list } });
  assert.equal(answer.body.errors[0].pointer, '/fields/0/min', answer.text);
});
