// The command `frontdesk` in the repository, started with a Node that cannot run TypeScript, as before Node 22.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const command = path.resolve(import.meta.dirname, '../bin/frontdesk.mjs');

function frontdesk(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--no-strip-types', command, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}

test('commands of the client and of the server run with the pinned Node', async () => {
  for (const [args, expected] of [
    [['types', '--help'], /^Usage: frontdesk types/],
    [['token', 'create', '--help'], /^Usage: frontdesk token create/],
    [['--help'], /^frontdesk types: [\s\S]* migrate /],
  ] as const) {
    const { code, out, err } = await frontdesk(...args);
    assert.equal(code, 0, err);
    assert.match(out, expected);
  }
  assert.equal((await frontdesk('token', 'create')).code, 1, 'the exit code is passed on');
});
