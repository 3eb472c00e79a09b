import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMedia, startContentService } from '../../test/support/content-service.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import type { Config } from '../config/config.ts';

type Site = TestService & { get(path: string, token?: string): Promise<Headers>; handled(): number };

/** A site that listens, with public posts and pages that are not. */
async function startSite(t: TestContext, overrides: Partial<Config> = {}): Promise<Site> {
  const service = await startContentService(t, overrides);
  let count = 0;
  service.app.addHook('onRequest', async () => {
    count++;
  });
  const origin = await service.listen();
  await service.request('PATCH', '/types/post', { body: { publicRead: true } });
  const get = async (path: string, token?: string): Promise<Headers> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}/api/v1${path}`, { headers });
    await response.arrayBuffer();
    assert.equal(response.status, 200, path);
    return response.headers;
  };
  return { ...service, get, handled: () => count };
}

const caching = (headers: Headers) =>
  Object.fromEntries(['cache-control', 'surrogate-key', 'last-modified'].map((name) => [name, headers.get(name)]));

async function createPost(site: Site, slug: string, body: object = {}): Promise<{ id: string; updatedAt: string }> {
  return (await site.request('POST', '/content/post', { body: { title: slug, slug, status: 'publish', ...body } }))
    .body;
}

test('shared caches may keep what every visitor gets, and ask before they send it', async (t) => {
  const site = await startSite(t);
  const { updatedAt } = await createPost(site, 'first');
  const modified = new Date(updatedAt).toUTCString();
  const visitors = { 'cache-control': 'public, no-cache', 'surrogate-key': null };
  assert.deepEqual(caching(await site.get('/content/post/first')), { ...visitors, 'last-modified': modified });
  assert.deepEqual(caching(await site.get('/content/post')), { ...visitors, 'last-modified': null });
  const own = { 'cache-control': 'private, no-cache', 'surrogate-key': null, 'last-modified': null };
  for (const path of ['/content/post/first', '/content/post'])
    assert.deepEqual(caching(await site.get(path, site.token)), own);
  const types = await site.request('GET', '/types/post');
  assert.equal(types.headers['cache-control'], 'private, no-cache');
  assert.equal((await site.request('GET', '/content/page', { token: null })).status, 401);
});

test('a CDN may send public content for the set time, and purge it by what it shows', async (t) => {
  const site = await startSite(t, { cdnSeconds: 600 });
  const photo = await addMedia(site);
  const { id: first } = await createPost(site, 'first', { fields: { featuredImage: photo } });
  const link = `<p><a href="/x" data-item="${first}">First</a></p>`;
  const { id: second } = await createPost(site, 'second', { content: link });
  const kept = { 'cache-control': 'public, max-age=0, must-revalidate, s-maxage=600' };
  const keys = async (path: string): Promise<string[]> => {
    const headers = await site.get(path);
    assert.equal(headers.get('cache-control'), kept['cache-control']);
    return String(headers.get('surrogate-key')).split(' ').sort();
  };
  assert.deepEqual(await keys('/content/post/first'), [first, photo, 'post'].sort());
  assert.deepEqual(await keys('/content/post/second'), [first, second, 'post'].sort());
  assert.deepEqual(await keys('/content/post'), [first, second, photo, 'post', 'post.list'].sort());
  const draft = await createPost(site, 'draft', { status: 'draft' });
  const field = { name: 'next', type: 'reference', to: ['page'] };
  await site.request('PATCH', '/types/page', { body: { publicRead: true, fields: [field] } });
  const { body: hidden } = await site.request('POST', '/content/page', { body: { title: 'Hidden' } });
  const shown = { title: 'Shown', slug: 'shown', status: 'publish', fields: { next: hidden.id } };
  const { body: page } = await site.request('POST', '/content/page', { body: shown });
  for (const path of ['/content/page/shown?expand=fields.next', '/content/page?expand=fields.next'])
    assert.ok((await keys(path)).includes(hidden.id), 'it will be shown once it is published');
  assert.ok((await keys('/content/page/shown')).includes(page.id) && !(await keys('/content/post')).includes(draft.id));
  assert.equal((await site.get('/content/post/first', site.token)).get('surrogate-key'), null);

  // Read beside a kept response, without the framework, each has its own.
  for (let n = 0; n < 30; n++) await createPost(site, `other-${n}`);
  let n = 0;
  await waitFor('one to be read without the framework', async () => {
    await site.get('/content/post/first');
    const before = site.handled();
    const { 'surrogate-key': key } = caching(await site.get(`/content/post/other-${n}`));
    const { body } = await site.request('GET', `/content/post/other-${n}`);
    n = (n + 1) % 30;
    assert.equal(key, `post ${body.id}`);
    return site.handled() === before + 1;
  });
});

test('a CDN asks again before a scheduled item appears', async (t) => {
  const site = await startSite(t, { cdnSeconds: 600 });
  const publishedAt = site.context.now().getTime() + 500_000;
  const goTo = (time: number): void => site.advance(time - site.context.now().getTime());
  await createPost(site, 'later', { publishedAt: new Date(publishedAt).toISOString() });
  const seconds = Number(/s-maxage=(\d+)/.exec(String((await site.get('/content/post')).get('cache-control')))?.[1]);
  assert.ok(seconds > 0 && seconds <= 470, `${seconds} s`);
  goTo(publishedAt - 20_000);
  assert.equal((await site.get('/content/post')).get('cache-control'), 'public, no-cache');
  goTo(publishedAt + 10_000);
  assert.match(String((await site.get('/content/post/later')).get('cache-control')), /s-maxage=600/);
});
