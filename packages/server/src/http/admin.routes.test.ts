import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { adminRoutes } from './admin.routes.ts';
import { handleMissingRoutes } from './missing-routes.ts';
import { handleErrors } from './problem.ts';
import { createServer } from './server.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const script = 'console.log("admin")';
const noDialect = { isUnavailable: () => false } as never;

async function makeApp(t: TestContext, index: string | null) {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-admin-'));
  if (index !== null) {
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), index);
    await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(path.join(folder, 'assets/app-1a2b3c.js'), script);
    await writeFile(path.join(folder, 'assets/app-1a2b3c.js.br'), brotliCompressSync(script));
  }
  const app = createServer({ logLevel: 'silent', trustProxy: [], slowMs: 0 });
  handleErrors(app, noDialect);
  handleMissingRoutes(app, '/api/v1');
  adminRoutes(app, folder);
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  return (url: string, headers: Record<string, string> = html) => app.inject({ method: 'GET', url, headers });
}

test('every path below /admin that a browser opens gets the page, uncached and with a strict policy', async (t) => {
  const get = await makeApp(t, '<!doctype html><title>Admin</title>');
  for (const url of ['/admin', '/admin/', '/admin/content/post', '/admin/setup?code=x', '/admin/items/a.b']) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 200, url);
    assert.match(answer.payload, /<title>Admin/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-frame-options'], 'DENY');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(answer.headers['cross-origin-opener-policy'], 'same-origin');
    const policy = String(answer.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; /);
    assert.match(policy, /frame-ancestors 'none'; base-uri 'none'; form-action 'self'$/);
  }
  const home = await get('/');
  assert.deepEqual([home.statusCode, home.headers.location], [302, '/admin']);
});

test('if the build has a placeholder for a nonce, styles need it, and each response has a new one', async (t) => {
  const get = await makeApp(t, '<meta property="csp-nonce" nonce="__CSP_NONCE__"><link nonce="__CSP_NONCE__">');
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { payload, headers } = await get('/admin');
      const nonce = /nonce="([^"]+)"><link nonce="\1"/.exec(payload)?.[1];
      assert.ok(String(headers['content-security-policy']).includes(`style-src 'self' 'nonce-${nonce}';`));
      return nonce;
    }),
  );
  assert.notEqual(nonces[0], nonces[1]);
});

test('assets are cached forever and compressed if the browser allows it; a missing one is a 404', async (t) => {
  const get = await makeApp(t, '<!doctype html>');
  const uncompressed = await get('/admin/assets/app-1a2b3c.js', {});
  assert.equal(uncompressed.payload, script);
  assert.equal(uncompressed.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(String(uncompressed.headers['content-type']), /javascript/);
  const compressed = await get('/admin/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, br' });
  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.match(String(compressed.headers['content-type']), /javascript/);
  assert.match(String(compressed.headers.vary), /accept-encoding/i);
  assert.match(String((await get('/admin/favicon.svg', { accept: 'image/*' })).headers['content-type']), /svg/);
  for (const url of [
    '/admin/assets/gone.js',
    '/admin/assets/../../secret',
    '/admin/assets/%2e%2e/%2e%2e/package.json',
  ]) {
    const answer = await get(url, {});
    assert.ok([403, 404].includes(answer.statusCode), `${url}: ${answer.statusCode}`);
    assert.match(String(answer.headers['content-type']), /problem\+json/);
  }
});

test('without a build, the page says so', async (t) => {
  const get = await makeApp(t, null);
  const answer = await get('/admin/content');
  assert.equal(answer.statusCode, 503);
  assert.match(answer.payload, /has not been built/);
  assert.equal((await get('/admin/assets/x.js')).statusCode, 404);
});

test('files outside the admin’s folder are not served', async (t) => {
  const get = await makeApp(t, '<!doctype html>');
  const answer = await get('/admin/..%2fpackage.json', { accept: '*/*' });
  assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found']);
});

test('a browser at an address without a page gets one that says so; programs and the API get a problem', async (t) => {
  const get = await makeApp(t, '<!doctype html><title>Admin</title>');
  const page = await get('/nothing');
  assert.equal(page.statusCode, 404);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(page.payload, /<h1>Page not found<\/h1>/);
  for (const answer of [await get('/nothing', { accept: '*/*' }), await get('/api/v1/nothing')]) {
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found']);
  }
});
