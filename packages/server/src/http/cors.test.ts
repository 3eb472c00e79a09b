import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';

const origin = 'https://shop.example';

test('pages of other sites may submit a public form and read public content, without credentials', async (t) => {
  const service = await startTestService(t);
  const form = await service.request('POST', '/forms', { body: { name: 'Hello', fields: [] } });
  const preflight = await service.request('OPTIONS', `/forms/${form.body.id}/submit`, {
    token: null,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.match(String(preflight.headers['access-control-allow-methods']), /POST/);
  for (const name of ['Content-Type', 'Idempotency-Key', 'Authorization']) {
    assert.ok(String(preflight.headers['access-control-allow-headers']).includes(name), name);
  }
  const submit = { token: null, body: {}, headers: { origin, 'sec-fetch-site': 'cross-site' } };
  const sent = await service.request('POST', `/forms/${form.body.id}/submit`, submit);
  const read = await service.request('GET', '/content/post', { token: null, headers: { origin } });
  const rejected = await service.request('GET', '/tokens', { token: null, headers: { origin } });
  assert.deepEqual([sent.status, rejected.status], [200, 401]);
  for (const answer of [sent, read, rejected]) {
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    assert.match(String(answer.headers['access-control-expose-headers']), /Location, ETag, X-Request-Id/);
  }
});

test('paths outside the API are not shared with other origins', async (t) => {
  const service = await startTestService(t);
  const page = await service.request('GET', '//admin', { token: null, headers: { origin } });
  assert.equal(page.headers['access-control-allow-origin'], undefined);
});

test('OPTIONS without a preflight is a wrong method like any other', async (t) => {
  const service = await startTestService(t);
  for (const path of ['/tokens', '/content/post', '//admin']) {
    const answer = await service.request('OPTIONS', path, { token: null, headers: { origin } });
    assert.deepEqual([answer.status, answer.body.code], [405, 'method_not_allowed'], path);
    assert.match(String(answer.headers['content-type']), /problem\+json/);
    assert.match(String(answer.headers.allow), /GET/);
  }
  assert.equal((await service.request('OPTIONS', '//nothing', { headers: { origin } })).status, 404);
});
