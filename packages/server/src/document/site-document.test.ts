import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startContentService } from '../../test/support/content-service.ts';
import { unnamedBodies } from '../../test/support/document-checks.ts';
import { startTestService } from '../../test/support/test-service.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { bodyValidator } from '../lib/validation.ts';

const now = '2026-01-01T00:00:00.000Z';
const price: FieldDeclaration = { name: 'price', type: 'number', label: 'Price', required: true };
const formFields: FieldDeclaration[] = [
  { name: 'email', type: 'email', required: true },
  { name: 'note', type: 'text', required: true, visibleWhen: { field: 'email' } },
  { name: 'cv', type: 'file', label: 'CV', required: true, multiple: true },
  { name: 'fee', type: 'payment', amount: 100, currency: 'eur' },
];

async function startSite(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const { writer } = service.database;
  await writer
    .insertInto('postTypes')
    .values({
      name: 'tour',
      plural: 'tours',
      label: 'Tour',
      strict: 1,
      publicRead: 0,
      builtIn: 0,
      fields: JSON.stringify([price]),
      taxonomies: JSON.stringify(['places']),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const places = { name: 'places', label: 'Places', singular: 'Place', description: '' };
  await writer
    .insertInto('taxonomies')
    .values({ ...places, nested: 1, publicRead: 0, createdAt: now, updatedAt: now })
    .execute();
  const form = {
    id: 'form_1',
    slug: 'apply',
    name: 'Apply',
    public: 1,
    open: 1,
    strict: 0,
    maxSubmissions: null,
    successUrl: null,
    origins: '[]',
    translations: '{}',
    fields: JSON.stringify(formFields),
    settings: '{}',
    version: 1,
    createdAt: now,
    updatedAt: now,
  } as const;
  await writer.insertInto('forms').values(form).execute();
  return service;
}

test('with a token, the document includes the content types and forms of this site', async (t) => {
  const service = await startSite(t);
  const { status, body } = await service.request('GET', '/openapi.json');
  assert.equal(status, 200);
  const { schemas } = body.components;
  assert.equal(body.openapi, '3.1.0');
  assert.ok(schemas.Problem, 'the schemas of every site are included too');
  const price = { type: 'number', title: 'Price', examples: [10] };
  assert.deepEqual(schemas['content.tour'].properties, { price });
  assert.deepEqual(
    [schemas['content.tour'].required, schemas['content.tour'].additionalProperties],
    [['price'], false],
  );
  const apply = schemas['forms.apply'];
  assert.deepEqual(Object.keys(apply.properties), ['email', 'note', 'cv']);
  assert.deepEqual(apply.required, ['email', 'cv'], 'a field that may be hidden need not be sent');
  assert.deepEqual(apply.properties.cv, {
    type: 'array',
    items: { type: 'string', contentMediaType: 'application/octet-stream' },
    title: 'CV',
  });
  assert.deepEqual(body['x-site'], {
    types: [
      { name: 'tour', plural: 'tours', label: 'Tour', strict: true, fields: '#/components/schemas/content.tour' },
    ],
    taxonomies: [{ name: 'places', label: 'Places', nested: true, types: ['tour'] }],
    forms: [{ id: 'form_1', slug: 'apply', name: 'Apply', strict: false, body: '#/components/schemas/forms.apply' }],
  });
});

test('types and forms have operations and events with their own schemas, under names that any tool accepts', async (t) => {
  const service = await startSite(t);
  await service.database.writer.updateTable('forms').set({ slug: 'bewerbung-über.uns' }).execute();
  const { paths, webhooks, components } = (await service.request('GET', '/openapi.json')).body;
  for (const key of Object.keys(components.schemas)) assert.match(key, /^[\w.-]+$/);
  const refOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  assert.deepEqual(paths['/content/tour'].post.requestBody.content['application/json'].schema, refOf('new.tour'));
  const shown = paths['/content/tour/{id}'].get.responses[200].content['application/json'].schema;
  assert.deepEqual(shown, refOf('oneOrSelection.tour'));
  assert.deepEqual(components.schemas['oneOrSelection.tour'].anyOf[0], refOf('item.tour'));
  const { parameters } = paths['/content/tour'].get;
  assert.ok(!parameters.some(({ in: place }: { in: string }) => place === 'path'));
  assert.deepEqual(parameters.find(({ name }: { name: string }) => name === 'fields').schema, refOf('filters.tour'));
  const submit = paths[`/forms/${encodeURIComponent('bewerbung-über.uns')}/submit`].post;
  for (const { schema } of Object.values<{ schema: object }>(submit.requestBody.content))
    assert.deepEqual(schema, refOf('forms.bewerbung-XFCZber.uns'));
  const event = webhooks['event.bewerbung-XFCZber.uns'].post;
  assert.deepEqual(event.requestBody.content['application/json'].schema, refOf('event.bewerbung-XFCZber.uns'));
  assert.ok(event.parameters.some(({ name }: { name: string }) => name === 'webhook-signature'));
  const isFilled = bodyValidator().compile(components.schemas['answers.bewerbung-XFCZber.uns']);
  assert.ok(isFilled({ email: 'ada@example.com', cv: ['file_1'] }) && !isFilled({ email: 1 }));
  const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((item) =>
    Object.values(item),
  );
  const ids = operations.flatMap(({ operationId }) => operationId ?? []);
  assert.equal(new Set(ids).size, ids.length);
});

test('without a token, the document is the same for every site; with one, it has only what the token may read', async (t) => {
  const service = await startSite(t);
  const anonymous = await service.request('GET', '/openapi.json', { token: null });
  assert.equal(anonymous.status, 200);
  assert.ok(!('x-site' in anonymous.body) && !('content.tour' in anonymous.body.components.schemas));
  const token = await service.tokenWith('forms:read');
  const some = (await service.request('GET', '/openapi.json', { token })).body;
  assert.ok('forms.apply' in some.components.schemas && !('content.tour' in some.components.schemas));
  assert.deepEqual(some['x-site'].missingScopes, ['content:read']);
});

test('what the types and forms of a site send and receive has names of its own', async (t) => {
  const service = await startSite(t);
  const { paths, components } = (await service.request('GET', '/openapi.json')).body;
  const own = Object.entries(paths).filter(([path]) => /\b(tour|apply)\b/.test(path));
  assert.ok(own.length >= 3);
  assert.deepEqual(unnamedBodies({ paths: Object.fromEntries(own), components }), []);
  const named = ({ $ref }: { $ref: string }) => components.schemas[$ref.split('/').at(-1) ?? ''];
  const list = named(paths['/content/tour'].get.responses[200].content['application/json'].schema);
  const [entry] = named(list.properties.items.items).anyOf;
  assert.deepEqual(entry, { $ref: '#/components/schemas/listed.tour' });
});

test('an unchanged site has an unchanged document, which is not sent again', async (t) => {
  const service = await startSite(t);
  const first = await service.request('GET', '/openapi.json');
  const etag = String(first.headers.etag);
  const again = await service.request('GET', '/openapi.json', { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, again.text], [304, '']);
  const anonymous = await service.request('GET', '/openapi.json', { token: null, headers: { 'if-none-match': etag } });
  assert.equal(anonymous.status, 200);
});

test('the document describes the filters of every list, and with a token those on the fields of this site', async (t) => {
  const service = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number', label: 'Price' },
    { name: 'since', type: 'date' },
    { name: 'sizes', type: 'list' },
    { name: 'story', type: 'richtext' },
  ];
  await service.request('POST', '/types', { body: { name: 'tour', plural: 'tours', fields } });
  const documents = {
    anonymous: (await service.request('GET', '/openapi.json', { token: null })).body,
    site: (await service.request('GET', '/openapi.json')).body,
  };
  for (const document of Object.values(documents)) {
    const { parameters } = document.paths['/content/{type}'].get;
    const filters = parameters.find(({ name }: { name: string }) => name === 'fields');
    assert.deepEqual([filters.in, filters.style, filters.explode], ['query', 'form', true]);
    assert.deepEqual(filters.schema, { $ref: '#/components/schemas/ItemFilters' });
  }
  const isFilter = bodyValidator().compile(documents.anonymous.components.schemas.ItemFilters);
  assert.ok(isFilter({ 'fields[price][gte]': '10', 'fields[my key]': 'x' }));
  assert.ok(!isFilter({ 'fields[price][near]': '10' }) && !isFilter({ price: '10' }));

  const { schemas } = documents.site.components;
  assert.deepEqual(
    schemas.ItemFilters.anyOf.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1)),
    ['filters.page', 'filters.post', 'filters.tour'],
  );
  const tour = schemas['filters.tour'];
  assert.equal(tour.additionalProperties, false);
  assert.deepEqual(tour.properties['fields[price][gte]'], {
    type: 'number',
    description: 'It is this or more, or later',
    title: 'Price',
  });
  assert.equal(tour.properties['fields[since]'].format, 'date');
  assert.ok('fields[sizes][in]' in tour.properties && !('fields[sizes][gt]' in tour.properties));
  assert.ok(new RegExp(Object.keys(schemas['filters.post'].patternProperties)[0] as string).test('fields[color]'));
  const examples: Record<string, string> = { number: '1', boolean: 'true', date: '2026-01-01' };
  for (const [name, { type, format }] of Object.entries(tour.properties as Record<string, Record<string, string>>)) {
    const value = /^fields\[price\]\[n?in\]/.test(name) ? '1,2' : (examples[format ?? String(type)] ?? '2026-01-01');
    const answer = await service.request('GET', `/content/tours?${name}=${value}`);
    assert.equal(answer.status, 200, `${name}=${value}: ${answer.text}`);
  }
});

test('items of a type are created and changed with schemas and examples of their own', async (t) => {
  const service = await startContentService(t);
  const fields: FieldDeclaration[] = [
    { name: 'price', type: 'number', required: true, min: 20, max: 30 },
    { name: 'state', type: 'select', options: ['new', 'used'], required: true, default: 'new' },
    { name: 'code', type: 'text', pattern: '[A-Z]{3}' },
    { name: 'name', type: 'text', required: true, min: 6 },
    { name: 'since', type: 'date', min: '2030-01-01' },
    { name: 'home', type: 'url', required: true },
    { name: 'color', type: 'color' },
    { name: 'cost', type: 'money' },
    { name: 'rows', type: 'list', of: { type: 'group', fields: [{ name: 'at', type: 'time', required: true }] } },
    { name: 'body', type: 'blocks', blocks: [{ name: 'text', fields: [{ name: 'html', type: 'richtext' }] }] },
  ];
  await service.request('POST', '/types', { body: { name: 'tour', plural: 'tours', strict: true, fields } });
  const asked = { name: 'Apply', slug: 'apply', fields: [{ name: 'phone', type: 'phone', required: true }] };
  await service.request('POST', '/forms', { body: asked });
  const { paths, components } = (await service.request('GET', '/openapi.json')).body;
  const bodyOf = (operation: { requestBody: { content: Record<string, { schema: object; example: object }> } }) =>
    operation.requestBody.content['application/json'] as { schema: object; example: object };
  const { schemas } = components;
  assert.deepEqual(
    schemas['newFields.tour'].required,
    ['price', 'name', 'home'],
    'those with a default can be omitted',
  );
  assert.deepEqual(schemas['content.tour'].required, ['price', 'state', 'name', 'home']);
  assert.ok(!JSON.stringify(schemas['newFields.tour']).includes('"default"'));
  assert.deepEqual(schemas['changedFields.tour'].required, []);
  for (const key of ['content.tour', 'newFields.tour', 'changedFields.tour', 'forms.apply', 'answers.apply']) {
    const properties = Object.entries(schemas[key].properties as Record<string, { examples?: unknown[]; enum?: [] }>);
    const without = properties.filter(([, { examples, enum: values }]) => !examples && !values);
    // What matches a pattern would have to be guessed.
    assert.deepEqual(
      without.map(([name]) => name).filter((name) => !['code', 'state'].includes(name)),
      [],
      key,
    );
  }
  assert.deepEqual(schemas['content.tour'].properties.price.examples, [20]);
  const change = bodyOf(paths['/content/tour/{id}'].patch);
  assert.deepEqual(change.schema, { $ref: '#/components/schemas/change.tour' });

  const { example } = bodyOf(paths['/content/tour'].post);
  assert.deepEqual(Object.keys((example as { fields: object }).fields).sort(), [
    ...['body', 'color', 'cost', 'home', 'name', 'price', 'rows', 'since', 'state'],
  ]);
  const created = await service.request('POST', '/content/tour', { body: example });
  assert.equal(created.status, 201, created.text);
  const changed = await service.request('PATCH', `/content/tour/${created.body.id}`, { body: change.example });
  assert.equal(changed.status, 200, changed.text);
  const submitted = await service.request('POST', '/forms/apply/submit', {
    body: bodyOf(paths['/forms/apply/submit'].post).example,
  });
  assert.equal(submitted.status, 200, submitted.text);
});

test('what a form sells is in the body of its submissions, with an example that it accepts', async (t) => {
  const service = await startTestService(t);
  const lines = [
    {
      name: 'seat',
      type: 'choice',
      required: true,
      maxQuantity: 4,
      options: [{ value: 'gold', label: 'Gold', amount: 900 }],
    },
    { name: 'lunch', type: 'item', amount: 1250, minQuantity: 0, maxQuantity: 2 },
    { name: 'gift', type: 'custom', minimum: 500 },
  ];
  const fields = [
    { name: 'home', type: 'address' },
    { name: 'order', type: 'payment', currency: 'eur', discountCodes: true, lines },
    { name: 'fee', type: 'text', label: 'Fee' },
  ];
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Gala', slug: 'gala', fields } })).status, 201);
  const { paths, components } = (await service.request('GET', '/openapi.json')).body;
  const { schemas } = components;
  const { example } = paths['/forms/gala/submit'].post.requestBody.content['application/json'];
  assert.deepEqual(example.order, { lines: [{ line: 'seat', option: 'gold', quantity: 1 }] });
  const quoted = await service.request('POST', '/forms/gala/quote', { body: example });
  assert.deepEqual([quoted.status, quoted.body.amount], [200, 900], quoted.text);

  assert.deepEqual(schemas['forms.gala'].required, ['order']);
  const isOrder = bodyValidator().compile(schemas['forms.gala'].properties.order);
  const seat = { line: 'seat', option: 'gold' };
  assert.ok(
    isOrder({ lines: [seat, { line: 'lunch' }, { line: 'gift', amount: 500 }], amount: 2650, currency: 'eur' }),
  );
  for (const wrong of [
    ...[{}, { lines: [] }, { lines: [seat], currency: 'usd' }, { lines: [seat], tip: 1 }],
    ...[{ line: 'seat' }, { ...seat, option: 'tin' }, { ...seat, quantity: 5 }, { line: 'gift', amount: 499 }].map(
      (line) => ({ lines: [line] }),
    ),
  ])
    assert.ok(!isOrder(wrong), JSON.stringify(wrong));
  assert.ok(!('order' in schemas['answers.gala'].properties), 'it is stored as a payment');
  assert.ok(schemas.Country.enum.includes('AT'));
  assert.ok(JSON.stringify(schemas['forms.gala'].properties.home).includes('#/components/schemas/Country'));
});

test('a linter finds nothing in the document of a site with types, blocks and prices', async (t) => {
  const service = await startContentService(t);
  const blocks = [
    { name: 'text', fields: [{ name: 'html', type: 'richtext' }] },
    { name: 'photo', fields: [{ name: 'file', type: 'media' }] },
  ];
  const fields = [
    { name: 'cost', type: 'number' },
    { name: 'discriminator', type: 'text' },
    { name: 'body', type: 'blocks', blocks },
  ];
  for (const strict of [true, false]) {
    const names = strict ? { name: 'tour', plural: 'tours' } : { name: 'trip', plural: 'trips' };
    assert.equal((await service.request('POST', '/types', { body: { ...names, strict, fields } })).status, 201);
  }
  const lines = [{ name: 'lunch', type: 'item', amount: 1250 }];
  const asked = [...formFields.slice(0, 3), { name: 'order', type: 'payment', currency: 'eur', lines }];
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Gala', fields: asked } })).status, 201);
  const { text, body } = await service.request('GET', '/openapi.json');
  const filters = body.paths['/content/{type}'].get.parameters.find(({ name }: { name: string }) => name === 'fields');
  assert.deepEqual(filters.example, { 'fields[cost][gte]': 10 });
  assert.ok('discriminator' in body.components.schemas['content.tour'].properties);

  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-document-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, text);
  const linter = path.resolve(import.meta.dirname, '../../../../node_modules/@redocly/cli/bin/cli.js');
  const options = ['--extends', 'recommended-strict', '--skip-rule', 'no-ambiguous-paths', '--format', 'json'];
  const found = await promisify(execFile)(process.execPath, [linter, 'lint', file, ...options]).catch((error) => error);
  assert.deepEqual(JSON.parse(found.stdout).problems, [], found.stderr);
});
