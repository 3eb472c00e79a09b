import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { main, programEnvironment, startServerProcess } from '../test/support/server-process.ts';
import { ownerPassword } from '../test/support/sign-in.ts';

const link = /\/admin\/setup\?code=\w+/;

test('the log names a file with the setup link that only the service can read, until the site is set up', async (t) => {
  const server = await startServerProcess(t);
  const file = path.join(server.environment.FRONTDESK_DATA as string, 'setup-link.txt');
  assert.doesNotMatch(server.output(), link);
  assert.ok(server.output().includes(`the link to set it up is in ${file})`), server.output());
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  const code = new URL(await server.setupLink()).searchParams.get('code');
  const person = { siteName: 'Harbour', name: 'Olga', email: 'olga@example.com', password: ownerPassword };
  assert.equal((await server.request('POST', '/setup', { code, ...person })).status, 201);
  await server.stop();
  await server.start();
  assert.equal(existsSync(file), false);
});

// Runs a program with a terminal of its own.
const script = '/usr/bin/script';

test('a terminal shows the link', { skip: process.platform !== 'linux' || !existsSync(script) }, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-terminal-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const command = [process.execPath, main].join(' ');
  const env = { ...programEnvironment, PORT: '0', FRONTDESK_DATA: path.join(folder, 'data') };
  const terminal = execFile(script, ['-qec', command, '/dev/null'], { env });
  t.after(() => terminal.kill());
  let output = '';
  for await (const chunk of terminal.stdout ?? []) {
    output += chunk;
    if (/Payments/.test(output)) break;
  }
  assert.match(output, link);
  assert.ok(!(await readdir(path.join(folder, 'data'))).includes('setup-link.txt'));
});
