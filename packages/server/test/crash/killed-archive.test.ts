// Kills exports and imports of archives by the command with SIGKILL, and runs them again.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const cli = path.resolve(import.meta.dirname, '../../src/commands/cli.ts');
const files = 12;
const fileBytes = 4_000_000;
const posts = 1000;

type Command = { child: ChildProcess; output(): string; ended: Promise<unknown[]> };

function start(t: TestContext, { environment }: ServerProcess, ...args: string[]): Command {
  const child = spawn(process.execPath, [cli, ...args], { env: environment });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, ended: once(child, 'close') };
}

async function kill({ child, ended, output }: Command): Promise<void> {
  child.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL'], output());
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => ({ size: 0 }))).size;

async function countStored(folder: string): Promise<number> {
  const found = await readdir(path.join(folder, 'data/files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return found.filter((entry) => entry.isFile()).length;
}

async function fill(server: ServerProcess): Promise<void> {
  for (let n = 0; n < files; n++) {
    const body = new FormData();
    body.append('file', new Blob([Buffer.alloc(fileBytes, `${n} `)], { type: 'text/plain' }), `${n}.txt`);
    const headers = { authorization: `Bearer ${server.token}` };
    const answer = await fetch(`${server.api}/media`, { method: 'POST', body, headers });
    assert.equal(answer.status, 201, await answer.text());
  }
  const operations = Array.from({ length: posts }, (_, n) => ({ action: 'create', title: `Post ${n}` }));
  const { status, body } = await server.request('POST', '/content/post/bulk', { operations });
  assert.equal(status, 200, JSON.stringify(body));
}

test('a killed export leaves no archive, a killed import leaves the site empty, both succeed when they run again, and two exports to one file leave a whole one', async (t) => {
  const server = await startServerProcess(t, { FRONTDESK_EXAMPLE: '0' });
  await fill(server);
  const archive = path.join(server.folder, 'site.tar');
  const killed = start(t, server, 'export', archive);
  const partials = async (): Promise<string[]> =>
    (await readdir(server.folder)).filter((name) => /^site\.tar\.[0-9a-f]{12}\.part$/.test(name));
  const partial = async (): Promise<string> => path.join(server.folder, (await partials())[0] ?? 'none');
  await waitFor('a part of the archive', async () => (await sizeOf(await partial())) > 3 * fileBytes);
  await kill(killed);
  assert.equal(await sizeOf(archive), 0);
  const stopped = start(t, server, 'export', archive);
  await waitFor('a part of another archive', async () => (await partials()).length === 2);
  // As by a terminal and by the shell in it. It sees both at once: a later one could meet a process that is ending.
  for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) stopped.child.kill(signal);
  assert.deepEqual(await stopped.ended, [1, null], stopped.output());
  assert.match(stopped.output(), /The export was stopped\. Nothing of it remains\.\n$/);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(await partial(), yesterday, yesterday);
  const exported = start(t, server, 'export', archive);
  assert.equal((await exported.ended)[0], 0, exported.output());
  assert.match(exported.output(), new RegExp(`\\b${posts} items`));
  assert.deepEqual((await readdir(server.folder)).sort(), ['data', 'site.tar']);
  const again = start(t, server, 'export', archive);
  assert.equal((await again.ended)[0], 1);
  const both = [1, 2].map(() => start(t, server, 'export', archive, '--force'));
  for (const { ended, output } of both) assert.equal((await ended)[0], 0, output());
  assert.deepEqual((await readdir(server.folder)).sort(), ['data', 'site.tar']);
  const refused = start(t, server, 'export', server.folder, '--force');
  assert.equal((await refused.ended)[0], 1);
  assert.match(refused.output(), /is a folder\. Name a file in it\.\n$/);

  const target = await startServerProcess(t, { FRONTDESK_EXAMPLE: '0' });
  const total = async (place: string): Promise<number> => (await target.request('GET', `${place}limit=1`)).body.total;
  const early = start(t, target, 'import', archive);
  await waitFor('some files', async () => (await countStored(target.folder)) > 3);
  await kill(early);
  assert.deepEqual([await total('/media?'), await total('/content/post?')], [0, 0]);
  const late = start(t, target, 'import', archive);
  await waitFor('all files', async () => (await countStored(target.folder)) === files);
  late.child.kill('SIGKILL');
  await late.ended;
  const stored = await total('/content/post?status=draft&');
  assert.ok([0, posts].includes(stored), `${stored} posts`);
  if (stored === 0) {
    const last = start(t, target, 'import', archive);
    assert.equal((await last.ended)[0], 0, last.output());
  }
  assert.deepEqual([await total('/media?'), await total('/content/post?status=draft&')], [files, posts]);
  const { items } = (await target.request('GET', '/media?limit=1')).body;
  const bytes = await (await fetch(`${target.origin}${new URL(items[0].url).pathname}`)).arrayBuffer();
  assert.equal(bytes.byteLength, fileBytes);
});
