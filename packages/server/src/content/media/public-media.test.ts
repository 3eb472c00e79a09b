import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { picture, upload } from '../../../test/support/media.ts';
import type { TestService } from '../../../test/support/test-service.ts';

/** Reads a public URL without a key. */
async function read(
  service: TestService,
  url: string,
  headers: Record<string, string> = {},
  token: string | null = null,
) {
  return service.request('GET', `/${new URL(url).pathname}${new URL(url).search}`.replace(/^\/+/, '//'), {
    headers,
    token,
  });
}

test('anyone reads a file under its URL, which may be kept for ever', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png'), 'a.png');
  const first = await read(service, body.url);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.headers['content-type'], 'image/png');
  assert.equal(Number(first.headers['content-length']), body.size);
  assert.equal(first.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(first.headers['x-content-type-options'], 'nosniff');
  assert.equal(first.headers['content-disposition'], `inline; filename="a.png"; filename*=UTF-8''a.png`);
  assert.match(String(first.headers['content-security-policy']), /default-src 'none'.*; sandbox$/);
  const etag = String(first.headers.etag);
  const known = await read(service, body.url, { 'if-none-match': etag });
  assert.deepEqual([known.status, known.text, known.headers.etag], [304, '', etag]);
  const head = await service.request('HEAD', `/${new URL(body.url).pathname}`, { token: null });
  assert.deepEqual([head.status, Number(head.headers['content-length']), head.text], [200, body.size, '']);
  const path = `//media/${body.id}`;
  assert.equal(
    (await service.request('GET', `${path}/any-name.png`, { token: null })).headers['cache-control'],
    'public, no-cache',
  );
  assert.equal((await service.request('GET', '//media/med_none/a.png', { token: null })).status, 404);
});

test('a part of a file is sent when it is asked for', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, Buffer.from('0123456789') as never, 'a.txt');
  const etag = String((await read(service, body.url)).headers.etag);
  const cases: [range: string, status: number, text: string, contentRange: string | undefined][] = [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ];
  for (const [range, status, text, contentRange] of cases) {
    const answer = await read(service, body.url, { range });
    assert.deepEqual(
      [answer.status, answer.text, answer.headers['content-range']],
      [status, text, contentRange],
      range,
    );
  }
  assert.equal((await read(service, body.url, { range: 'bytes=0-3', 'if-range': etag })).status, 206);
  assert.equal((await read(service, body.url, { range: 'bytes=0-3', 'if-range': '"other"' })).status, 200);
});

test('earlier URLs lead to the file that replaced theirs, and are asked for again', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, Buffer.from('one') as never, 'a.txt');
  const put = { method: 'PUT', path: `/media/${body.id}/file` } as const;
  const { body: after } = await upload(service, Buffer.from('two') as never, 'a.txt', put);
  const old = await read(service, body.url);
  assert.deepEqual([old.text, old.headers['cache-control']], ['two', 'public, no-cache']);
  assert.match(String((await read(service, after.url)).headers['cache-control']), /immutable/);
});

test('nothing that is uploaded runs in the origin of the service', async (t) => {
  const service = await startContentService(t);
  const zip = Buffer.from('504b0304140000000000', 'hex');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cases: [bytes: Uint8Array, name: string, policy: RegExp, way: string][] = [
    [Buffer.from(svg), 'a.svg', /^default-src 'none'.*; sandbox$/, 'inline'],
    [
      Buffer.from('%PDF-1.7\n'),
      'a.pdf',
      /^default-src 'none'; base-uri 'none'; form-action 'none'; object-src 'self'$/,
      'inline',
    ],
    [Buffer.from('a,b'), 'a.csv', /^default-src 'none'.*; sandbox$/, 'attachment'],
    [zip, 'a.zip', /^default-src 'none'.*; sandbox$/, 'attachment'],
  ];
  for (const [bytes, name, policy, way] of cases) {
    const { headers } = await read(service, (await upload(service, new Uint8Array(bytes), name)).body.url);
    assert.match(String(headers['content-security-policy']), policy, name);
    assert.equal(String(headers['content-disposition']).split(';')[0], way, name);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('private files require a key that may read content, or a link until it expires', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, Buffer.from('secret') as never, 'a.txt', { texts: { private: 'true' } });
  const { body: other } = await upload(service, Buffer.from('secret') as never, 'b.txt', {
    texts: { private: 'true' },
  });
  assert.equal((await read(service, body.url)).status, 401);
  assert.equal((await read(service, body.url, {}, await service.tokenWith('forms:read'))).status, 403);
  const byKey = await read(service, body.url, {}, await service.tokenWith('content:read'));
  assert.deepEqual([byKey.status, byKey.text, byKey.headers['cache-control']], [200, 'secret', 'private, no-cache']);
  const link = await service.request('POST', `/media/${body.id}/link`, { body: { expiresInSeconds: 60 } });
  assert.equal(link.status, 200, link.text);
  assert.equal((await read(service, link.body.url)).text, 'secret');
  assert.equal((await read(service, `${other.url}${new URL(link.body.url).search}`)).status, 403);
  service.advance(61_000);
  const late = await read(service, link.body.url);
  assert.deepEqual([late.status, late.body.code], [403, 'link_expired']);
  assert.equal(
    (await service.request('POST', `/media/${body.id}/link`, { body: { expiresInSeconds: 0 } })).status,
    422,
  );
  assert.equal((await service.request('POST', `/media/${body.id}/link`)).status, 200);
});
