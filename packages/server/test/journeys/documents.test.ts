// The documents are followed as they are written: every page by itself, from an empty folder to its end.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { documentPages, readBlocks } from '../documents/read-blocks.ts';
import { hasSteps, isAlone, missingProgram, runPage } from '../documents/run-page.ts';
import { startServerProcess } from '../support/server-process.ts';

const skip = process.platform === 'win32' && 'the commands are for a POSIX shell';

const { alone = [], together = [] } = Object.groupBy(documentPages().filter(hasSteps), (page) =>
  isAlone(page) ? 'alone' : 'together',
);

for (const page of alone) test(page, { skip }, (t) => runPage(t, page));

test('pages that leave a service to the next one', { skip }, async (t) => {
  const server = await startServerProcess(t);
  for (const page of together) await t.test(page, (t) => runPage(t, page, server));
});

const [sqliteBackup = assert.fail('docs/backup.md has no copy with sqlite3')] = readBlocks('docs/backup.md').filter(
  ({ heading }) => heading === "SQLite's own tool",
);
const skipBackup = missingProgram([sqliteBackup]) ? 'sqlite3 is not installed' : skip;

test('a copy that SQLite makes of a running service is complete when it is restored', {
  skip: skipBackup,
}, async (t) => {
  const server = await startServerProcess(t);
  const form = { name: 'Jobs', slug: 'jobs', fields: [{ name: 'cv', type: 'file', label: 'CV' }] };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  const answers = new FormData();
  answers.set('cv', new File(['My CV'], 'cv.txt', { type: 'text/plain' }));
  const submitted = await fetch(`${server.api}/forms/jobs/submit`, { method: 'POST', body: answers });
  assert.equal(submitted.status, 200);

  await promisify(execFile)('bash', ['-ec', sqliteBackup.code], { cwd: server.folder });
  assert.equal(await server.stop(), 0);
  const data = path.join(server.folder, 'data');
  await rm(data, { recursive: true });
  await cp(path.join(server.folder, 'backup'), data, { recursive: true });
  await server.start();

  const { body } = await server.request('GET', '/forms/jobs/submissions');
  const file = await server.request('GET', `/files/${body.items[0].files[0].id}`);
  assert.deepEqual([file.status, file.body], [200, 'My CV']);
});
