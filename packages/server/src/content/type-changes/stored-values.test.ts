// A change of a type over the values that its items have.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { exportItem, metaOf, typed, writeExport } from '../../../test/support/wordpress-export.ts';
import { importWordpress } from '../../importers/wordpress-import.ts';

const number = { fields: [{ name: 'price', type: 'number' }] };

async function addPosts({ request }: TestService, prices: unknown[]): Promise<{ id: string; etag: string }[]> {
  const items = [];
  for (const price of prices) {
    const { body, headers } = await request('POST', '/content/post', { body: { title: 'x', fields: { price } } });
    items.push({ id: body.id, etag: String(headers.etag) });
  }
  return items;
}

const pricesOf = async ({ request }: TestService, items: { id: string }[]): Promise<unknown[]> => {
  const answers = await Promise.all(items.map(({ id }) => request('GET', `/content/post/${id}`)));
  return answers.map(({ body }) => body.fields.price);
};

test('a number is not declared over texts unless they are converted, and a dry run says what would happen', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const items = await addPosts(service, ['10', ' 9.5 ', 7, '', ['12'], null]);
  const refused = await request('PATCH', '/types/post', { body: number });
  assert.equal(refused.status, 422, refused.text);
  const [fault] = refused.body.errors;
  assert.deepEqual([fault.pointer, fault.code], ['/fields/0/type', 'values_do_not_fit']);
  assert.match(fault.detail, /convertible with convert=true: 4\)/);

  const tried = await request('PATCH', '/types/post?dryRun=true', { body: number });
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual(tried.body.fields, number.fields);
  assert.deepEqual(tried.body.conversions, [{ field: 'price', convertible: 4, misfits: 0, examples: [] }]);
  assert.deepEqual((await request('GET', '/types/post')).body.fields, []);
  assert.deepEqual(await pricesOf(service, items), ['10', ' 9.5 ', 7, '', ['12'], undefined]);

  const converted = await request('PATCH', '/types/post?convert=true', { body: number });
  assert.equal(converted.status, 200, converted.text);
  assert.equal(converted.body.conversions[0].convertible, 4);
  assert.deepEqual(await pricesOf(service, items), [10, 9.5, 7, undefined, 12, undefined]);
  assert.equal((await request('GET', '/content/post?fields[price][gte]=9&status=any')).body.total, 3);
  const tags = await Promise.all(
    items.map(async ({ id }) => (await request('GET', `/content/post/${id}`)).headers.etag),
  );
  assert.notEqual(tags[0], items[0]?.etag);
  assert.equal(tags[2], items[2]?.etag);
  assert.equal((await request('PATCH', '/types/post', { body: number })).body.conversions, undefined);
});

test('values that cannot be converted are named and stay as they are', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const items = await addPosts(service, ['10', 'on request', ['1', '2']]);
  const tried = await request('PATCH', '/types/post?dryRun=true', { body: number });
  assert.deepEqual(tried.body.conversions, [
    {
      field: 'price',
      convertible: 1,
      misfits: 2,
      examples: tried.body.conversions[0].examples,
    },
  ]);
  assert.deepEqual(
    new Map(
      tried.body.conversions[0].examples.map((one: { itemId: string; value: unknown }) => [one.itemId, one.value]),
    ),
    new Map<unknown, unknown>([
      [items[1]?.id, 'on request'],
      [items[2]?.id, ['1', '2']],
    ]),
  );
  const refused = await request('PATCH', '/types/post', { body: number });
  assert.equal(refused.status, 422);
  assert.match(refused.body.errors[0].detail, /convertible with convert=true: 1; not convertible: 2, such as /);
  const converted = await request('PATCH', '/types/post?convert=true', { body: number });
  assert.deepEqual(converted.body.conversions, tried.body.conversions);
  assert.deepEqual(await pricesOf(service, items), [10, 'on request', ['1', '2']]);
});

test('a changed kind converts back, and unique is checked on what the values become', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const items = await addPosts(service, ['1', '1.0']);
  const unique = { fields: [{ name: 'price', type: 'number', unique: true }] };
  const answer = await request('PATCH', '/types/post?convert=true', { body: unique });
  assert.deepEqual([answer.status, answer.body.errors?.[0].code], [422, 'not_unique'], answer.text);
  assert.equal((await request('PATCH', '/types/post?convert=true', { body: number })).status, 200);
  const text = { fields: [{ name: 'price', type: 'text' }] };
  assert.equal((await request('PATCH', '/types/post', { body: text })).status, 422);
  assert.equal((await request('PATCH', '/types/post?convert=true', { body: text })).status, 200);
  assert.deepEqual(await pricesOf(service, items), ['1', '1']);
});

test('imported fields that WordPress hides appear when they are declared, and the items count as unedited', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const item = (price: string) =>
    exportItem(1, typed('post', 'publish', metaOf('_price', price) + metaOf('_note', 'secret')));
  await importWordpress(service.context, await writeExport(t, item('10')));
  const fields = [{ name: '_price', type: 'number' }];
  assert.equal((await request('PATCH', '/types/post', { body: { fields } })).status, 200);
  assert.deepEqual((await request('GET', '/content/post/t1')).body.fields, { _price: 10 });
  assert.equal((await request('GET', '/content/post?fields[_price][gt]=5')).body.total, 1);
  const report = await importWordpress(service.context, await writeExport(t, item('11')), { update: true });
  assert.deepEqual([report.edited, report.updated.length], [[], 1]);
  assert.deepEqual((await request('GET', '/content/post/t1')).body.fields, { _price: 11 });
});
