import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { startContentService } from '../../test/support/content-service.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { createService } from '../service.ts';
import { encode } from './encodings.ts';

type Site = TestService & { origin: string; read(path: string, headers?: Record<string, string>): Promise<Read> };
type Read = { status: number; headers: Headers; body: { items?: { title: string }[]; title?: string; code?: string } };

/** A service that listens and has one published post; `handled` counts the requests that its framework saw. */
async function startSite(t: TestContext, overrides: Partial<Config> = {}): Promise<Site & { handled(): number }> {
  const service = await startContentService(t, overrides);
  let count = 0;
  service.app.addHook('onRequest', async () => {
    count++;
  });
  const origin = await service.listen();
  await service.request('PATCH', '/types/post', { body: { publicRead: true } });
  await service.request('POST', '/content/post', { body: { title: 'First', slug: 'first', status: 'publish' } });
  const read = async (path: string, headers: Record<string, string> = {}): Promise<Read> => {
    const response = await fetch(`${origin}/api/v1${path}`, { headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
  return { ...service, origin, read, handled: () => count };
}

type Raw = { status: number; encoding: string | undefined; etag: string; length: number; text: string };

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** Unlike fetch(), it accepts no encoding by itself. `length` is that of the body as it was sent. */
function getRaw(url: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const body = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>));
      const { 'content-encoding': encoding, etag = '' } = response.headers;
      const decode = encoding === undefined || body.length === 0 ? undefined : decoders[encoding];
      const text = (decode?.(body) ?? body).toString();
      resolve({ status: response.statusCode ?? 0, encoding, etag, length: body.length, text });
    })
      .on('error', reject)
      .end();
  });
}

const titles = ({ body }: Read) => body.items?.map(({ title }) => title);

test('a repeated read is sent from memory, with headers of its own', async (t) => {
  const site = await startSite(t);
  const authorization = `Bearer ${site.token}`;
  for (const path of ['/content/post?limit=5', '/content/post/first']) {
    for (const headers of [{}, { authorization }] as Record<string, string>[]) {
      const first = await site.read(path, headers);
      const tag = String(first.headers.get('etag'));
      // A commit ends what is kept: of the use of the key, or on PostgreSQL in any database of the server.
      const { again, known, other } = await waitFor('all three to be sent from memory', async () => {
        const before = site.handled();
        const again = await site.read(path, { ...headers, 'x-request-id': 'request-of-ours' });
        const known = await site.read(path, { ...headers, 'if-none-match': tag });
        const other = await site.read(path, { ...headers, 'if-none-match': '"other"' });
        return site.handled() === before ? { again, known, other } : null;
      });
      assert.deepEqual([again.status, again.body], [200, first.body]);
      const comparable = (read: Read) => [...read.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      assert.deepEqual(comparable(again), comparable(first));
      assert.equal(again.headers.get('x-request-id'), 'request-of-ours');
      assert.match(String(first.headers.get('x-request-id')), /^[0-9a-f-]{36}$/);
      assert.deepEqual([known.status, known.body], [304, {}]);
      assert.deepEqual([other.status, other.body], [200, first.body]);
    }
  }
});

test('a read is sent in the encoding that each caller prefers, from memory as well, with a tag of its own', async (t) => {
  const site = await startSite(t);
  const content = '<p>Compressed once, sent often.</p>'.repeat(200);
  await site.request('PATCH', '/content/post/first', { body: { content, excerpt: 'Sent often. '.repeat(200) } });
  await site.request('POST', '/content/post', { body: { title: 'Short', slug: 'short', status: 'publish' } });
  for (const path of ['/content/post', '/content/post/first']) {
    const get = (headers: Record<string, string>) => getRaw(`${site.origin}/api/v1${path}`, headers);
    const plain = await get({});
    assert.deepEqual([plain.status, plain.encoding], [200, undefined]);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip, deflate, br', 'br'],
      ['GZIP', 'gzip'],
      ['br;q=0.1, gzip;q=0.9', 'gzip'],
      ['*', 'zstd'],
      ['*;q=0', undefined],
      ['deflate', undefined],
      ['gzip;q=0.5, identity', undefined],
      ['', undefined],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const first = await get(headers);
      assert.deepEqual([first.status, first.encoding, first.text], [200, encoding, plain.text], accepted);
      assert.ok(encoding === undefined || first.length < plain.length / 4, `${first.length} of ${plain.length} bytes`);
      assert.equal(first.etag, encoding ? `${plain.etag.slice(0, -1)};${encoding}"` : plain.etag);
      await waitFor('the response to be kept', async () => {
        const before = site.handled();
        assert.deepEqual(await get(headers), first);
        return site.handled() === before;
      });
      // What a caller has in any encoding, it has. After a commit in between, such as that of a job, it is asked for again.
      await waitFor('both tags to be recognized from memory', async () => {
        await get(headers);
        const before = site.handled();
        const answers: Raw[] = [];
        for (const etag of [first.etag, plain.etag]) answers.push(await get({ ...headers, 'if-none-match': etag }));
        if (site.handled() !== before) return false;
        for (const answer of answers) assert.deepEqual(answer, { ...first, status: 304, length: 0, text: '' });
        return true;
      });
      assert.equal((await get({ ...headers, 'if-none-match': `"other", ${first.etag}` })).status, 304);
    }
  }
  const short = await getRaw(`${site.origin}/api/v1/content/post/short`, { 'accept-encoding': 'br' });
  assert.deepEqual([short.encoding, JSON.parse(short.text).title], [undefined, 'Short']);

  const url = '/content/post/first';
  const { etag } = await getRaw(`${site.origin}/api/v1${url}?expand=content`, { 'accept-encoding': 'br' });
  assert.match(etag, /;br"$/);
  const change = (title: string) => site.request('PATCH', url, { body: { title }, headers: { 'if-match': etag } });
  assert.equal((await change('Second')).status, 200);
  assert.equal((await change('Third')).status, 412);
});

test('responses are kept in a given memory, those that were compressed included', async (t) => {
  const site = await startSite(t);
  const content = '<p>Kept.</p>'.repeat(1000);
  await site.request('PATCH', '/content/post/first', { body: { content } });
  const url = `${site.origin}/api/v1/content/post/first`;
  const bytes = (): number => site.app.keptResponses().bytes;
  // Until nothing else is committed meanwhile, such as what happens after a start.
  await waitFor('both to be counted once', async () => {
    await getRaw(url, {});
    await getRaw(url, {});
    const plain = bytes();
    const { length } = await getRaw(url, { 'accept-encoding': 'br' });
    const both = bytes();
    await getRaw(url, { 'accept-encoding': 'br' });
    return bytes() === both && both >= plain + length && both < plain + length + 2000;
  });
});

test('a compressed body keeps no more memory than its own bytes', async () => {
  const encoded = await encode(Buffer.from('<p>Kept.</p>'.repeat(200)), 'br');
  assert.equal(encoded.buffer.byteLength, encoded.length);
});

test('without memory for responses, the framework sees every read', async (t) => {
  const site = await startSite(t, { cacheBytes: 0 });
  for (let n = 1; n <= 10; n++) {
    const before = site.handled();
    assert.deepEqual(titles(await site.read('/content/post')), ['First']);
    assert.equal(site.handled(), before + 1);
  }
});

test('a read after a write is never stale', async (t) => {
  const site = await startSite(t);
  for (let n = 0; n < 30; n++) {
    await site.read('/content/post');
    await site.read('/content/post/first');
    await site.request('PATCH', '/content/post/first', { body: { title: `Title ${n}` } });
    assert.deepEqual(titles(await site.read('/content/post')), [`Title ${n}`]);
    assert.equal((await site.read('/content/post/first')).body.title, `Title ${n}`);
  }
  await site.request('DELETE', '/content/post/first?force=true');
  assert.equal((await site.read('/content/post/first')).status, 404);
});

test('reads and writes at once leave nothing stale behind', async (t) => {
  const site = await startSite(t);
  let writing = true;
  const readers = Array.from({ length: 8 }, async () => {
    while (writing) await site.read('/content/post/first');
  });
  for (let n = 0; n < 40; n++) {
    await site.request('PATCH', '/content/post/first', { body: { title: `Title ${n}` } });
    assert.equal((await site.read('/content/post/first')).body.title, `Title ${n}`);
  }
  writing = false;
  await Promise.all(readers);
});

test('a write of another process is seen', async (t) => {
  const site = await startSite(t);
  const other = await createService(site.config);
  site.beforeStop(() => other.stop());
  await site.read('/content/post/first');
  await other.app.inject({
    method: 'PATCH',
    url: '/api/v1/content/post/first',
    headers: { authorization: `Bearer ${site.token}` },
    payload: { title: 'Elsewhere' },
  });
  const isSeen = async () => (await site.read('/content/post/first')).body.title === 'Elsewhere';
  // On PostgreSQL within a second.
  if (testDialect === 'sqlite') assert.ok(await isSeen());
  else await waitFor('the write of the other process', isSeen);
});

test('a revoked or expired key, and a type that is no longer public, take kept responses along', async (t) => {
  const site = await startSite(t);
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const create = { body: { name: 'short', scopes: ['content:read'], expiresAt } };
  const { id, token } = (await site.request('POST', '/tokens', create)).body;
  const { token: lasting } = (await site.request('POST', '/tokens', create)).body;
  const readWith = (token: string) => site.read('/content/post', { authorization: `Bearer ${token}` });
  for (const key of [token, lasting]) for (let n = 0; n < 3; n++) assert.equal((await readWith(key)).status, 200);
  await site.request('DELETE', `/tokens/${id}`);
  assert.equal((await readWith(token)).status, 401);
  for (let n = 0; n < 3; n++) assert.equal((await readWith(lasting)).status, 200);
  site.advance(601_000);
  assert.equal((await readWith(lasting)).status, 401);

  for (let n = 0; n < 3; n++) assert.equal((await site.read('/content/post')).status, 200);
  await site.request('PATCH', '/types/post', { body: { publicRead: false } });
  assert.equal((await site.read('/content/post')).status, 401);
});

test('a scheduled item appears when its time comes', async (t) => {
  const site = await startSite(t);
  const publishedAt = new Date(Date.now() + 600_000).toISOString();
  const later = { title: 'Later', slug: 'later', status: 'publish', publishedAt };
  assert.equal((await site.request('POST', '/content/post', { body: later })).status, 201);
  for (let n = 0; n < 3; n++) assert.deepEqual(titles(await site.read('/content/post')), ['First']);
  site.advance(601_000);
  assert.deepEqual(titles(await site.read('/content/post')), ['Later', 'First']);
  assert.equal((await site.read('/content/post/later')).status, 200);
});

test('kept responses count against the rate limit of each caller', async (t) => {
  const site = await startSite(t, { rateLimits: true, trustProxy: ['127.0.0.1'] });
  // All in one minute of its clock, however long they take.
  const began = site.context.now().getTime();
  const stayInMinute = (): void => site.advance(began - site.context.now().getTime());
  const remaining = async (headers: Record<string, string>): Promise<number> => {
    stayInMinute();
    const limit = String((await site.read('/content/post', headers)).headers.get('ratelimit'));
    return Number(/;r=(\d+);/.exec(limit)?.[1]);
  };
  const visitor = { 'x-forwarded-for': '203.0.113.7' };
  for (const headers of [{ authorization: `Bearer ${await site.tokenWith('content:read')}` }, visitor] as Record<
    string,
    string
  >[]) {
    const counts = [await remaining(headers), await remaining(headers), await remaining(headers)];
    assert.deepEqual(counts, [5999, 5998, 5997]);
  }
  assert.equal(await remaining({ 'x-forwarded-for': '203.0.113.8' }), 5999);
  const url = '/content/post';
  for (let n = 0; n < 5997; n++) {
    if (n % 100 === 0) stayInMinute();
    await site.request('GET', url, { token: null, headers: visitor });
  }
  stayInMinute();
  const refused = await site.read(url, visitor);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
});

test('a file is sent from memory in the encoding that each caller accepts', async (t) => {
  const service = await startContentService(t);
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-files-'));
  const script = 'console.log("admin")';
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets/app.js'), script);
  await writeFile(path.join(folder, 'assets/app.js.gz'), gzipSync(script));
  const app = await createApp(service.context, service.config, { adminFolder: folder });
  t.after(() => rm(folder, { recursive: true }));
  service.beforeStop(() => app.close());
  let handled = 0;
  app.addHook('onRequest', async () => {
    handled++;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const get = (headers: Record<string, string>) => getRaw(`http://127.0.0.1:${port}/admin/assets/app.js`, headers);
  for (const [headers, encoding] of [
    [{ 'accept-encoding': 'gzip' }, 'gzip'],
    [{}, undefined],
    [{ 'accept-encoding': 'gzip;q=0' }, undefined],
  ] as const) {
    const first = await get(headers);
    assert.deepEqual([first.status, first.encoding, first.text], [200, encoding, script]);
    // Until something else is committed, such as what happens after a start.
    await waitFor('the file to be kept', async () => {
      const before = handled;
      assert.deepEqual(await get(headers), first);
      assert.equal((await get({ ...headers, 'if-none-match': first.etag })).status, 304);
      return handled === before;
    });
  }
});

test('a form page is sent from memory with a token of its own each time, until the form changes', async (t) => {
  const site = await startSite(t);
  const fields = [{ name: 'name', type: 'text', label: 'Name' }];
  const { id } = (await site.request('POST', '/forms', { body: { name: 'First name', slug: 'kept', fields } })).body;
  const open = async () => {
    const response = await fetch(`${site.origin}/f/kept`);
    const text = await response.text();
    const token = /name="_page" value="([^"]+)"/.exec(text)?.[1] ?? '';
    return { headers: response.headers, token, text: text.replace(token, '') };
  };
  const first = await open();
  await waitFor('the page to be kept', async () => {
    const before = site.handled();
    await open();
    return site.handled() === before;
  });
  const again = [await open(), await open()];
  const tokens = [first, ...again].map(({ token }) => token);
  assert.equal(new Set(tokens).size, 3);
  for (const { text, headers } of again) {
    assert.equal(text, first.text);
    for (const name of ['content-security-policy', 'cache-control', 'content-type', 'content-length'])
      assert.equal(headers.get(name), first.headers.get(name));
  }

  site.advance(2000);
  for (const token of tokens) {
    const body = new URLSearchParams({ _page: token, name: 'Ada' });
    const sent = await fetch(`${site.origin}/f/kept`, { method: 'POST', body, redirect: 'manual' });
    assert.equal(sent.status, 303);
    assert.match(String(sent.headers.get('location')), /^\/f\/kept\/thanks\?submission=/);
  }
  const { total } = (await site.request('GET', `/forms/${id}/submissions`)).body;
  assert.equal(total, 3);

  await site.request('PATCH', `/forms/${id}`, { body: { name: 'Second name' } });
  assert.match((await open()).text, /<h1>Second name<\/h1>/);
  await site.request('PATCH', `/forms/${id}`, { body: { public: false } });
  assert.match((await open()).text, /<h1>(?!Second name)/);
});

test('a small uploaded file is sent from memory to those who may read it, until it is deleted', async (t) => {
  const site = await startSite(t);
  const fields = [{ name: 'photo', type: 'file', label: 'Photo' }];
  const { id } = (await site.request('POST', '/forms', { body: { name: 'Photos', slug: 'photos', fields } })).body;
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const body = new FormData();
  body.append('photo', new Blob([bytes], { type: 'image/png' }), 'photo.png');
  assert.equal((await fetch(`${site.origin}/api/v1/forms/photos/submit`, { method: 'POST', body })).status, 200);
  const [submission] = (await site.request('GET', `/forms/${id}/submissions`)).body.items;
  const load = async (token: string) => {
    const url = `${site.origin}/api/v1/files/${submission.files[0].id}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  await waitFor('the file to be kept', async () => {
    const before = site.handled();
    assert.deepEqual((await load(site.token)).bytes, bytes);
    return site.handled() === before;
  });
  const { headers } = await load(site.token);
  assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'");
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal((await load(await site.tokenWith('content:read'))).status, 403);
  await site.request('DELETE', `/forms/${id}/submissions/${submission.id}`);
  assert.equal((await load(site.token)).status, 404);
});
