import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';

const body = { name: 'same', fields: [] };
const key = { 'idempotency-key': '"3f6c"' };

test('the same key and body return the first response again, and the work is done once', async (t) => {
  const service = await startTestService(t);
  const first = await service.request('POST', '/forms', { body, headers: key });
  const again = await service.request('POST', '/forms', { body, headers: { 'idempotency-key': '3f6c' } });
  assert.equal(first.status, 201);
  assert.equal(again.status, 201);
  assert.equal(again.text, first.text);
  assert.equal(again.headers.location, first.headers.location);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(
    (await service.request('GET', '/forms')).body.items.filter((form: { name: string }) => form.name === 'same').length,
    1,
  );
});

test('the same key with a different body is rejected, and another caller may use the same key', async (t) => {
  const service = await startTestService(t);
  await service.request('POST', '/forms', { body, headers: key });
  const reused = await service.request('POST', '/forms', { body: { ...body, name: 'other' }, headers: key });
  assert.equal(reused.status, 422);
  assert.equal(reused.body.code, 'idempotency_key_reused');
  const other = await service.request('POST', '/forms', {
    body,
    headers: key,
    token: await service.tokenWith('forms:write'),
  });
  assert.equal(other.headers['idempotency-replayed'], undefined);
});

test('of many requests at once one runs, and the others get 409', async (t) => {
  const service = await startTestService(t);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.request('POST', '/forms', { body, headers: key })),
  );
  const made = answers.filter((answer) => answer.status === 201 && !answer.headers['idempotency-replayed']);
  assert.equal(made.length, 1);
  for (const answer of answers)
    assert.ok(
      answer.status === 201 || (answer.status === 409 && answer.body.code === 'request_in_progress'),
      answer.text,
    );
  assert.equal(
    (await service.request('GET', '/forms')).body.items.filter((form: { name: string }) => form.name === 'same').length,
    1,
  );
});

test('a rejected request leaves its key free for the corrected one', async (t) => {
  const service = await startTestService(t);
  assert.equal((await service.request('POST', '/forms', { body: { name: '' }, headers: key })).status, 422);
  assert.equal((await service.request('POST', '/forms', { body, headers: key })).status, 201);
  const bad = await service.request('POST', '/forms', { body, headers: { 'idempotency-key': 'with space' } });
  assert.equal(bad.body.code, 'invalid_header');
});
