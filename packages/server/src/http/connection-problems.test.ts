import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';

/** Sends bytes on a raw connection and reads until the service closes it. */
function converse(origin: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part);
    });
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no end after: ${text}`)));
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

async function listen(t: TestContext) {
  const service = await startTestService(t);
  return { service, origin: await service.listen() };
}

test('invalid HTTP gets a problem with a request ID', async (t) => {
  const { origin } = await listen(t);
  const head = 'Host: x\r\nConnection: close\r\n';
  const requests: [request: string, status: number, code: string][] = [
    ['NONSENSE\r\n\r\n', 400, 'malformed_request'],
    [`GET /healthz HTTP/1.1\r\n${head}Bad Header: x\r\n\r\n`, 400, 'malformed_request'],
    ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    [`GET /healthz HTTP/1.1\r\n${head}Host: y\r\n\r\n`, 400, 'malformed_request'],
    [`GET /healthz HTTP/1.1\r\n${head}host: x\r\n\r\n`, 400, 'malformed_request'],
    [`GET /healthz HTTP/1.1\r\n${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, 431, 'headers_too_large'],
    [`GET /healthz HTTP/1.1\r\n${head}Expect: wonders\r\n\r\n`, 417, 'expectation_failed'],
  ];
  for (const [request, status, code] of requests) {
    const answer = await converse(origin, request);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), answer);
    assert.match(answer, /content-type: application\/problem\+json/i);
    assert.match(answer, /x-request-id: [\w-]+/i);
    assert.match(answer, new RegExp(`"code":"${code}"`));
  }
});

test('a body far over the limit gets a response instead of a reset connection', async (t) => {
  const { service, origin } = await listen(t);
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'x'.repeat(10_000_000) });
  for (let round = 0; round < 3; round++) {
    const answer = await fetch(`${origin}/api/v1/forms`, { method: 'POST', headers, body });
    assert.equal(answer.status, 413);
    assert.equal(((await answer.json()) as { code: string }).code, 'body_too_large');
  }
  const lines = [...Object.entries(headers), ['host', 'x'], ['content-length', body.length]].map(
    ([k, v]) => `${k}: ${v}`,
  );
  const text = await converse(
    origin,
    `POST /api/v1/forms HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
    Buffer.from(body),
  );
  assert.match(text, /^HTTP\/1.1 413 /);
});

test('a body that is announced as far too large is rejected before it arrives, and the connection is closed', async (t) => {
  const { service, origin } = await listen(t);
  const lines = [
    'POST /api/v1/forms HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${service.token}`,
    'Content-Type: application/json',
    `Content-Length: ${1024 ** 3}`,
  ];
  const startedAt = performance.now();
  const answer = await converse(origin, `${lines.join('\r\n')}\r\n\r\n{`);
  assert.match(answer, /^HTTP\/1.1 413 /);
  assert.match(answer, /connection: close/i);
  assert.match(answer, /"code":"body_too_large"/);
  // Five seconds are allowed for a body that keeps coming.
  assert.ok(performance.now() - startedAt < 4000);
});

test('a kept response is not sent to a request with two Host headers', async (t) => {
  const { service, origin } = await listen(t);
  await service.request('POST', '/types', { body: { name: 'note', plural: 'notes', publicRead: true } });
  const get = (more: string) =>
    converse(origin, `GET /api/v1/content/notes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);
  for (let n = 0; n < 2; n++) assert.match(await get(''), /^HTTP\/1.1 200 /);
  assert.match(await get('Host: y\r\n'), /^HTTP\/1.1 400 /);
});

test('what arrives while the service stops gets a problem that says so', async (t) => {
  const { service, origin } = await listen(t);
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  // A request has begun on the connection, so it stays open when the service stops.
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/types HTTP/1.1\r\nHost: x\r\n');
  await waitFor('the first response', () => text.startsWith('HTTP/1.1 200 '));
  const stopped = service.app.close();
  await waitFor('the end of listening', () => !service.app.server.listening);
  socket.write('\r\n');
  await Promise.all([stopped, closed]);
  assert.match(text, /HTTP\/1\.1 503 /);
  assert.match(text, /\r\ncontent-type: application\/problem\+json/i);
  assert.match(text, /"code":"shutting_down"/);
});
