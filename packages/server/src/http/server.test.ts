import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { startTestService } from '../../test/support/test-service.ts';

const json = { 'content-type': 'application/json' };

test('every kind of bad request gets a problem that names the fault', async (t) => {
  const service = await startTestService(t);
  const send = (body: string | object, headers: Record<string, string> = json) =>
    service.request('POST', '/tokens', { body, headers });
  const places = {
    '': 'The body is empty',
    '{"name": ': 'It ends before it is complete',
    '{"name": "x", }': 'Expected double-quoted property name at line 1, column 15',
    '{\n  "name": NaN\n}': 'Unexpected character N',
    [`{"name": "${'x'.repeat(50)}", "expiresAt": soon, "more": "${'x'.repeat(50)}"}`]: 'Unexpected character s',
    '{"name": \u202e}': 'Unexpected character U+202E',
    '{"name": 😀}': 'Unexpected character U+D83D',
    undefined: 'It is a word or a number that JSON does not have',
    '\ufeff{"name": "x",}': 'Expected double-quoted property name at line 1, column 14',
    '{"name": "x"}}': 'Unexpected non-whitespace character after JSON at line 1, column 14',
  };
  for (const [body, detail] of Object.entries(places)) {
    const answer = await send(body);
    assert.deepEqual([answer.status, answer.body.code, answer.body.detail], [400, 'malformed_json', detail]);
  }
  for (const body of ['{"__proto__": {"x": 1}, "name": "x"}', '{"name": {"constructor": {"prototype": 1}}}']) {
    const answer = await send(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_body']);
    assert.match(answer.body.detail, /has a key `__proto__`, or a `prototype` inside `constructor`/);
  }
  assert.equal((await send('name=x', { 'content-type': 'text/plain' })).status, 415);
  const long = await send(JSON.stringify({ name: 'x'.repeat(1_100_000) }));
  assert.equal(long.status, 413);
  assert.equal(long.body.detail, 'The body of this request can have at most 1048576 bytes');
  const query = await service.request('GET', '/submissions?createdAt[gte]=yesterday');
  assert.equal(
    query.body.detail,
    'createdAt[gte]: must be a date or a time with its zone, such as 2027-02-19 or 2027-02-19T09:30:00Z',
  );
  assert.equal((await send('{"name": "a\\u0000b", "scopes": ["admin"]}')).body.errors[0].pointer, '/name');
  assert.equal((await send('{"name": "\\ud800", "scopes": ["admin"]}')).body.errors[0].code, 'invalid_text');
  assert.equal((await send(`{"name": ${'['.repeat(40)}${']'.repeat(40)}}`)).status, 422);
  assert.equal((await send('null')).status, 422);
  const bad = await service.request('GET', '//%zz');
  assert.equal(bad.status, 400);
  assert.equal(bad.body.code, 'malformed_url');
});

test('every response has a request ID, keeps a given one, and problems name it', async (t) => {
  const service = await startTestService(t);
  const answer = await service.request('GET', '/nowhere', { headers: { 'x-request-id': 'trace-12345' } });
  assert.equal(answer.headers['x-request-id'], 'trace-12345');
  assert.equal(answer.body.instance, 'urn:frontdesk:request:trace-12345');
  assert.ok((await service.request('GET', '//healthz')).headers['x-request-id']);
});

test('the service reports whether it is alive and whether it is ready', async (t) => {
  const service = await startTestService(t);
  assert.deepEqual((await service.request('GET', '//healthz', { token: null })).body, { status: 'ok' });
  assert.deepEqual((await service.request('GET', '//readyz', { token: null })).body, { status: 'ready' });
});

test('every response reports the rate limit, and a 429 says how long to wait', async (t) => {
  const service = await startTestService(t, { rateLimits: true });
  const first = await service.request('GET', '/tokens');
  assert.match(String(first.headers['ratelimit-policy']), /^"read";q=6000;w=60$/);
  const answers = await Promise.all(Array.from({ length: 601 }, () => service.request('DELETE', '/tokens/tok_none')));
  const rejected = answers.filter((answer) => answer.status === 429);
  assert.equal(rejected.length, 1);
  assert.equal(rejected[0]?.body.code, 'rate_limited');
  assert.ok(Number(rejected[0]?.headers['retry-after']) >= 1);
});

test('a route without declared access is rejected at start', async (t) => {
  const service = await startTestService(t);
  assert.throws(() => service.app.get('/unguarded', async () => 'x'));
});

test('an empty body with a JSON content type counts as no body where none is required', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/tokens', { body: { name: 'x', scopes: ['content:read'] } });
  const removed = await service.request('DELETE', `/tokens/${made.body.id}`, { body: '', headers: json });
  assert.equal(removed.status, 200, removed.text);
  const resent = await service.request('POST', '/deliveries/resend', { body: '', headers: json });
  assert.notEqual(resent.body.code, 'malformed_json');
  assert.equal((await service.request('POST', '/nowhere', { body: '', headers: json })).status, 404);
});

test('a fixed path is not read as an ID, and its 405 lists exactly the allowed methods', async (t) => {
  const service = await startTestService(t);
  for (const path of ['/payments/checkout', '/payments/refund']) {
    const answer = await service.request('GET', path);
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'POST'], path);
    assert.equal((await service.request('PATCH', path, { body: {} })).headers.allow, 'POST');
  }
  assert.equal((await service.request('GET', '/payments/pay_none')).status, 404);
});

test('compressed bodies are rejected, and url-encoded ones outside form submissions', async (t) => {
  const service = await startTestService(t);
  const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await service.request('POST', '/forms', { body: 'name=x', headers: urlEncoded })).status, 415);
  const form = await service.request('POST', '/forms', { body: { name: 'x', fields: [] } });
  const submit = `/forms/${form.body.id}/submit`;
  assert.equal((await service.request('POST', submit, { body: 'a=b', headers: urlEncoded })).status, 200);
  const zipped = { ...json, 'content-encoding': 'gzip' };
  assert.equal((await service.request('POST', submit, { body: '{}', headers: zipped })).status, 415);
  const identity = { ...json, 'content-encoding': 'identity' };
  assert.equal((await service.request('POST', submit, { body: '{}', headers: identity })).status, 200);
});

test('integers in queries must be digits, and numbers in bodies must be storable exactly', async (t) => {
  const service = await startContentService(t);
  for (const limit of ['1e1', '0x10', '%205', '1.0', '+5', '']) {
    const answer = await service.request('GET', `/deliveries?limit=${limit}`);
    assert.deepEqual([answer.status, answer.body.errors?.[0].pointer], [400, 'limit'], limit);
  }
  assert.equal((await service.request('GET', '/deliveries?limit=5')).status, 200);
  for (const number of ['1e400', '-1e400', '12345678901234567890']) {
    const body = `{"title": "x", "fields": {"big": ${number}}}`;
    const answer = await service.request('POST', '/content/post', { body, headers: json });
    assert.deepEqual([answer.status, answer.body.errors?.[0].pointer], [422, '/fields/big'], answer.text);
  }
  const kept = '{"title": "x", "fields": {"big": 6.02e23, "small": 0.1}}';
  const made = await service.request('POST', '/content/post', { body: kept, headers: json });
  assert.equal(made.status, 201, made.text);
});

test('problems without a more precise detail say what to do', async (t) => {
  const service = await startTestService(t);
  for (const [method, path, options, status, advice] of [
    ['GET', '/forms', { token: null }, 401, /^Send an API key as `Authorization/],
    ['GET', '/forms', { token: 'fd_unknown' }, 401, /^Create a new key in the admin/],
    ['PUT', '/payments/checkout', {}, 405, /^This path accepts POST$/],
    [
      'POST',
      '/forms',
      { body: 'x', headers: { 'content-type': 'text/plain; charset=utf-8' } },
      415,
      /^Send the body as application\/json: the header Content-Type says text\/plain$/,
    ],
    [
      'POST',
      '/media',
      { body: 'x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      /^Send the body as application\/json or multipart\/form-data: /,
    ],
    ['POST', '/forms', {}, 422, /^body: is required, as JSON$/],
    ['POST', '/forms', { body: '{', headers: json }, 400, /^Expected property name or '}' at line 1, column 2$/],
    ['GET', '/forms?token=fd_x', {}, 400, /^Send it in the `Authorization` header/],
    ['GET', '/views?type=post', {}, 403, /^Sign in to the admin/],
    ['GET', '/medias', {}, 404, /^There is no such path\. The reference at \/api\/docs lists all$/],
    ['GET', '//media', {}, 404, /^There is no such path\. The API begins with \/api\/v1$/],
  ] as const) {
    const answer = await service.request(method, path, options);
    assert.equal(answer.status, status, path);
    assert.match(answer.body.detail, advice, path);
  }
});
