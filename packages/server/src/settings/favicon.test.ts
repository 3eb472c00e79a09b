import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { picture, upload } from '../../test/support/media.ts';
import { setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { createApp } from '../app.ts';

test('browsers get an icon for every page: that of the admin, or the logo of the site', async (t) => {
  const service = await startTestService(t);
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-admin-'));
  const icon = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  await writeFile(path.join(folder, 'favicon.svg'), icon);
  const app = await createApp(service.context, service.config, {
    adminFolder: folder,
    describe: async () => ({ paths: { '/me': { get: { operationId: 'getMe' } } } }),
  });
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = (options: RequestInit = {}) => fetch(`${origin}/favicon.ico`, { redirect: 'manual', ...options });

  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await ask({ method });
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml'], method);
    assert.equal(headers.get('cache-control'), 'public, max-age=3600', method);
  }
  const given = await ask();
  assert.equal(await given.text(), icon);
  const known = await ask({ headers: { 'if-none-match': String(given.headers.get('etag')) } });
  assert.equal(known.status, 304);

  const logo = (await upload(service, await picture('png', { width: 400 }), 'logo.png')).body;
  const owner = await setUpOwner(service);
  assert.equal((await owner.request('PATCH', '/settings', { body: { logo: logo.id } })).status, 200);
  const moved = await ask();
  assert.deepEqual([moved.status, moved.headers.get('cache-control')], [302, 'public, max-age=3600']);
  const shown = await ask({ redirect: 'follow' });
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp']);

  // The policies of pages let browsers load it.
  const body = { name: 'Contact', slug: 'contact', public: true, fields: [{ name: 'email', type: 'email' }] };
  assert.equal((await service.request('POST', '/forms', { body })).status, 201);
  for (const page of ['/f/contact', '/f/none', '/payments/thanks', '/docs', '/api/docs', '/admin', '/nowhere']) {
    const { headers } = await fetch(origin + page, { headers: { accept: 'text/html' } });
    assert.match(String(headers.get('content-security-policy')), /img-src 'self'/, page);
  }
});
