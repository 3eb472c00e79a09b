import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import type { TestService } from '../../../test/support/test-service.ts';

const base = '/api/v1/content/post';

async function start(t: Parameters<typeof startContentService>[0]) {
  const service = await startContentService(t);
  await send(service, 'PATCH', '/types/post', { publicRead: true });
  const origin = await service.listen();
  const get = (path: string) => fetch(`${origin}/api/v1${path}`, { redirect: 'manual' });
  const visit = async (path: string) => {
    const response = await get(path);
    // biome-ignore lint/suspicious/noExplicitAny: responses are checked by assertions, not by types
    return { status: response.status, body: (await response.json()) as any };
  };
  const create = async (slug: string, more: object = {}): Promise<string> => {
    const created = await service.request('POST', '/content/post', {
      body: { title: slug, slug, status: 'publish', ...more },
    });
    assert.equal(created.status, 201, created.text);
    return created.body.id;
  };
  const rename = (id: string, slug: string) => send(service, 'PATCH', `/content/post/${id}`, { slug });
  return { service, get, visit, create, rename };
}

async function formerSlugs(service: TestService, id: string): Promise<string[]> {
  const { body } = await send(service, 'GET', `/content/post/${id}/former-slugs`);
  assert.equal(body.total, body.items.length);
  return body.items.map(({ slug }: { slug: string }) => slug).sort();
}

test('an item answers at its former slugs and says where it is now', async (t) => {
  const { service, visit, create, rename } = await start(t);
  const id = await create('first');
  // So that what is beside it is read without the framework.
  const before = await visit('/content/post/first');
  assert.ok(!Object.hasOwn(before.body, 'redirect'));
  await rename(id, 'second');
  await rename(id, 'größe');
  const present = await visit('/content/post/größe');
  assert.ok(!Object.hasOwn(present.body, 'redirect'));
  for (const slug of ['first', 'second', 'second']) {
    const { status, body } = await visit(`/content/post/${slug}`);
    assert.deepEqual([status, body], [200, { ...present.body, redirect: `${base}/gr%C3%B6%C3%9Fe` }]);
  }
  assert.ok(!Object.hasOwn((await visit(`/content/post/${id}`)).body, 'redirect'));
  const draft = await send(service, 'GET', '/content/posts/first?version=draft');
  assert.equal(draft.body.redirect, '/api/v1/content/posts/gr%C3%B6%C3%9Fe');
  assert.deepEqual(await formerSlugs(service, id), ['first', 'second']);
});

test('who asks for it is redirected', async (t) => {
  const { service, get, create, rename } = await start(t);
  const id = await create('first');
  await rename(id, 'second');
  const moved = await get('/content/post/first?redirect=308');
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, `${base}/second?redirect=308`]);
  assert.equal(moved.headers.get('cache-control'), 'private, no-cache');
  assert.equal((await get('/content/post/second?redirect=308')).status, 200);
  assert.equal((await get('/content/post/third?redirect=308')).status, 404);
  const invalid = await service.request('GET', '/content/post/first?redirect=301');
  assert.deepEqual([invalid.status, invalid.body.errors[0].pointer], [400, 'redirect']);
  const draft = await service.request('GET', '/content/post/first?version=draft&redirect=308');
  assert.deepEqual([draft.status, draft.headers.location], [308, `${base}/second?version=draft&redirect=308`]);
});

test('a former slug leads no visitor to what is not public', async (t) => {
  const { service, get, create, rename } = await start(t);
  const id = await create('first');
  await rename(id, 'second');
  const changes = [{ status: 'draft' }, { status: 'publish' }, { status: 'trash' }];
  const statuses: number[] = [];
  for (const change of changes) {
    await send(service, 'PATCH', `/content/post/${id}`, change);
    for (const query of ['', '?redirect=308']) statuses.push((await get(`/content/post/first${query}`)).status);
  }
  assert.deepEqual(statuses, [404, 404, 200, 308, 404, 404]);
  assert.equal((await send(service, 'GET', '/content/post/first')).body.id, id);
});

test('only slugs under which an item was public are kept', async (t) => {
  const { service, create, rename } = await start(t);
  const draft = await create('draft', { status: 'draft' });
  await rename(draft, 'draft-2');
  const scheduled = await create('scheduled', { publishedAt: '2100-01-01T00:00:00Z' });
  await rename(scheduled, 'scheduled-2');
  const hidden = await create('hidden');
  await send(service, 'PATCH', `/content/post/${hidden}`, { status: 'draft', publishedAt: null });
  assert.deepEqual(await formerSlugs(service, hidden), []);
  await rename(hidden, 'hidden-2');
  assert.deepEqual(
    [await formerSlugs(service, draft), await formerSlugs(service, scheduled), await formerSlugs(service, hidden)],
    [[], [], ['hidden']],
  );
});

test('an item with the slug comes first, then the last one that gave it up', async (t) => {
  const { service, visit, create, rename } = await start(t);
  const idAt = async (path: string) => (await visit(path)).body.id;
  const first = await create('offer');
  await rename(first, 'offer-2026');
  const second = await create('offer');
  assert.equal(await idAt('/content/post/offer'), second);
  await rename(second, 'offer-2027');
  assert.equal(await idAt('/content/post/offer'), second);
  assert.deepEqual([await formerSlugs(service, first), await formerSlugs(service, second)], [[], ['offer']]);
  // The slug is free, so its last owner can have it again; it is no former one then.
  await rename(second, 'offer');
  assert.deepEqual(await formerSlugs(service, second), ['offer-2027']);
  assert.ok(!Object.hasOwn((await visit('/content/post/offer')).body, 'redirect'));
  await rename(first, 'offer-2027');
  assert.equal(await idAt('/content/post/offer-2027'), first);
});

test('publishing a draft keeps the slug, and so does restoring under a numbered one', async (t) => {
  const { service, visit, create } = await start(t);
  const id = await create('first');
  await send(service, 'PATCH', `/content/post/${id}/draft`, { slug: 'second' });
  assert.equal((await visit('/content/post/second')).status, 404);
  await send(service, 'POST', `/content/post/${id}/publish`, {});
  assert.equal((await visit('/content/post/first')).body.redirect, `${base}/second`);
  await send(service, 'DELETE', `/content/post/${id}`);
  const other = await create('second');
  const restored = await send(service, 'PATCH', `/content/post/${id}`, { status: 'publish' });
  assert.equal(restored.body.slug, 'second-2');
  assert.equal((await visit('/content/post/second')).body.id, other);
  await send(service, 'DELETE', `/content/post/${other}?force=true`);
  assert.equal((await visit('/content/post/second')).body.redirect, `${base}/second-2`);
});

test('a former slug is deleted by hand, or with its item', async (t) => {
  const { service, visit, create, rename } = await start(t);
  const id = await create('first');
  await rename(id, 'second');
  await rename(id, 'third');
  const path = `/content/post/${id}/former-slugs`;
  assert.equal((await visit('/content/post/first')).status, 200);
  assert.deepEqual((await send(service, 'DELETE', `${path}/first`)).body, { id: 'first', deleted: true });
  assert.equal((await visit('/content/post/first')).status, 404);
  const again = await service.request('DELETE', `${path}/first`);
  assert.deepEqual([again.status, again.body.detail], [404, 'The item has no former slug "first"']);
  const reader = await service.tokenWith('content:read');
  assert.equal((await service.request('GET', path, { token: reader })).status, 403);
  await send(service, 'DELETE', `/content/post/${id}?force=true`);
  assert.equal((await visit('/content/post/second')).status, 404);
  assert.deepEqual(await service.context.db.selectFrom('formerSlugs').selectAll().execute(), []);
});

test('an item that was read at a former slug can be sent back', async (t) => {
  const { service, create, rename } = await start(t);
  const id = await create('first');
  await rename(id, 'second');
  const { body } = await send(service, 'GET', '/content/post/first');
  const updated = await send(service, 'PATCH', `/content/post/${id}`, { ...body, title: 'New' });
  assert.deepEqual([updated.body.title, updated.body.slug], ['New', 'second']);
});
