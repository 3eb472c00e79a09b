import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { isWellFormedToken, makeTokenText } from './tokens.ts';

test('a key has a checksum, so a mistyped one is recognized without a lookup', () => {
  const text = makeTokenText();
  assert.match(text, /^fd_[0-9A-Za-z]{49}$/);
  assert.ok(isWellFormedToken(text));
  const typo = text.slice(0, 10) + (text[10] === 'a' ? 'b' : 'a') + text.slice(11);
  assert.ok(!isWellFormedToken(typo));
});

test('a key is shown once, works, is listed without its text, and stops working when it is revoked', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/tokens', { body: { name: 'CI', scopes: ['content:read', 'admin'] } });
  assert.equal(made.status, 201);
  const { id, token } = made.body;
  const listed = await service.request('GET', '/tokens', { token });
  assert.equal(listed.status, 200);
  assert.ok(listed.body.items.some((item: { id: string }) => item.id === id));
  assert.ok(!listed.text.includes(token));
  const change = { name: 'Build', scopes: ['content:read'], expiresAt: '2099-01-01T00:00:00.000Z' };
  const changed = await service.request('PATCH', `/tokens/${id}`, { body: change });
  const { createdAt, lastFour } = made.body;
  const { lastUsedAt, updatedAt } = changed.body;
  assert.deepEqual(
    [changed.status, changed.body],
    [200, { ...change, id, createdAt, lastFour, lastUsedAt, updatedAt }],
  );
  assert.ok(updatedAt > made.body.updatedAt);
  const newest = await service.request('GET', `/tokens?updatedAt[gte]=${updatedAt}&sort=-updatedAt`);
  assert.deepEqual(newest.body.items, [changed.body]);
  assert.equal((await service.request('GET', '/tokens', { token })).body.code, 'insufficient_scope');
  const limited = { scopes: ['content:read:nothing'] };
  const wrong = await service.request('PATCH', `/tokens/${id}`, { body: limited });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/scopes/0']);
  const late = await service.request('PATCH', `/tokens/${id}`, { body: { expiresAt: '2020-01-01T00:00:00Z' } });
  assert.deepEqual([late.status, late.body.errors[0].pointer], [422, '/expiresAt']);
  const endless = await service.request('PATCH', `/tokens/${id}`, { body: { expiresAt: null, scopes: ['admin'] } });
  assert.deepEqual([endless.body.name, endless.body.expiresAt], ['Build', null]);
  assert.equal((await service.request('GET', '/tokens', { token })).status, 200);
  assert.equal((await service.request('PATCH', '/tokens/tok_no', { body: {} })).body.code, 'token_not_found');
  assert.equal((await service.request('DELETE', `/tokens/${id}`)).status, 200);
  const refused = await service.request('GET', '/tokens', { token });
  assert.equal(refused.status, 401);
  assert.equal(refused.body.code, 'invalid_token');
  assert.match(String(refused.headers['www-authenticate']), /^Bearer/);
});

test('an expired key is rejected, a missing one is required, and the error for a weak one names the missing scope', async (t) => {
  const service = await startTestService(t);
  const body = { name: 'short', scopes: ['admin'], expiresAt: new Date(Date.now() + 60_000).toISOString() };
  const { token } = (await service.request('POST', '/tokens', { body })).body;
  assert.equal((await service.request('GET', '/tokens', { token })).status, 200);
  service.advance(61_000);
  assert.equal((await service.request('GET', '/tokens', { token })).status, 401);
  assert.equal((await service.request('GET', '/tokens', { token: null })).body.code, 'unauthenticated');
  const weak = await service.request('GET', '/tokens', { token: await service.tokenWith('forms:read') });
  assert.equal(weak.status, 403);
  assert.equal(weak.body.requiredScope, 'admin');
  assert.equal((await service.request('GET', `/tokens?access_token=${token}`)).body.code, 'token_in_query');
});

test('invalid input gets every fault at once', async (t) => {
  const service = await startTestService(t);
  const answer = await service.request('POST', '/tokens', { body: { scopes: ['root'], colour: 1 } });
  assert.equal(answer.status, 422);
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.deepEqual(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), [
    '/colour',
    '/name',
    '/scopes/0',
  ]);
  assert.equal(
    (await service.request('POST', '/tokens', { body: '{"a":', headers: { 'content-type': 'application/json' } })).body
      .code,
    'malformed_json',
  );
  assert.equal((await service.request('PUT', '/tokens')).headers.allow, 'GET, HEAD, POST');
  assert.equal((await service.request('GET', '/nowhere')).body.code, 'not_found');
});

test('the text of a key is not stored, not even for a repeated request, and no expired key is created', async (t) => {
  const service = await startTestService(t);
  const body = { name: 'kept nowhere', scopes: ['content:read'] };
  const headers = { 'idempotency-key': 'make-token' };
  const first = await service.request('POST', '/tokens', { body, headers });
  const second = await service.request('POST', '/tokens', { body, headers });
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.notEqual(first.body.token, second.body.token);
  assert.deepEqual(await service.context.db.selectFrom('idempotencyKeys').selectAll().execute(), []);
  const late = await service.request('POST', '/tokens', { body: { ...body, expiresAt: '2020-01-01T00:00:00Z' } });
  assert.equal(late.status, 422);
  assert.equal(late.body.errors[0].pointer, '/expiresAt');
});
