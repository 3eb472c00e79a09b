// `frontdesk types` as a program, against a real server.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../server/test/support/test-service.ts';
import { runCommand as run } from '../../test/support/run-command.ts';
import { startScriptedServer } from '../../test/support/scripted-server.ts';
import { readSiteDocument, startExampleSite } from '../../test/support/start-example-site.ts';
import { writeSiteTypes } from '../site-types.ts';

async function startSite(t: TestContext): Promise<{ baseUrl: string; token: string; expected: string }> {
  const service = await startExampleSite(t);
  const baseUrl = `${await service.listen()}/api/v1`;
  return { baseUrl, token: service.token, expected: writeSiteTypes(await readSiteDocument(service)) };
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-types-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('types are written from a running service, and are then up to date', async (t) => {
  const { baseUrl, token, expected } = await startSite(t);
  const out = path.join(await emptyFolder(t), 'types', 'site.d.ts');
  const args = ['types', '--url', baseUrl, '--token', token, '--out', out];
  const first = await run(args);
  assert.deepEqual([first.code, first.stderr], [0, '']);
  assert.match(first.stdout, /was written/);
  assert.equal(await readFile(out, 'utf8'), expected);
  assert.match((await run(args)).stdout, /is up to date/);
  assert.equal((await run([...args, '--check'])).code, 0);
});

test('--check shows the first difference, writes nothing and exits with 1', async (t) => {
  const { baseUrl, token, expected } = await startSite(t);
  const out = path.join(await emptyFolder(t), 'site.d.ts');
  const args = ['types', '--url', new URL(baseUrl).origin, '--token', token, '--out', out, '--check'];
  const missing = await run(args);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /does not exist/);
  const stale = expected.replace('price: number;', 'prize: number;');
  await writeFile(out, stale);
  const { code, stderr } = await run(args);
  assert.equal(code, 1);
  assert.match(stderr, /is out of date/);
  assert.match(stderr, /^- +prize: number;$/m);
  assert.match(stderr, /^\+ +price: number;$/m);
  assert.match(stderr, /first difference is on line \d+:$/m);
  assert.doesNotMatch(stderr, /contact/, 'only the first difference is shown');
  assert.equal(await readFile(out, 'utf8'), stale);
  for (const [text, said] of [
    [expected.replaceAll('\n', '\r\n'), /Only the line endings differ/],
    [`${expected}more\n`, /^- more$/m],
    [expected.slice(0, expected.lastIndexOf('}')), /^\+ }/m],
    ['', /^\+ /m],
  ] as const) {
    await writeFile(out, text);
    const outcome = await run(args);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, said);
  }
});

test('the URL and the token can come from the environment', async (t) => {
  const { baseUrl, token } = await startSite(t);
  const out = path.join(await emptyFolder(t), 'site.d.ts');
  const outcome = await run(['types', '--out', out], {
    environment: { FRONTDESK_URL: baseUrl, FRONTDESK_TOKEN: token },
  });
  assert.equal(outcome.code, 0, outcome.stderr);
});

test('an error is one line', async (t) => {
  const service = await startTestService(t);
  const baseUrl = `${await service.listen()}/api/v1`;
  const { token } = service;
  const formsOnly = await service.tokenWith('forms:read');
  const { baseUrl: other } = await startScriptedServer(t, { text: '<!doctype html>' });
  const { baseUrl: another } = await startScriptedServer(t, { json: { openapi: '3.1.0' } });
  const out = path.join(await emptyFolder(t), 'site.d.ts');
  for (const [args, said] of [
    [['--url', baseUrl, '--token', 'fd_bad', '--out', out], /the API key is unknown, expired or revoked/],
    [['--url', baseUrl, '--token', formsOnly, '--out', out], /needs the scope content:read$/m],
    [['--url', other, '--token', token, '--out', out], /no Frontdesk found at this URL/],
    [['--url', another, '--token', token, '--out', out], /no Frontdesk found at this URL/],
    [['--url', 'frontdesk.example', '--token', 'x', '--out', out], /must start with http/],
    [['--token', 'x', '--out', out], /--url is required/],
    [['--url', baseUrl, '--out', out], /--token is required/],
    [['--url', baseUrl, '--token', 'x'], /--out is required/],
    [['--verbose'], /--verbose/],
    [['--url', baseUrl, '--token', token, '--out', path.dirname(out)], /EISDIR/],
  ] as const) {
    const { code, stderr } = await run(['types', ...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, said);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('--help shows the options', async () => {
  const { code, stdout } = await run(['types', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /--check/);
});
