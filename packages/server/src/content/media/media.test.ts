import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { addMedia, startContentService } from '../../../test/support/content-service.ts';
import { picture, storedFiles, upload } from '../../../test/support/media.ts';
import { waitFor } from '../../../test/support/wait-for.ts';

test('the list finds media by text, type, folder and tag, in any order', async (t) => {
  const service = await startContentService(t);
  const add = async (name: string, texts: Record<string, string>, bytes?: Buffer<ArrayBuffer>) => {
    const { status, body } = await upload(service, bytes ?? (Buffer.from(name) as never), name, { texts });
    assert.equal(status, 201, JSON.stringify(body));
  };
  await add(
    'b.png',
    { title: 'Über uns', folder: 'Team', tags: 'people,office' },
    await picture('png', { width: 300 }),
  );
  await add('c.gif', { alt: 'A red boat' }, await picture('gif'));
  await add('a.txt', { tags: 'office' });
  const imported = await addMedia(service);
  const names = async (query: string): Promise<string[]> =>
    (await service.request('GET', `/media?${query}`)).body.items.map(
      (media: { fileName: string | null; id: string }) => media.fileName ?? media.id,
    );
  assert.deepEqual(await names(''), [imported, 'a.txt', 'c.gif', 'b.png']);
  assert.deepEqual(await names('search=uber'), ['b.png']);
  assert.deepEqual(await names('search=boat%20RED'), ['c.gif']);
  assert.deepEqual(await names('search=100%25'), []);
  assert.deepEqual(await names('type=image'), ['c.gif', 'b.png']);
  assert.deepEqual(await names('type=document'), [imported, 'a.txt']);
  assert.deepEqual(await names('type=video'), []);
  assert.deepEqual(await names('folder=Team'), ['b.png']);
  assert.deepEqual(await names('folder=&type=image'), ['c.gif']);
  assert.deepEqual(await names('tag=office&sort=createdAt'), ['b.png', 'a.txt']);
  assert.deepEqual(await names('sort=title&type=image'), ['c.gif', 'b.png']);
  assert.deepEqual((await names('sort=size'))[0], imported);
  assert.equal((await service.request('GET', '/media?tag=office&limit=1')).body.total, 2);
  assert.deepEqual((await service.request('GET', '/media/folders')).body.items, [{ name: 'Team', count: 1 }]);
  assert.deepEqual((await service.request('GET', '/media/tags')).body.items, [
    { name: 'office', count: 2 },
    { name: 'people', count: 1 },
  ]);
});

test('texts, focal point, folder and tags are changed; what is not sent stays', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png'), 'a.png', { texts: { alt: 'Old', tags: 'a,b' } });
  const change = { title: 'New', focalX: 0, focalY: 1, folder: 'A/B', tags: ['b', 'c'], private: true };
  const patched = await service.request('PATCH', `/media/${body.id}`, { body: change });
  assert.equal(patched.status, 200, patched.text);
  assert.deepEqual({ ...patched.body, updatedAt: body.updatedAt }, { ...body, ...change });
  assert.equal((await service.request('GET', '/media?search=new')).body.total, 1);
  const cleared = await service.request('PATCH', `/media/${body.id}`, { body: { focalX: null, tags: [] } });
  assert.deepEqual([cleared.body.focalX, cleared.body.focalY, cleared.body.tags], [null, 1, []]);
  for (const bad of [{ focalX: 1.1 }, { folder: 'a//b' }, { folder: '/a' }, { tags: ['a,b'] }, { size: 1 }])
    assert.equal((await service.request('PATCH', `/media/${body.id}`, { body: bad })).status, 422, JSON.stringify(bad));
  assert.equal((await service.request('PATCH', '/media/med_none', { body: { alt: 'x' } })).status, 404);
  for (const [bad, sentence] of [
    [{ folder: 'a//b' }, /^\/folder: must be names joined by single slashes/],
    [{ tags: ['a,b'] }, /^\/tags\/0: must not be blank, and must not contain commas/],
  ] as const) {
    const refused = await service.request('PATCH', `/media/${body.id}`, { body: bad });
    assert.match(refused.body.detail, sentence);
  }
});

test('a file is replaced behind its record, which keeps its ID and texts', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png'), 'a.png', { texts: { alt: 'A boat' } });
  const options = { method: 'PUT', path: `/media/${body.id}/file` } as const;
  const { status, body: after } = await upload(
    service,
    await picture('webp', { width: 8, height: 8 }),
    'b.webp',
    options,
  );
  assert.equal(status, 200, JSON.stringify(after));
  assert.deepEqual([after.id, after.alt, after.mimeType, after.width], [body.id, 'A boat', 'image/webp', 8]);
  assert.notEqual(after.url, body.url);
  assert.deepEqual(await storedFiles(service), [after.fileId]);
  const same = await upload(service, await picture('webp', { width: 8, height: 8 }), 'b.webp', options);
  assert.equal(same.body.fileId, after.fileId);
  assert.deepEqual(await storedFiles(service), [after.fileId]);
  const broken = await upload(service, Buffer.from('<html>') as never, 'b.html', options);
  assert.equal(broken.status, 422);
  const missing = await upload(service, await picture('png'), 'a.png', { ...options, path: '/media/med_none/file' });
  assert.equal(missing.status, 404);
  const imported = await addMedia(service);
  const given = await upload(service, await picture('gif'), 'c.gif', { ...options, path: `/media/${imported}/file` });
  assert.equal(given.body.mimeType, 'image/gif');
});

test('a file is fetched from a URL with the same checks', async (t) => {
  const service = await startContentService(t, { maxMediaBytes: 50_000 });
  const png = await picture('png');
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site.test');
    if (pathname === '/moved') response.writeHead(302, { location: '/pictures/a%20boat.png?size=1' }).end();
    else if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (pathname === '/page') response.setHeader('content-type', 'text/html').end('<!doctype html><p>Hello');
    else if (pathname === '/large') response.end(Buffer.alloc(60_000, 'a'));
    else if (pathname === '/endless') for (const _ of Array(40)) response.write(Buffer.alloc(5000, 'a'));
    else if (pathname === '/cut')
      response.writeHead(200, { 'content-length': 100_0 }).write('a', () => response.destroy());
    else if (pathname.startsWith('/pictures/')) response.setHeader('content-type', 'image/png').end(png);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    site.closeAllConnections();
    site.close();
  });
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const post = (url: string) => service.request('POST', '/media', { body: { url, alt: 'A boat' } });
  const { status, body } = await post(`${origin}/moved`);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual([body.fileName, body.alt, body.width, body.sourceUrl], ['a boat.png', 'A boat', 40, null]);
  const unknown = await post('http://no-such-host.invalid/a.png');
  assert.deepEqual([unknown.status, unknown.body.detail], [422, 'The host no-such-host.invalid could not be found']);
  const stored = await storedFiles(service);
  const cases: [path: string, status: number, code: string, detail: RegExp][] = [
    ['/missing', 422, 'fetch_failed', /status 404/],
    ['/loop', 422, 'fetch_failed', /too many redirects/],
    ['/page', 422, 'invalid_body', /page or a script/],
    ['/large', 413, 'file_too_large', /at most 50000 bytes/],
    ['/endless', 413, 'file_too_large', /at most 50000 bytes/],
    ['/cut', 422, 'fetch_failed', /connection broke off|arrived incomplete/],
  ];
  for (const [path, expected, code, detail] of cases) {
    const { status, body } = await post(`${origin}${path}`);
    assert.deepEqual([status, body.code], [expected, code], `${path}: ${JSON.stringify(body)}`);
    assert.match(body.detail, detail);
    assert.deepEqual(await storedFiles(service), stored, path);
  }
  for (const url of ['ftp://site.test/a.png', 'http://user:secret@site.test/a.png', 'nonsense'])
    assert.equal((await post(url)).status, 422, url);
  const connections = () => new Promise<number>((resolve) => site.getConnections((_, count) => resolve(count)));
  await waitFor('the end of all connections', async () => (await connections()) === 0, 10_000);
  await new Promise((resolve) => site.close(resolve));
  assert.equal((await post(`${origin}/moved`)).body.detail, 'The host of the URL cannot be reached');
});

test('addresses that are not public are not fetched, not even after a redirect', async (t) => {
  const service = await startContentService(t, { allowPrivateWebhooks: ['127.0.0.1/32'] });
  const site = createServer((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.2/a.png' }).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  t.after(() => site.close());
  const { port } = site.address() as AddressInfo;
  for (const url of ['http://127.0.0.2/a.png', `http://127.0.0.1:${port}/a.png`]) {
    const { status, body } = await service.request('POST', '/media', { body: { url } });
    assert.deepEqual([status, body.errors[0].code], [422, 'address_not_public'], url);
  }
  assert.deepEqual(await storedFiles(service), []);
});

test('uses are known by field and by URL in a text, and keep a record from being deleted unasked', async (t) => {
  const service = await startContentService(t);
  const { body: media } = await upload(service, await picture('png'), 'a.png');
  const fields = [
    { name: 'cover', type: 'media' },
    { name: 'body', type: 'richtext' },
  ];
  await service.request('POST', '/types', { body: { name: 'lamp', plural: 'lamps', fields } });
  const html = `<p><img src="${media.url}" alt=""></p>`;
  const create = async (path: string, body: object) => (await service.request('POST', path, { body })).body;
  const article = await create('/content/posts', { title: 'Harbor', content: html });
  const lamp = await create('/content/lamps', { title: 'Lamp', fields: { cover: media.id, body: html } });
  assert.ok(article.id && lamp.id, JSON.stringify([article, lamp]));
  const uses = async () => (await service.request('GET', `/media/${media.id}/uses`)).body.items;
  assert.deepEqual(await uses(), [
    { id: lamp.id, type: 'lamp', slug: 'lamp', title: 'Lamp', fields: ['cover', 'content'] },
    { id: article.id, type: 'post', slug: 'harbor', title: 'Harbor', fields: ['content'] },
  ]);
  const refused = await service.request('DELETE', `/media/${media.id}`);
  assert.deepEqual([refused.status, refused.body.code, refused.body.referrersTotal], [409, 'still_referenced', 2]);
  await service.request('PATCH', `/content/lamps/${lamp.id}`, { body: { fields: { cover: null, body: 'none' } } });
  assert.deepEqual(
    (await uses()).map(({ id }: { id: string }) => id),
    [article.id],
  );
  const forced = await service.request('DELETE', `/media/${media.id}?references=clear`);
  assert.equal(forced.status, 200, forced.text);
  const { version } = (await service.request('GET', `/content/posts/${article.id}`)).body;
  assert.equal(version, 1);
  const again = (await upload(service, await picture('png'), 'a.png')).body;
  await service.request('PATCH', `/content/posts/${article.id}`, { body: { content: `<img src="${again.url}">` } });
  assert.equal((await service.request('GET', `/media/${again.id}/uses`)).body.total, 1);
  await service.request('DELETE', `/content/posts/${article.id}?force=true`);
  assert.equal((await service.request('GET', `/media/${again.id}/uses`)).body.total, 0);
});
