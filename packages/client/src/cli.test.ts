// `frontdesk types` as a program, against a real server.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { exampleDeclaration } from '../test/support/example-declaration.ts';
import { answer, type ScriptedServer, startScriptedServer } from '../test/support/scripted-server.ts';
import { writeSiteTypes } from './site-types.ts';

const bin = path.resolve(import.meta.dirname, '../bin/frontdesk.mjs');

type Outcome = { code: number; stdout: string; stderr: string };

function run(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const { FRONTDESK_URL: _url, FRONTDESK_TOKEN: _token, ...rest } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { env: { ...rest, ...environment } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

/** A site that tells its forms two at a time. */
async function startSite(t: TestContext, { types, forms } = exampleDeclaration): Promise<ScriptedServer> {
  return startScriptedServer(t, (response, { url, headers }) => {
    const { pathname, searchParams } = new URL(url, 'http://site');
    if (headers.authorization !== 'Bearer fd_good') {
      const json = { status: 401, code: 'invalid_token', title: 'The token is not valid' };
      return answer(response, { status: 401, json });
    }
    if (pathname === '/api/v1/types') return answer(response, { json: { items: types, total: types.length } });
    const offset = Number(searchParams.get('offset') ?? 0);
    answer(response, { json: { items: forms.slice(offset, offset + 2), total: forms.length } });
  });
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-types-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('writes the site of a running service, every page of its forms, and finds it up to date', async (t) => {
  const { baseUrl } = await startSite(t);
  const out = path.join(await emptyFolder(t), 'types', 'site.d.ts');
  const args = ['types', '--url', baseUrl, '--token', 'fd_good', '--out', out];
  const first = await run(args);
  assert.deepEqual([first.code, first.stderr], [0, '']);
  assert.match(first.stdout, /is written/);
  assert.equal(await readFile(out, 'utf8'), writeSiteTypes(exampleDeclaration));
  assert.match((await run(args)).stdout, /is up to date/);
  assert.equal((await run([...args, '--check'])).code, 0);
});

test('--check shows what is stale, writes nothing, and exits with 1', async (t) => {
  const { baseUrl } = await startSite(t);
  const out = path.join(await emptyFolder(t), 'site.d.ts');
  const args = ['types', '--url', new URL(baseUrl).origin, '--token', 'fd_good', '--out', out, '--check'];
  const missing = await run(args);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /does not exist/);
  const stale = writeSiteTypes(exampleDeclaration).replace('price: number;', 'prize: number;');
  await writeFile(out, stale);
  const { code, stderr } = await run(args);
  assert.equal(code, 1);
  assert.match(stderr, /is stale/);
  assert.match(stderr, /^- +prize: number;$/m);
  assert.match(stderr, /^\+ +price: number;$/m);
  assert.match(stderr, /first difference is in line \d+:$/m);
  assert.doesNotMatch(stderr, /contact/, 'only the first difference is shown');
  assert.equal(await readFile(out, 'utf8'), stale);
  const current = writeSiteTypes(exampleDeclaration);
  for (const [text, said] of [
    [current.replaceAll('\n', '\r\n'), /Only the line endings differ/],
    [`${current}more\n`, /^- more$/m],
    [current.slice(0, current.lastIndexOf('}')), /^\+ }/m],
    ['', /^\+ /m],
  ] as const) {
    await writeFile(out, text);
    const outcome = await run(args);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, said);
  }
});

test('address and token may come from the environment', async (t) => {
  const { baseUrl } = await startSite(t);
  const out = path.join(await emptyFolder(t), 'site.d.ts');
  const outcome = await run(['types', '--out', out], { FRONTDESK_URL: baseUrl, FRONTDESK_TOKEN: 'fd_good' });
  assert.equal(outcome.code, 0, outcome.stderr);
});

test('what goes wrong is told in one line', async (t) => {
  const { baseUrl } = await startSite(t);
  const { baseUrl: other } = await startScriptedServer(t, { text: '<!doctype html>' });
  const out = path.join(await emptyFolder(t), 'site.d.ts');
  for (const [args, said] of [
    [['--url', baseUrl, '--token', 'fd_bad', '--out', out], /does not know this token/],
    [['--url', other, '--token', 'fd_good', '--out', out], /no Frontdesk at this address/],
    [['--url', 'desk.example', '--token', 'x', '--out', out], /no address/],
    [['--token', 'x', '--out', out], /--url is missing/],
    [['--url', baseUrl, '--out', out], /--token is missing/],
    [['--url', baseUrl, '--token', 'x'], /--out is missing/],
    [['--verbose'], /--verbose/],
    [['--url', baseUrl, '--token', 'fd_good', '--out', path.dirname(out)], /EISDIR/],
  ] as const) {
    const { code, stderr } = await run(['types', ...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, said);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('help tells the options', async () => {
  const { code, stdout } = await run(['types', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /--check/);
});
