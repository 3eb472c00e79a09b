import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../test/support/payment-service.ts';
import { nameSchemas } from './document.ts';
import { prepareFirstRun } from './first-run.ts';

const person = { title: 'Person', type: 'object', properties: { title: { type: 'string' }, boss: { type: 'null' } } };
const answering = (...schemas: object[]) => ({ paths: { '/people': { get: { responses: schemas } } } });

test('a titled schema stands once in the components, also where it may be null', () => {
  const document = nameSchemas(answering(person, { items: person }, { ...person, type: ['object', 'null'] }));
  const reference = { $ref: '#/components/schemas/Person' };
  assert.deepEqual(
    document.paths,
    answering(reference, { items: reference }, { anyOf: [reference, { type: 'null' }] }).paths,
  );
  const { title: _, ...named } = person;
  assert.deepEqual((document as { components?: object }).components, { schemas: { Person: named } });
});

test('a number that may be null is one shape', () => {
  const total = { title: 'Total', type: ['integer', 'null'] };
  const { components } = nameSchemas(answering(total)) as { components?: object };
  assert.deepEqual(components, { schemas: { Total: { type: ['integer', 'null'] } } });
});

test('two schemas with the same title have to be the same', () => {
  assert.throws(
    () => nameSchemas(answering(person, { ...person, required: ['boss'] })),
    /two different schemas .* Person/i,
  );
});

test('a title in an example is not that of a schema', () => {
  const content = { 'application/json': { example: { title: 'Mug' } } };
  assert.deepEqual(nameSchemas({ paths: { '/items': { post: { content } } } }).paths, {
    '/items': { post: { content } },
  });
});

test('each value of a discriminator names its schema', async (t) => {
  const service = await startPaymentService(t);
  const { schemas } = (await service.request('GET', '/openapi.json', { token: null })).body.components;
  const { mapping } = schemas.BulkOperation.discriminator;
  assert.deepEqual(Object.keys(mapping).sort(), ['create', 'delete', 'publish', 'restore', 'trash', 'update']);
  for (const [action, ref] of Object.entries<string>(mapping))
    assert.deepEqual(schemas[ref.split('/').at(-1) ?? ''].properties.action.enum, [action]);
});

test('the service accepts the examples of its document', async (t) => {
  const service = await startPaymentService(t);
  await prepareFirstRun(service.context, service.config);
  // Those of the site's own types and forms are tried in site-document.test.ts.
  const { paths } = (await service.request('GET', '/openapi.json', { token: null })).body;
  const tour = (await service.request('GET', '/content/products/walking-tour')).body.id;
  const fields = [
    {
      ...{ name: 'tickets', type: 'payment', currency: 'eur' },
      lines: [
        {
          ...{ name: 'ticket', type: 'choice' },
          options: [{ value: 'early', label: 'Early bird', amount: 3000, stock: 50 }],
        },
      ],
    },
  ];
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Fair', fields } })).status, 201);
  const discount = await service.request('POST', '/forms/fair/discounts', { body: { code: 'LATE', percentOff: 5 } });
  const given: Record<string, string> = { '/forms': 'contact', '/content': tour };
  const sells = /^\/forms\/\{id\}\/(stock|discounts|quote)/;
  const sent: string[] = [];
  let accepted = 0;
  for (const [path, item] of Object.entries<Record<string, { requestBody?: Body }>>(paths)) {
    for (const [method, { requestBody }] of Object.entries(item)) {
      const example = requestBody?.content['application/json']?.example;
      if (example === undefined) continue;
      const [area = ''] = /^\/[^/]+/.exec(path) ?? [];
      const url = path
        .replace('{type}', 'products')
        .replace('{id}', sells.test(path) ? 'fair' : (given[area] ?? 'none'))
        .replace('{discountId}', discount.body.id)
        .replace('{number}', '1');
      const { status, text } = await service.request(method.toUpperCase(), url, { body: example });
      // What an example names need not exist.
      const isUnknown =
        /"code":"(\w+_)?not_found"/.test(text) && !/"code":"(?!invalid_body|(\w+_)?not_found)/.test(text);
      assert.ok(status < 300 || isUnknown, `${method} ${url}: ${text}`);
      accepted += status < 300 ? 1 : 0;
      sent.push(path);
    }
  }
  assert.ok(accepted >= 0.75 * sent.length, `${accepted} of ${sent.length} are accepted`);
  assert.ok(sent.length >= 10 && sent.includes('/types') && sent.includes('/forms'), sent.join());
});

test('summaries are plain text, and every response is described', async (t) => {
  const service = await startPaymentService(t);
  const { body, text } = await service.request('GET', '/openapi.json');
  assert.doesNotMatch(text, /Default Response/);
  const operations = Object.values<Record<string, { summary?: string }>>(body.paths).flatMap((item) =>
    Object.values(item),
  );
  assert.deepEqual(
    operations.filter(({ summary = '' }) => /`|subscriber|workspace/.test(summary)),
    [],
  );
});

type Body = { content: Record<string, { example?: unknown }> };
