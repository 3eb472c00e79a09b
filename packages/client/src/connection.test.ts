// Authentication, errors and retries, against a scripted server.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { answer, breakOff, type Script, startScriptedServer } from '../test/support/scripted-server.ts';
import { createAdminClient } from './admin.ts';
import { FrontdeskError } from './frontdesk-error.ts';

const busy = { status: 503, headers: { 'retry-after': '0' }, json: { code: 'store_unavailable', title: 'Busy' } };
const page = { json: { items: [], total: 0 } };

function isProblem(code: string, status: number) {
  return (error: unknown) => {
    assert.ok(error instanceof FrontdeskError);
    assert.deepEqual([error.code, error.status], [code, status]);
    return true;
  };
}

test('a token is sent as a bearer token, without the session', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, page);
  await createAdminClient({ baseUrl: `${baseUrl}/`, token: 'fd_secret' }).contacts.list({
    search: 'Ada & Co',
    limit: 5,
  });
  const [{ method, url, headers } = assert.fail()] = asked;
  assert.equal(`${method} ${url}`, 'GET /api/v1/contacts?search=Ada+%26+Co&limit=5');
  assert.equal(headers.authorization, 'Bearer fd_secret');
  assert.equal(headers['x-frontdesk-client'], undefined);
  assert.equal(headers['content-type'], undefined);
});

test('without a token, and outside a page of the service, nothing identifies the caller', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, page);
  const inits: (RequestInit | undefined)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    inits.push(init);
    return globalThis.fetch(input, init);
  };
  await createAdminClient({ baseUrl, fetch }).contacts.list();
  assert.equal(inits[0]?.credentials, undefined);
  assert.equal(asked[0]?.headers.authorization, undefined);
  assert.equal(asked[0]?.headers['x-frontdesk-client'], undefined);
});

test('a problem becomes an error that names every fault', async (t) => {
  const errors = [{ pointer: '/title', code: 'required', detail: 'is required' }];
  const json = { type: 'urn:x', title: 'The body does not fit', status: 422, detail: 'title: is required', errors };
  const { baseUrl, asked } = await startScriptedServer(t, {
    status: 422,
    headers: { 'x-request-id': 'req_1' },
    json: { ...json, code: 'invalid_body', submissionId: 'sub_1' },
  });
  const client = createAdminClient({ baseUrl, token: 'x' });
  await assert.rejects(client.content('post').create({ title: '' }), (error) => {
    assert.ok(error instanceof FrontdeskError && error instanceof Error);
    assert.equal(error.name, 'FrontdeskError');
    assert.equal(error.message, 'The body does not fit: title: is required');
    assert.deepEqual(
      [error.code, error.status, error.title, error.detail, error.requestId],
      ['invalid_body', 422, 'The body does not fit', 'title: is required', 'req_1'],
    );
    assert.deepEqual(error.errors, errors);
    assert.equal(error.problem.submissionId, 'sub_1');
    return true;
  });
  assert.equal(asked.length, 1, 'a refusal is not asked again');
});

test('the response of a proxy in between is an error too', async (t) => {
  const { baseUrl } = await startScriptedServer(t, { status: 403, text: '<h1>Forbidden</h1>' });
  await assert.rejects(createAdminClient({ baseUrl }).contacts.list(), isProblem('http_error', 403));
});

test('a success that is not JSON is an error', async (t) => {
  const { baseUrl } = await startScriptedServer(t, { text: '<!doctype html>' });
  await assert.rejects(createAdminClient({ baseUrl }).contacts.list(), isProblem('invalid_answer', 200));
});

test('no service at the URL is a network_error', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const client = createAdminClient({ baseUrl: `http://127.0.0.1:${port}/api/v1` });
  await assert.rejects(client.contacts.update('con_1', {}), (error) => {
    assert.ok(error instanceof FrontdeskError);
    assert.deepEqual([error.code, error.status], ['network_error', 0]);
    assert.match(error.message, /could not be reached.*ECONNREFUSED/);
    return true;
  });
});

for (const [what, failure] of [
  ['a lost connection', breakOff],
  ['502', { status: 502, text: 'Bad gateway' }],
  ['503 with Retry-After', busy],
  ['429', { status: 429, headers: { 'retry-after': '0' }, json: { code: 'rate_limited', title: 'Slow down' } }],
] as const) {
  test(`a read is tried again twice after ${what}`, async (t) => {
    const { baseUrl, asked } = await startScriptedServer(t, failure, failure, { json: { id: 'con_1' } });
    const contact = await createAdminClient({ baseUrl, token: 'x' }).contacts.get('con_1');
    assert.equal(contact.id, 'con_1');
    assert.equal(asked.length, 3);
  });
}

test('an incomplete response is requested again', async (t) => {
  const half = (response: import('node:http').ServerResponse): void => {
    response.writeHead(200, { 'content-length': '100' }).write('{"id":');
    setImmediate(() => response.destroy());
  };
  const { baseUrl, asked } = await startScriptedServer(t, half, { json: { id: 'con_1' } });
  assert.equal((await createAdminClient({ baseUrl, token: 'x' }).contacts.get('con_1')).id, 'con_1');
  assert.equal(asked.length, 2);
});

test('a read fails after three attempts', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, busy);
  await assert.rejects(createAdminClient({ baseUrl }).contacts.list(), isProblem('store_unavailable', 503));
  assert.equal(asked.length, 3);
});

test('a long Retry-After is an error at once, with the time to wait', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { ...busy, headers: { 'retry-after': '3600' } });
  await assert.rejects(createAdminClient({ baseUrl }).contacts.list(), (error) => {
    assert.equal((error as FrontdeskError).retryAfterSeconds, 3600);
    return true;
  });
  assert.equal(asked.length, 1);
});

test('a POST with an idempotency key is repeated with the same key', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, breakOff, busy, { json: { url: 'https://pay.example' } });
  const client = createAdminClient({ baseUrl, token: 'x' });
  assert.deepEqual(await client.payments.checkout({ amount: 100, currency: 'usd' }), { url: 'https://pay.example' });
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.deepEqual(new Set(keys).size, 1);
  assert.equal(keys.length, 3);
});

test('while a lost first attempt is in progress, its response is awaited', async (t) => {
  const running = {
    status: 409,
    headers: { 'retry-after': '0' },
    json: { code: 'request_in_progress', title: 'Running' },
  };
  const { baseUrl, asked } = await startScriptedServer(t, breakOff, running, { json: { id: 'ref_1' } });
  const client = createAdminClient({ baseUrl, token: 'x' });
  assert.equal((await client.payments.refund({ paymentIntentId: 'pi_1' }, { idempotencyKey: 'mine' })).id, 'ref_1');
  assert.deepEqual(
    asked.map(({ headers }) => headers['idempotency-key']),
    ['mine', 'mine', 'mine'],
  );
});

test('two requests have different keys', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { json: { submissionId: 'sub_1', status: 'ok' } });
  const form = createAdminClient({ baseUrl }).forms('contact');
  await form.submit({ name: 'Ada' });
  await form.submit({ name: 'Ada' });
  assert.notEqual(asked[0]?.headers['idempotency-key'], asked[1]?.headers['idempotency-key']);
});

test('a request that is not safe to repeat is sent once', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, busy);
  const client = createAdminClient({ baseUrl, token: 'x' });
  await assert.rejects(client.content('post').update('item_1', { title: 'x' }));
  await assert.rejects(client.content('post').delete('item_1'));
  await assert.rejects(client.tokens.create({ name: 'x', scopes: ['admin'] }));
  await assert.rejects(client.request('POST', '/deliveries/dlv_1/resend'));
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['PATCH', 'DELETE', 'POST', 'POST'],
  );
  assert.ok(asked.every(({ headers }) => headers['idempotency-key'] === undefined));
});

test('a request can be aborted, also between two attempts', async (t) => {
  const stop = new AbortController();
  const { baseUrl, asked } = await startScriptedServer(t, (response) => {
    answer(response, { ...busy, headers: { 'retry-after': '9' } });
    setTimeout(() => stop.abort(new Error('enough')), 50);
  });
  await assert.rejects(createAdminClient({ baseUrl }).contacts.list({}, { signal: stop.signal }), /enough/);
  assert.equal(asked.length, 1);
});

test('a call ends after its time, which counts all its attempts and the body, or with the signal of the caller', async (t) => {
  const silent: Script = () => {};
  const slowBody: Script = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  const { baseUrl, asked } = await startScriptedServer(
    t,
    { ...busy, headers: { 'retry-after': '5' } },
    silent,
    slowBody,
  );
  const client = createAdminClient({ baseUrl, token: 'x', timeoutSeconds: 2 });
  const isTimeout = (error: unknown) => {
    isProblem('timeout', 0)(error);
    assert.equal(
      (error as Error).message,
      'The request took too long: There was no complete response within 2 seconds',
    );
    return true;
  };
  for (const _ of ['waiting for the next attempt', 'without a response', 'within the body'])
    await assert.rejects(client.contacts.list(), isTimeout);
  assert.equal(asked.length, 3);

  const call = createAdminClient({ baseUrl, token: 'x' });
  await assert.rejects(call.contacts.get('con_1', { timeoutSeconds: 2 }), isTimeout);
  await assert.rejects(call.tags.create({ name: 'x' }, { timeoutSeconds: 2 }), isTimeout);
  const gone = new Error('The page was closed');
  const stop = new AbortController();
  const pending = client.contacts.list({}, { signal: stop.signal, timeoutSeconds: 60 });
  stop.abort(gone);
  await assert.rejects(pending, gone);
  await assert.rejects(client.contacts.list({}, { signal: AbortSignal.abort(gone) }), gone);
  await assert.rejects(client.contacts.list({}, { timeoutSeconds: -1 }), /timeoutSeconds must be 0 or more/);
});

test('the time of a call ends with the response whose body the caller reads', async (t) => {
  const { baseUrl } = await startScriptedServer(t, (response) => {
    response.writeHead(200).write('a');
    setTimeout(() => response.end('b'), 2500);
  });
  const { send } = createAdminClient({ baseUrl, token: 'x', timeoutSeconds: 2 });
  assert.equal(await (await send('GET', '/files/file_1')).text(), 'ab');
});

test('a client of nothing says what is missing', () => {
  for (const options of [{}, { baseUrl: '' }, undefined])
    assert.throws(
      () => createAdminClient(options as { baseUrl: string }),
      /^TypeError: baseUrl is missing: the address of the API/,
    );
});
