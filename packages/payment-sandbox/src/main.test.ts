import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../../..');

test('the command in the README starts the sandbox', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-readme-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8');
  const line = /```sh[^\n]*\nnode (.*)\n```/.exec(readme)?.[1] as string;
  // On a free port, and with a file that the test can remove.
  const args = line.replace('12111', '0').replace('sandbox.sqlite', path.join(folder, 'sandbox.sqlite')).split(' ');
  const sandbox = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => sandbox.kill('SIGKILL'));
  const [chunk] = await Promise.race([
    once(sandbox.stdout, 'data'),
    once(sandbox, 'exit').then(() => assert.fail('The sandbox ended')),
  ]);
  const [url] = /http:\S+/.exec(String(chunk)) as RegExpExecArray;
  const answer = await fetch(`${url}/v1/balance`, { headers: { authorization: 'Bearer sk_test_readme' } });
  assert.equal(answer.status, 200);
  sandbox.kill('SIGTERM');
  assert.deepEqual(await once(sandbox, 'exit'), [0, null]);
});
