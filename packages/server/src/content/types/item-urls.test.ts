import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { previewUrlOfItem, urlOfItem } from './item-urls.ts';

test('the URL of an item has the values of its placeholders, encoded', () => {
  const type = {
    name: 'article',
    plural: 'articles',
    url: 'https://example.com/{plural}/{slug}?of={type}#{id}',
    previewUrl: 'http://localhost:4321/preview/{id}?token={token}',
  };
  const item = { id: 'item_1', slug: 'größe-{id}' };
  assert.equal(urlOfItem(type, item), 'https://example.com/articles/gr%C3%B6%C3%9Fe-%7Bid%7D?of=article#item_1');
  assert.equal(previewUrlOfItem(type, item, 'a/b'), 'http://localhost:4321/preview/item_1?token=a%2Fb');
  assert.equal(urlOfItem({ name: 'article', plural: 'articles' }, item), null);
  assert.equal(previewUrlOfItem({ ...type, previewUrl: null }, item, 'a'), null);
});

test('a type says where its items are, until it no longer does', async (t) => {
  const service = await startContentService(t);
  const patterns = { url: 'https://example.com/{slug}', previewUrl: 'https://example.com/preview/{id}?{token}' };
  const created = await service.request('POST', '/types', { body: { name: 'article', ...patterns } });
  assert.equal(created.status, 201, created.text);
  assert.deepEqual([created.body.url, created.body.previewUrl], [patterns.url, patterns.previewUrl]);
  const read = await send(service, 'GET', '/types/article');
  assert.deepEqual(read.body, created.body);
  assert.equal(read.headers.etag, created.headers.etag);
  const changed = await send(service, 'PATCH', '/types/article', { url: null });
  assert.deepEqual([changed.body.url, changed.body.previewUrl], [undefined, patterns.previewUrl]);
  assert.ok(!Object.hasOwn(changed.body, 'url'));
  assert.notEqual(changed.headers.etag, read.headers.etag);
  assert.deepEqual((await send(service, 'GET', '/types/article')).body, changed.body);
});

const invalid: [pattern: string, detail: RegExp][] = [
  ['example.com/{slug}', /valid URL/],
  ['ftp://example.com/{slug}', /http/],
  ['javascript:alert({slug})', /valid URL/],
  ['https://example.com/{name}', /must not contain \{name\}; placeholders are \{type\}/],
  ['https://example.com/{slug', /must not contain \{slug;/],
  ['https://example.com/slug}/{slug}', /must not contain \};/],
  ['https://{slug}.example.com/', /only after the host/],
  ['https://user:secret@example.com/{slug}', /user name or password/],
  ['https://example.com/{type}', /must contain \{slug\} or \{id\}/],
];

test('a pattern that gives no URL is 422 by pointer', async (t) => {
  const { request } = await startContentService(t);
  for (const [pattern, detail] of invalid) {
    for (const member of ['url', 'previewUrl']) {
      const { status, body, text } = await request('PATCH', '/types/post', { body: { [member]: pattern } });
      assert.deepEqual([status, body.errors?.[0].pointer], [422, `/${member}`], `${pattern}: ${text}`);
      assert.match(body.errors[0].detail, detail);
    }
  }
  const inPublic = await request('PATCH', '/types/post', { body: { url: 'https://example.com/{slug}/{token}' } });
  assert.match(inPublic.body.errors[0].detail, /must not contain \{token\}/);
  const field = { name: 'a', type: 'text', label: 'A', min: 3, max: 2 };
  const both = await request('POST', '/types', { body: { name: 'thing', url: 'no', fields: [field] } });
  assert.deepEqual(
    both.body.errors.map((fault: { pointer: string }) => fault.pointer),
    ['/fields/0/min', '/url'],
  );
});
