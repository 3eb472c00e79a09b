import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';

test('a category is created, listed with its count of published items, moved and deleted', async (t) => {
  const { request } = await startContentService(t);
  const created = await request('POST', '/categories', { body: { name: 'Früchte', description: 'Fruit' } });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.headers.location, '/api/v1/categories/fruchte');
  const { id, updatedAt } = created.body;
  assert.deepEqual(created.body, {
    id,
    slug: 'fruchte',
    name: 'Früchte',
    description: 'Fruit',
    parentId: null,
    count: 0,
    updatedAt,
  });
  const child = await request('POST', '/categories', { body: { name: 'Apples', parent: 'fruchte' } });
  assert.equal(child.body.parentId, id);
  for (const status of ['publish', 'draft']) {
    await request('POST', '/content/post', { body: { title: status, status, categories: ['Früchte', 'apples'] } });
  }
  assert.equal(
    (await request('PATCH', `/categories/${id}`, { body: { description: 'Fruit' } })).body.updatedAt,
    updatedAt,
  );
  const { body: moved } = await request('PATCH', `/categories/${id}`, { body: { description: 'All fruit' } });
  assert.ok(moved.updatedAt > updatedAt);
  const since = await request('GET', `/categories?updatedAt[gte]=${moved.updatedAt}&sort=-updatedAt`);
  assert.deepEqual(
    since.body.items.map(({ id }: { id: string }) => id),
    [id],
  );
  const list = await request('GET', '/categories?search=früch');
  assert.deepEqual([list.body.total, list.body.items[0].count], [1, 1]);
  assert.equal((await request('GET', '/categories')).body.total, 2);
  assert.equal((await request('GET', `/categories/${id}`)).body.slug, 'fruchte');
  const circle = await request('PATCH', '/categories/fruchte', { body: { parent: 'apples' } });
  assert.equal(circle.body.errors[0].code, 'circular');
  assert.equal((await request('PATCH', '/categories/fruchte', { body: { parent: id } })).status, 422);
  assert.equal((await request('PATCH', '/categories/apples', { body: { slug: 'fruchte' } })).body.code, 'slug_taken');
  assert.deepEqual((await request('DELETE', `/categories/fruchte`)).body, { id, deleted: true });
  assert.equal((await request('GET', '/categories/apples')).body.parentId, null);
  assert.deepEqual((await request('GET', '/content/post/publish')).body.categories, ['apples']);
  assert.equal((await request('GET', '/categories/fruchte')).body.code, 'term_not_found');
});

test('tags that many concurrent items name exist once', async (t) => {
  const { request } = await startContentService(t);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      request('POST', '/content/post', {
        body: {
          title: `${index}`,
          status: 'publish',
          tags: index % 2 ? ['News', 'Zeit', 'C'] : ['zeit', 'News', 'C++'],
        },
      }),
    ),
  );
  assert.ok(answers.every((answer) => answer.status === 201));
  const { items } = (await request('GET', '/tags')).body;
  assert.deepEqual(
    items.map((tag: { slug: string; count: number }) => tag.slug).filter((slug: string) => !/^c(-2)?$/.test(slug)),
    ['news', 'zeit'],
  );
  assert.deepEqual(items.map((tag: { name: string }) => tag.name.toLowerCase()).sort(), ['c', 'c++', 'news', 'zeit']);
  assert.equal(items.find((tag: { slug: string }) => tag.slug === 'news').count, 10);
});

test('faults of a term name the field', async (t) => {
  const { request, tokenWith } = await startContentService(t);
  for (const [body, pointer] of [
    [{}, '/name'],
    [{ name: 'x', slug: 'A B' }, '/slug'],
    [{ name: 'x', parent: 'nothing' }, '/parent'],
    [{ name: 'x', colour: 1 }, '/colour'],
  ] as const) {
    const answer = await request('POST', '/tags', { body });
    assert.deepEqual([answer.status, answer.body.errors?.[0].pointer], [422, pointer], answer.text);
  }
  assert.equal((await request('POST', '/tags', { body: { name: 'x', slug: 'x' } })).status, 201);
  assert.equal((await request('POST', '/tags', { body: { name: 'y', slug: 'x' } })).body.code, 'slug_taken');
  assert.equal((await request('POST', '/tags', { body: { name: 'x', slug: 'x' } })).body.code, 'slug_taken');
  assert.equal((await request('GET', '/tags?limit=0')).status, 400);
  assert.equal((await request('POST', '/tags', { token: await tokenWith('content:read'), body: {} })).status, 403);
});
