import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createServer } from '../../src/http/server.ts';
import { documentChecks, operationsOf } from './document-checks.ts';
import { headerFault } from './header-rules.ts';
import type { Kept } from './record-responses.ts';
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
  // The built-in sandbox responds in the same process.
  const line = await waitFor('the record', async () =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').find((line) => line.includes('"/api/v1/')),
  );
  await server.kill();
  const { method, url, status } = JSON.parse(line);
  assert.deepEqual([method, url, status], ['GET', '/api/v1/types', 200]);
  await appendFile(file, `${JSON.stringify({ ...JSON.parse(line), status: 299 })}\n`);
  const end = async () => {
    for (const run of cleanups) await run();
  };
  await assert.rejects(end(), /GET \/types: status 299/);
  assert.equal(cleanups.length, 2, 'a hook of its own, which keeps no other from running');
});

const page = {
  ...{ method: 'GET', url: '/docs', status: 200, text: '', hasBody: true, isPersonal: false },
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  } as Record<string, unknown>,
};
const policy = String(page.headers['content-security-policy']);

/** What is wrong with a page if these headers are others or, with undefined, missing. */
function faultWith(headers: Record<string, unknown>, others: Partial<Kept> = {}): string | null {
  return headerFault({ ...page, ...others, headers: { ...page.headers, ...headers } });
}

test('a page without one of the headers that keep it safe is named', () => {
  assert.equal(faultWith({}), null);
  for (const name of ['x-content-type-options', 'content-security-policy', 'referrer-policy'])
    assert.equal(faultWith({ [name]: undefined }), `${name} is missing with 200`);
  const weaker = [
    ["default-src 'none'", 'default-src *'],
    ["script-src 'self'", "script-src 'self' 'unsafe-inline'"],
    ["script-src 'self'", 'script-src https://cdn.example'],
    ["base-uri 'none'", ''],
    ["frame-ancestors 'none'", ''],
  ] as const;
  for (const [from, to] of weaker)
    assert.notEqual(faultWith({ 'content-security-policy': policy.replace(from, to) }), null, to || from);
  assert.equal(faultWith({ 'referrer-policy': 'unsafe-url' }), 'referrer-policy unsafe-url with 200');
  const open = { 'content-security-policy': policy.replace("; frame-ancestors 'none'", '') };
  assert.equal(faultWith(open, { url: '/f/contact?embed=https%3A%2F%2Fshop.example' }), null);
  assert.equal(faultWith(open, { url: '/f/contact' }), 'frame-ancestors undefined with 200');
  assert.equal(faultWith({}, { url: '/admin' }), 'cross-origin-resource-policy is missing with 200');
});

test('a weak cookie, an upload that could run, and public caching of what one caller got are named', () => {
  const setting = (cookie: string) =>
    faultWith({ 'set-cookie': [cookie], 'cache-control': 'no-store' }, { url: '/api/v1/session' });
  assert.equal(setting('frontdesk=a; Max-Age=1; Path=/; HttpOnly; SameSite=Lax'), null);
  assert.equal(setting('__Host-frontdesk=a; Path=/; HttpOnly; Secure; SameSite=Lax'), null);
  for (const weak of ['HttpOnly', 'SameSite=Lax', 'HttpOnly; SameSite=None', 'HttpOnly; SameSite=Lax; Secure'])
    assert.match(setting(`frontdesk=a; Path=/; ${weak}`) ?? '', /^cookie frontdesk; /, weak);
  assert.match(
    faultWith({ 'set-cookie': 'frontdesk=a; Path=/; HttpOnly; SameSite=Lax' }) ?? '',
    /^cache-control is missing/,
  );
  const upload = { url: '/media/med_1/logo.svg' };
  assert.equal(faultWith({ 'content-type': 'image/svg+xml' }, upload), 'no sandbox with 200');
  assert.equal(faultWith({ 'content-type': 'application/pdf' }, upload), null);
  const list = { url: '/api/v1/contacts', isPersonal: true };
  const json = { 'content-type': 'application/json' };
  assert.equal(faultWith({ ...json, 'cache-control': 'public, no-cache' }, list), 'public caching with 200');
  const saved = { ...json, 'content-disposition': 'attachment; filename="export.csv"' };
  assert.equal(faultWith(saved, list), 'cache-control is missing with 200');
});

test('pages are watched like the API, inside the process and over HTTP', async (t) => {
  const app = createServer({ logLevel: 'silent', trustProxy: [], slowMs: 0 });
  t.after(() => app.close());
  app.get('/bare', async (_request, reply) =>
    reply.removeHeader('x-content-type-options').type('text/html').send('<p>'),
  );
  const overHttp = watchResponses(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await (await fetch(`${origin}/bare`)).text();
  assert.deepEqual(await overHttp(), ['GET /bare: x-content-type-options is missing with 200']);
  const inside = watchResponses(app);
  await app.inject({ method: 'GET', url: '/bare' });
  assert.deepEqual(await inside(), ['GET /bare: x-content-type-options is missing with 200']);
});
