import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createAdminClient } from '../../../client/src/admin.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { samplesOf } from './code-samples.ts';
import { entriesOf, type ReferenceDocument, renderReference, sampleCall } from './reference-page.ts';

const document: ReferenceDocument = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
);
const entries = entriesOf(document).filter(({ baseUrl }) => baseUrl.endsWith('/api/v1'));

test('the sample of our client sends the request of its operation, for every operation', async (t) => {
  const received: { method?: string | undefined; path?: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ method: request.method, path: request.url, body });
    response.setHeader('content-type', 'application/json').end('{"items":[]}');
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const wrong: string[] = [];
  assert.ok(entries.length > 200);
  for (const entry of entries) {
    const call = { ...sampleCall(document, entry), baseUrl };
    const code = samplesOf(call).find(({ language }) => language === 'js')?.code ?? '';
    const [, ...lines] = code.split('\n');
    received.length = 0;
    await AsyncFunction(
      'createAdminClient',
      'console',
      lines.join('\n'),
    )(createAdminClient, { log() {} }).catch((error: unknown) => received.push({ body: String(error) }));
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(call.place[name] ?? ''));
    const [first] = received;
    const isRight =
      received.length === 1 &&
      first?.method === call.method &&
      first.path?.split('?')[0] === `/api/v1${path}` &&
      (call.file !== null || first.body === (call.body === null ? '' : JSON.stringify(call.body)));
    if (!isRight)
      wrong.push(`${call.method} ${call.path}: ${lines.slice(6).join(' ')} sent ${JSON.stringify(received)}`);
  }
  assert.deepEqual(wrong, []);
});

test('the reference loads nothing from other hosts, runs only its own script, and is not shown in frames', async (t) => {
  const service = await startTestService(t);
  const get = (url: string) => service.request('GET', `/${url}`, { token: null });
  const { status, headers } = await get('/api/docs');
  const policy = String(headers['content-security-policy']);
  assert.equal(status, 200);
  assert.match(policy, /^default-src 'none'; img-src 'self'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; /);
  assert.match(policy, /connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/);
  assert.equal((await get('/api/docs/contacts')).status, 200);
  assert.equal((await get('/api/docs/nothing')).status, 404);
});

test('an operation says which scope it needs, what it returns and which problems are its own', () => {
  const page = renderReference(document, 'payments', new Map([['createRefund', 'payments:write']])) ?? '';
  const [, refund = ''] = /<section class="operation" id="createRefund"(.*?)<\/section>/s.exec(page) ?? [];
  const text = refund.replace(/<[^>]+>/g, '').replaceAll('&#34;', '"');
  assert.match(text, /Operation createRefund · needs the scope payments:write/);
  assert.match(text, /Example of the response.*"id": "ref_.*"createdAt": "2027/s);
  assert.match(text, /Problems of its own: 409 Conflict, 422 [^,]+, 502 /);
});

const parsers = {
  python: ['python3', '-c', 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'],
  php: ['php', '-r', 'foreach (json_decode(stream_get_contents(STDIN)) as $code) token_get_all($code, TOKEN_PARSE);'],
};
for (const [name, [program = '', ...words]] of Object.entries(parsers)) {
  const skip = spawnSync(program, ['--version']).error !== undefined;
  test(`the samples for ${name} are without faults of syntax`, { skip }, () => {
    const codes = entries.flatMap((entry) =>
      samplesOf(sampleCall(document, entry)).flatMap(({ language, code }) => (language === name ? [code] : [])),
    );
    assert.equal(codes.length, entries.length);
    const { status, stdout, stderr } = spawnSync(program, words, { input: JSON.stringify(codes), encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });
}

test('every operation is on one page, and every link of the reference leads to something', () => {
  const first = renderReference(document, '') ?? '';
  const slugs = [...new Set([...first.matchAll(/href="\/api\/docs\/([\w-]+)"/g)].map(([, slug = '']) => slug))];
  const ids = new Set<string>();
  for (const slug of slugs) {
    const page = renderReference(document, slug) ?? '';
    const own = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
    for (const [, id = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(own.has(id), `${slug}#${id}`);
    for (const id of own) ids.add(`${slug}#${id}`);
  }
  for (const [, target = ''] of first.matchAll(/href="\/api\/docs\/([\w-]+#\w+)"/g)) assert.ok(ids.has(target), target);
  for (const { operation } of entriesOf(document))
    assert.equal([...ids].filter((id) => id.endsWith(`#${operation.operationId}`)).length, 1, operation.operationId);
  assert.equal(renderReference(document, 'nothing'), null);
});
