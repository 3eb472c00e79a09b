import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { documentChecks, operationsOf } from './document-checks.ts';
import { startServerProcess } from './server-process.ts';
import { startTestService } from './test-service.ts';
import { waitFor } from './wait-for.ts';
import { watchResponses } from './watch-responses.ts';

const document = {
  components: {
    headers: { ETag: { schema: { type: 'string' } } },
    responses: {
      NotFound: { description: 'Not found', content: { 'application/problem+json': { schema: { type: 'object' } } } },
    },
  },
  paths: {
    '/mugs/{id}': {
      get: {
        responses: {
          200: {
            headers: { ETag: { $ref: '#/components/headers/ETag' }, 'X-Request-Id': { required: true } },
            content: {
              'application/json': {
                schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
              },
            },
          },
          304: {},
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
};

test('a response that differs from the document is named: its status, headers, media type and body', () => {
  const [operation] = operationsOf(document);
  assert.ok(operation);
  const check = documentChecks(document);
  const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r', etag: '"1"' };
  const differs = (status: number, headers: Record<string, string>, text = '') =>
    check(operation, { status, headers, text });
  assert.equal(differs(200, json, '{"id":"a"}'), null);
  assert.equal(differs(304, {}), null);
  assert.equal(differs(404, { 'content-type': 'application/problem+json' }, '{}'), null);
  assert.equal(differs(500, json), 'status 500');
  assert.equal(differs(200, { ...json, 'x-new': '1' }), 'header x-new with 200');
  assert.equal(differs(200, { 'content-type': 'application/json' }), 'without header x-request-id with 200');
  assert.equal(differs(304, {}, 'x'), 'a body with 304');
  assert.match(differs(404, { 'content-type': 'text/html' }, '') ?? '', /content type text\/html with 404/);
  assert.match(differs(200, json, '{}') ?? '', /a body with 200:.*required property 'id'/);
  assert.match(differs(200, json, '{"id":"a","other":1}') ?? '', /must NOT have additional properties/);
});

test('responses inside the process and over HTTP are seen', async (t) => {
  const service = await startTestService(t);
  const text = { type: 'object', properties: { items: { type: 'string' } } };
  const typesOf = (schema: object) => ({
    paths: { '/types': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  });
  const differences = watchResponses(service.app, async () => typesOf(text));
  const none = watchResponses(service.app, async () => ({ paths: {} }));
  const origin = await service.listen();
  const headers = { authorization: `Bearer ${service.token}` };
  await (await fetch(`${origin}/api/v1/types`, { headers })).text();
  const [overHttp] = await differences();
  assert.match(overHttp ?? '', /^GET \/types: header x-request-id with 200/);
  assert.deepEqual(await none(), ['GET /api/v1/types: no operation answers with 200']);
  await service.request('GET', '/types');
  assert.equal((await differences()).length, 1, 'the same fault is named once');
});

test('responses of a process are seen, also after it was killed, and fail the test that started it', async () => {
  const cleanups: (() => Promise<void>)[] = [];
  const server = await startServerProcess({ after: (run: unknown) => void cleanups.push(run as () => Promise<void>) });
  await server.request('GET', '/types');
  const file = `${server.folder}-responses.ndjson`;
  await waitFor('the record', () => existsSync(file));
  await server.kill();
  const [line = assert.fail('nothing was recorded')] = (await readFile(file, 'utf8')).split('\n');
  const { method, url, status } = JSON.parse(line);
  assert.deepEqual([method, url, status], ['GET', '/api/v1/types', 200]);
  await appendFile(file, `${JSON.stringify({ ...JSON.parse(line), status: 299 })}\n`);
  const end = async () => {
    for (const run of cleanups) await run();
  };
  await assert.rejects(end(), /GET \/types: status 299/);
  assert.equal(cleanups.length, 2, 'a hook of its own, which keeps no other from running');
});
