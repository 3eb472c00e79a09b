// Backups in an S3 store, of sites whose files are in one, and back into either kind of place.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyPlace, runCommand } from '../../test/support/backups.ts';
import { picture, upload } from '../../test/support/media.ts';
import { startS3, type TestS3 } from '../../test/support/s3-store.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { openStorage } from '../storage/open-storage.ts';

const passphrase = 'one of which only this test knows';
const sealed = { FRONTDESK_BACKUP_PASSPHRASE: passphrase };
const files = 's3://site-files/files';

type Site = TestService & { s3: TestS3; environment: Record<string, string> };

/** A site with two files in the store. */
async function startSite(t: TestContext): Promise<Site> {
  const s3 = await startS3(t);
  const service = await startTestService(t, {
    fileStore: s3.at('files/'),
    backupStore: s3.at('backups/'),
    backupPassphrase: passphrase,
  });
  await upload(service, await picture('png', { width: 300, height: 200 }), 'a.png');
  await upload(service, Buffer.from(`${randomBytes(3_500_000).toString('hex')}\n`), 'large.csv');
  return { ...service, s3, environment: { ...s3.environment, ...sealed, FRONTDESK_FILES: files } };
}

async function waitForEnd({ request }: TestService, id: string) {
  return waitFor('the end of the backup', async () => {
    const { body } = await request('GET', `/backups/${id}`);
    return body.endedAt === null ? null : body;
  });
}

/** The checksum of every file by its ID. */
async function sumsOf(storage: ReturnType<typeof openStorage>): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for await (const { id } of storage.list()) {
    const hash = createHash('sha256');
    for await (const chunk of await storage.read(id)) hash.update(chunk);
    sums[id] = hash.digest('hex');
  }
  return sums;
}

const backupsIn = async (s3: TestS3): Promise<string[]> =>
  (await s3.objects()).filter((name) => name.startsWith('backups/')).map((name) => name.slice('backups/'.length));

test('a backup that the service makes goes to the store, is downloaded from it, and brings every file back', async (t) => {
  const site = await startSite(t);
  const { s3, request, config } = site;
  await site.work();
  assert.equal((await request('GET', '/backup-plan')).body.folder, 's3://site-files/backups');
  const started = await request('POST', '/backups');
  const made = await waitForEnd(site, started.body.id);
  assert.deepEqual([made.status, made.error, made.files, made.missingFiles], ['completed', null, 2, 0]);
  assert.deepEqual(await backupsIn(s3), [made.fileName]);
  // Nothing large stays on this machine.
  assert.deepEqual(await readdir(path.join(config.dataFolder, 'backups')), []);
  const download = await site.app.inject({
    method: 'GET',
    url: `/api/v1/backups/${made.id}/file`,
    headers: { authorization: `Bearer ${site.token}` },
  });
  assert.deepEqual([download.statusCode, download.rawPayload.length], [200, made.size]);

  const expected = await sumsOf(site.context.files);
  const address = `s3://site-files/backups/${made.fileName}`;
  const toFolder = await emptyPlace(t);
  const back = await runCommand(toFolder, ['restore', address, '--yes'], { ...s3.environment, ...sealed });
  assert.equal(back.code, 0, back.stderr);
  assert.deepEqual(await sumsOf(openStorage({ dataFolder: toFolder.dataFolder, fileStore: null })), expected);

  const toStore = await emptyPlace(t);
  const refused = await runCommand(toStore, ['restore', address, '--yes'], site.environment);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /There are files in s3:\/\/site-files\/files already\..*--keep-files/);
  const copy = { ...site.environment, FRONTDESK_FILES: 's3://site-files/copy' };
  const moved = await runCommand(toStore, ['restore', address, '--yes', '--json'], copy);
  assert.equal(moved.code, 0, moved.stderr);
  assert.deepEqual(await sumsOf(openStorage({ dataFolder: '', fileStore: s3.at('copy/') })), expected);

  // After the loss of the machine alone, the files are there: only those that are missing are stored.
  const [first] = Object.keys(expected) as [string];
  await site.context.files.remove(first);
  const kept = await runCommand(await emptyPlace(t), ['restore', address, '--yes', '--keep-files'], site.environment);
  assert.equal(kept.code, 0, kept.stderr);
  assert.deepEqual(await sumsOf(site.context.files), expected);

  assert.equal((await request('DELETE', `/backups/${made.id}`)).status, 200);
  assert.deepEqual(await backupsIn(s3), []);
});

test('the command keeps what the rule says, and leaves other objects alone', async (t) => {
  const { s3, config, environment, context } = await startSite(t);
  async function* bytes() {
    yield Buffer.from('of another program');
  }
  const other = 'frontdesk-2020-01-01T00-00-00Z.tar';
  await openStorage({ dataFolder: '', fileStore: s3.at('backups/') }).put(other, bytes());
  const backUp = (...args: string[]) => runCommand(config, ['backup', ...args, '--json'], environment);
  const names: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { stdout, stderr, code } = await backUp('s3://site-files/backups', '--keep', '1');
    assert.equal(code, 0, stderr);
    names.push(path.basename(JSON.parse(stdout).file));
  }
  assert.deepEqual(await backupsIn(s3), [names[1], other].sort());
  const again = await backUp(`s3://site-files/backups/${names[1]}`);
  assert.match(again.stderr, /Z\.tar exists already\./);
  assert.equal((await Array.fromAsync(context.files.list())).length, 2);
});

test('a store that rejects or loses a backup leaves nothing of it, and the reason is a sentence', async (t) => {
  const site = await startSite(t);
  const { s3, config, environment, request } = site;
  const backUp = (target: string, changes = {}) =>
    runCommand(config, ['backup', target], { ...environment, ...changes });
  const noKeys = { AWS_ACCESS_KEY_ID: '', FRONTDESK_FILES: '' };
  assert.match((await backUp('s3://site-files/backups', noKeys)).stderr, /^For an S3 store, set AWS_ACCESS_KEY_ID/m);
  assert.match((await backUp('s3://other-bucket/backups')).stderr, /It has no bucket “other-bucket”/);
  assert.match((await backUp('ftp://host/backups')).stderr, /is neither a path nor s3:\/\/bucket\/prefix/);
  assert.match((await backUp('s3://site-files/a b/')).stderr, /must be s3:\/\/bucket\/prefix\/ or/);
  // The store loses what it accepted: reading it back finds out.
  s3.trouble = ({ method, path }) =>
    method === 'GET' && /\.tar$/.test(path) ? { status: 404, code: 'NoSuchKey' } : null;
  assert.match(
    (await backUp('s3://site-files/backups')).stderr,
    /there is no object s3:\/\/site-files\/backups\/frontdesk-/,
  );
  s3.trouble = ({ method, path }) =>
    method === 'PUT' && /backups/.test(path) ? { status: 403, code: 'AccessDenied' } : null;
  await site.work();
  const started = await request('POST', '/backups');
  const made = await waitForEnd(site, started.body.id);
  assert.equal(made.status, 'failed');
  assert.match(made.error, /may not do this in the bucket “site-files”/);
  assert.deepEqual([await backupsIn(s3), await s3.uploads()], [[], []]);
  assert.deepEqual(await readdir(path.join(config.dataFolder, 'backups')), []);
  s3.trouble = null;
  const missing = await runCommand(await emptyPlace(t), ['restore', 's3://site-files/none.tar', '--yes'], environment);
  assert.match(missing.stderr, /cannot be restored: there is no object s3:\/\/site-files\/none\.tar/);
});

test('a restore that fails takes back the files that it stored', async (t) => {
  const { s3, config, environment } = await startSite(t);
  const made = await runCommand(config, ['backup', 's3://site-files/backups/one.tar'], environment);
  assert.equal(made.code, 0, made.stderr);
  const place = await emptyPlace(t);
  let stored = 0;
  // The second file cannot be stored.
  s3.trouble = ({ method, path }) =>
    method === 'POST' && /copy/.test(path) && stored++ >= 0 ? { status: 403, code: 'AccessDenied' } : null;
  const copy = { ...environment, FRONTDESK_FILES: 's3://site-files/copy' };
  const failed = await runCommand(place, ['restore', 's3://site-files/backups/one.tar', '--yes'], copy);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /may not do this in the bucket/);
  assert.deepEqual(
    (await s3.objects()).filter((name) => name.startsWith('copy/')),
    [],
  );
  assert.deepEqual(await readdir(place.dataFolder).catch(() => []), []);
});
