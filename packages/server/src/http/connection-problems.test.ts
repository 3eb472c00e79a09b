import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';

/** Sends bytes on a raw connection and reads until the service closes it. */
function converse(origin: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part);
    });
    socket.setTimeout(15_000, () => socket.destroy(new Error(`no end after: ${text}`)));
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
