import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';

const dayMs = 86_400_000;

async function start(t: Parameters<typeof startContentService>[0]) {
  const service = await startContentService(t);
  const create = async (body: object): Promise<{ id: string; path: string }> => {
    const created = await service.request('POST', '/content/post', { body: { title: 'First', ...body } });
    assert.equal(created.status, 201, created.text);
    return { id: created.body.id, path: `/content/post/${created.body.id}` };
  };
  const visit = (path: string) => service.request('GET', path, { token: null });
  return { service, create, visit };
}

test('with the token of a preview, anyone reads the draft of that item only', async (t) => {
  const { service, create, visit } = await start(t);
  const { path } = await create({ slug: 'first', status: 'publish' });
  const other = await create({ title: 'Other' });
  await send(service, 'PATCH', `${path}/draft`, { title: 'Second', slug: 'second' });
  const { token, url, expiresAt } = (await send(service, 'POST', `${path}/preview`, {})).body;
  assert.ok(url.startsWith('http://frontdesk.test/preview/post/'), url);
  const days = (Date.parse(expiresAt) - service.context.now().getTime()) / dayMs;
  assert.ok(days > 6.9 && days <= 7, expiresAt);
  for (const at of [path, '/content/post/first', '/content/posts/second']) {
    const seen = await visit(`${at}?preview=${token}`);
    assert.deepEqual([seen.status, seen.body.title, seen.headers['cache-control']], [200, 'Second', 'no-store'], at);
    assert.deepEqual([seen.body.draft, seen.headers.etag], [undefined, undefined]);
  }
  assert.equal((await visit(path)).status, 401);
  const wrong = await visit(`${other.path}?preview=${token}`);
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'link_expired']);
  assert.equal((await visit(`/content/page/first?preview=${token}`)).status, 404);
  assert.equal((await visit(`${path}?preview=${token.slice(0, -2)}AA`)).status, 403);
  // Without one, no response says which types there are, nor what is in them.
  for (const at of ['/content/post/first', '/content/nothing/first']) {
    const guess = await visit(`${at}?preview=x&expand=fields.x&select=titl`);
    assert.deepEqual([guess.status, guess.body.code], [403, 'link_expired'], guess.text);
  }
  assert.equal((await visit(`${path}?preview=${token}&select=titl`)).status, 400);
  const reader = await service.tokenWith('content:read');
  assert.equal((await service.request('POST', `${path}/preview`, { token: reader, body: {} })).status, 403);
  // The item is shown as it is now, and at the slug it had when the link was made.
  await send(service, 'POST', `${path}/publish`, {});
  await send(service, 'PATCH', `${path}/draft`, { content: '<p>Third</p>' });
  assert.equal((await visit(`/content/post/first?preview=${token}`)).body.content, '<p>Third</p>');
});

test('a preview ends with its time, in the trash, and with its item', async (t) => {
  const { service, create, visit } = await start(t);
  const { path } = await create({ status: 'draft' });
  const makePreview = async (body: object = {}) => (await send(service, 'POST', `${path}/preview`, body)).body;
  const { token } = await makePreview({ expiresInSeconds: 60 });
  const longer = await makePreview({ expiresInSeconds: 30 * 86_400 });
  const statusOf = async (token: string) => (await visit(`${path}?preview=${token}`)).status;
  assert.deepEqual([await statusOf(token), await statusOf(longer.token)], [200, 200]);
  service.advance(61_000);
  assert.deepEqual([await statusOf(token), await statusOf(longer.token)], [403, 200]);
  await send(service, 'DELETE', path);
  assert.equal(await statusOf(longer.token), 404);
  assert.equal((await service.request('POST', `${path}/preview`, { body: {} })).body.code, 'conflict');
  await send(service, 'PATCH', path, { status: 'draft' });
  assert.equal(await statusOf(longer.token), 200);
  await send(service, 'DELETE', `${path}?force=true`);
  assert.equal(await statusOf(longer.token), 404);
  const { path: next } = await create({});
  const tooLong = await service.request('POST', `${next}/preview`, { body: { expiresInSeconds: 31 * 86_400 } });
  assert.deepEqual([tooLong.status, tooLong.body.errors[0].pointer], [422, '/expiresInSeconds']);
});

test('the link leads to the site if the type says where', async (t) => {
  const { service, create } = await start(t);
  const { id, path } = await create({ slug: 'größe' });
  const previewUrl = 'https://example.com/preview?type={type}&slug={slug}&id={id}&token={token}';
  await send(service, 'PATCH', '/types/post', { previewUrl });
  const { url, token } = (await service.request('POST', `${path}/preview`)).body;
  assert.equal(url, `https://example.com/preview?type=post&slug=gr%C3%B6%C3%9Fe&id=${id}&token=${token}`);
});

test('without that, a page shows the item, and runs no script of it', async (t) => {
  const { service, create, visit } = await start(t);
  const { path } = await create({ title: 'A & <b>', content: '<p>Hello</p><script>document.title = 1</script>' });
  const { url } = (await send(service, 'POST', `${path}/preview`, {})).body;
  const { pathname, search } = new URL(url);
  const page = await visit(`/${pathname}${search}`);
  assert.equal(page.status, 200, page.text);
  assert.match(page.text, /<h1>A &#38; &#60;b&#62;<\/h1>/);
  assert.match(page.text, /<p>Hello<\/p>/);
  const { 'content-security-policy': policy, ...headers } = page.headers;
  assert.match(String(policy), /default-src 'none';.*sandbox allow-popups$/);
  assert.doesNotMatch(String(policy), /script/);
  assert.deepEqual(
    [headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']],
    ['no-store', 'noindex', 'no-referrer'],
  );
  service.advance(8 * dayMs);
  const expired = await visit(`/${pathname}${search}`);
  assert.equal(expired.status, 403);
  assert.match(expired.text, /This link has expired/);
  assert.equal((await visit(`/${pathname}`)).status, 403);
});
