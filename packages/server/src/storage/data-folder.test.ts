import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { prepareDataFolder } from './data-folder.ts';

const skip = process.platform === 'win32';

async function makeFolder(t: TestContext): Promise<string> {
  const umask = process.umask(0);
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-data-'));
  t.after(async () => {
    process.umask(umask);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The modes of a folder and everything in it, by path. */
async function modesOf(folder: string): Promise<Record<string, string>> {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const modes = names.map(async (name) => [name, ((await stat(path.join(folder, name))).mode & 0o777).toString(8)]);
  return Object.fromEntries(await Promise.all(modes));
}

test('only the account of the service can read its data, whatever the umask', { skip }, async (t) => {
  const dataFolder = path.join(await makeFolder(t), 'new', 'data');
  const service = await startTestService(t, { dataFolder });
  await service.context.files.put('file_12345', [Buffer.from('an upload')] as never);
  const modes = await modesOf(dataFolder);
  for (const name of ['secret.key', 'files/45/file_12345', ...(service.config.databaseUrl ? [] : ['frontdesk.db'])]) {
    assert.ok(name in modes, name);
  }
  for (const [name, mode] of Object.entries(modes)) {
    assert.equal(mode, (await stat(path.join(dataFolder, name))).isDirectory() ? '700' : '600', name);
  }
});

test('an existing installation that others can read is closed at the next start', { skip }, async (t) => {
  const folder = await makeFolder(t);
  await mkdir(path.join(folder, 'files', 'ab'), { recursive: true });
  for (const name of ['frontdesk.db', 'frontdesk.db-wal', 'sandbox.db', 'secret.key', 'files/ab/file_ab']) {
    await writeFile(path.join(folder, name), 'x');
    await chmod(path.join(folder, name), 0o644);
  }
  await chmod(folder, 0o755);
  prepareDataFolder(folder);
  assert.deepEqual(await modesOf(folder), {
    '': '700',
    'frontdesk.db': '600',
    'frontdesk.db-wal': '600',
    'sandbox.db': '600',
    'secret.key': '600',
    files: '700',
    'files/ab': '700',
    'files/ab/file_ab': '600',
  });
});

test('in a folder with other entries, only the entries of the service are closed', { skip }, async (t) => {
  const folder = await makeFolder(t);
  for (const name of ['frontdesk.db', 'letter.txt']) await writeFile(path.join(folder, name), 'x');
  await chmod(folder, 0o755);
  prepareDataFolder(folder);
  assert.deepEqual(await modesOf(folder), { '': '755', 'frontdesk.db': '600', 'letter.txt': '666' });
});

test('a data folder that cannot be used is reported in one sentence that names the setting', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(path.join(folder, 'file'), 'x');
  for (const [name, reason] of [
    [path.join(folder, 'file'), /it is a file, or inside a file\. Set FRONTDESK_DATA\.$/],
    [path.join(folder, 'file', 'data'), /it is a file, or inside a file\. Set FRONTDESK_DATA\.$/],
    ...(process.platform === 'linux' ? ([['/proc/nope', /it cannot be created there/]] as const) : []),
  ] as const) {
    assert.throws(() => prepareDataFolder(name), { name: 'ExpectedError', message: reason });
  }
});
