// A site whose files are in an S3 store: forms, media, sizes, downloads, erasure, and what happens when the store fails.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { runCommand } from '../../test/support/backups.ts';
import { startContentService } from '../../test/support/content-service.ts';
import { picture, storedFiles, upload } from '../../test/support/media.ts';
import { startRoleKeys } from '../../test/support/role-keys.ts';
import { startS3, type TestS3 } from '../../test/support/s3-store.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { type ConfigError, readConfig } from '../config/config.ts';
import { checkFileStore } from '../doctor/check-file-store.ts';
import { sweepFiles, sweepSizes } from '../files/files.ts';
import type { S3KeySource } from '../lib/s3/s3-place.ts';
import { createService } from '../service.ts';
import { dataPath } from './data-folder.ts';

const prefix = 'files/';

async function startSite(t: TestContext): Promise<TestService & { s3: TestS3 }> {
  const s3 = await startS3(t);
  const service = await startContentService(t, { fileStore: s3.at(prefix) });
  return { ...service, s3 };
}

async function makeForm({ request }: TestService): Promise<void> {
  const fields = [
    { name: 'email', type: 'email', required: true },
    { name: 'cv', type: 'file', accept: ['text/plain'], maxSize: 50_000_000, required: true },
  ];
  const made = await request('POST', '/forms', { body: { name: 'Apply', fields } });
  assert.equal(made.status, 201, made.text);
}

/** Submits a file as a browser does. */
async function submit({ app }: Pick<TestService, 'app'>, text: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append('email', 'ada@example.com');
  form.append('cv', new Blob([text], { type: 'text/plain' }), 'cv.txt');
  const request = new Request('http://frontdesk.test', { method: 'POST', body: form });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/forms/apply/submit',
    headers: { 'content-type': request.headers.get('content-type') as string, accept: 'application/json' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function fileOf({ request }: TestService): Promise<{ id: string; size: number }> {
  const [item] = (await request('GET', '/forms/apply/submissions')).body.items;
  return item.files[0];
}

/** The IDs of the objects. */
async function stored({ s3 }: { s3: TestS3 }): Promise<string[]> {
  return (await s3.objects()).map((name) => name.slice(prefix.length));
}

test('files of forms and media are in the store alone, are read whole and in parts, and are gone when they are erased', async (t) => {
  const service = await startSite(t);
  await makeForm(service);
  const text = 'Ada, 12 years of engines\n'.repeat(300_000);
  assert.equal((await submit(service, text)).status, 200);
  const file = await fileOf(service);
  assert.deepEqual(await stored(service), [file.id]);
  assert.deepEqual(await storedFiles(service), []);
  assert.equal((await service.request('GET', `/files/${file.id}`)).text, text);

  const { body: media } = await upload(service, await picture('png', { width: 900, height: 600 }), 'harbor.png');
  const { pathname } = new URL(media.url);
  const original = await service.app.inject({ url: pathname });
  assert.equal((await sharp(original.rawPayload).metadata()).width, 900);
  const part = await service.app.inject({ url: pathname, headers: { range: 'bytes=10-19' } });
  assert.deepEqual([part.statusCode, part.rawPayload], [206, original.rawPayload.subarray(10, 20)]);
  const size = await service.app.inject({ url: `${pathname}?width=320&format=webp` });
  assert.equal((await sharp(size.rawPayload).metadata()).width, 320);
  // Sizes can be made again: they are kept on this machine, not in the store.
  assert.equal((await stored(service)).length, 2);
  assert.equal((await readdir(dataPath(service.config.dataFolder, 'sizes'))).length, 1);
  service.s3.calls.length = 0;
  await service.app.inject({ url: `${pathname}?width=320&format=webp`, headers: { accept: 'image/webp' } });
  assert.deepEqual(service.s3.calls, []);

  await service.work();
  const erasure = await service.request('POST', '/privacy/erasures', { body: { email: 'ada@example.com' } });
  await waitFor(
    'the erasure',
    async () => (await service.request('GET', `/privacy/erasures/${erasure.body.id}`)).body.status === 'completed',
  );
  assert.equal((await service.request('DELETE', `/media/${media.id}`)).status, 200);
  assert.deepEqual(await stored(service), []);
});

test('nothing is accepted while the store fails, and everything works when it is back', async (t) => {
  const service = await startSite(t);
  await makeForm(service);
  assert.equal((await submit(service, 'first')).status, 200);
  const file = await fileOf(service);
  const { body: media } = await upload(service, await picture('png', { seed: 3 }), 'a.png');
  const { pathname } = new URL(media.url);
  const failing = async (): Promise<void> => {
    const sent = await submit(service, 'second');
    assert.deepEqual([sent.status, sent.body.code], [503, 'store_unavailable']);
    assert.equal((await upload(service, await picture('png', { seed: 4 }), 'b.png')).status, 503);
    // Not 404: programs would believe that the file is gone.
    const read = await service.request('GET', `/files/${file.id}`);
    assert.deepEqual([read.status, read.headers['retry-after']], [503, '5']);
    for (const query of ['', '?width=320']) {
      const shown = await service.app.inject({ url: pathname + query });
      assert.deepEqual([shown.statusCode, shown.headers['cache-control']], [503, undefined], query);
    }
  };
  service.s3.trouble = () => ({ status: 403, code: 'AccessDenied' });
  await failing();
  service.s3.trouble = null;
  await service.s3.stop();
  await failing();
  await service.s3.start();
  assert.equal((await service.request('GET', '/forms/apply/submissions')).body.total, 1);
  assert.equal((await stored(service)).length, 2);
  assert.equal((await submit(service, 'third')).status, 200);
  assert.equal((await service.request('GET', `/files/${file.id}`)).text, 'first');
  assert.equal((await service.app.inject({ url: `${pathname}?width=320` })).statusCode, 200);
});

test('an upload that breaks off leaves nothing, and what a killed process left is swept', async (t) => {
  const service = await startSite(t);
  await makeForm(service);
  const part = 5 * 2 ** 20;
  // The second part is rejected, and the upload cannot be ended either.
  service.s3.trouble = ({ method, path }) =>
    method === 'DELETE' || /partNumber=2/.test(path) ? { status: 403, code: 'AccessDenied' } : null;
  const sent = await submit(service, Buffer.alloc(2 * part + 1, 'a') as Uint8Array<ArrayBuffer>);
  assert.equal(sent.status, 503);
  service.s3.trouble = null;
  const [left, ...others] = await service.s3.uploads();
  assert.deepEqual([others, await stored(service)], [[], []]);
  assert.equal(await sweepFiles(service.context), 0);
  await service.s3.age(left as string, new Date(Date.now() - 2 * 86_400_000));
  assert.equal(await sweepFiles(service.context), 1);
  assert.deepEqual(await service.s3.uploads(), []);
});

test('the sweep removes files without a row, and nothing else in the bucket', async (t) => {
  const service = await startSite(t);
  await makeForm(service);
  await submit(service, 'kept');
  const { id } = await fileOf(service);
  const { files } = service.context;
  async function* bytes() {
    yield randomBytes(10);
  }
  await files.put('file_orphan', bytes());
  for (const other of ['frontdesk-2027-02-19T03-00-00Z.tar', 'backups/file_other', 'Notes'])
    await files.put(other, bytes());
  assert.equal(await sweepFiles(service.context, -1000), 1);
  assert.deepEqual(
    (await stored(service)).sort(),
    [id, 'Notes', 'backups/file_other', 'frontdesk-2027-02-19T03-00-00Z.tar'].sort(),
  );
});

test('an object that is missing is a missing file, and is found by the doctor', async (t) => {
  const service = await startSite(t);
  await makeForm(service);
  await submit(service, 'lost');
  const { id } = await fileOf(service);
  await service.context.files.remove(id);
  assert.equal((await service.request('GET', `/files/${id}`)).status, 404);
  const { dataFolder } = service.config;
  const store = service.s3.at(prefix);
  assert.match((await checkFileStore(dataFolder, store)).detail, /^s3:\/\/site-files\/files: a probe was stored, read/);
  assert.deepEqual(await stored(service), []);
  const wrong = {
    ...store,
    access: { ...store.access, keys: { ...store.access.keys, secretAccessKey: 'x' } as S3KeySource },
  };
  const { status, detail } = await checkFileStore(dataFolder, wrong);
  assert.deepEqual([status, /Check AWS_SECRET_ACCESS_KEY/.test(detail)], ['fault', true]);
});

test('two nodes with data folders of their own share files, and each makes its own sizes', {
  skip: testDialect === 'sqlite' && 'one data folder',
}, async (t) => {
  const one = await startSite(t);
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'frontdesk-node-'));
  t.after(() => rm(dataFolder, { recursive: true }));
  const key = await readFile(dataPath(one.config.dataFolder, 'secretKey'));
  const node = await createService({ ...one.config, dataFolder, encryptionKey: key });
  one.beforeStop(() => node.stop());
  await makeForm(one);
  assert.equal((await submit(node, 'sent to the second')).status, 200);
  const { id } = await fileOf(one);
  assert.equal((await one.request('GET', `/files/${id}`)).text, 'sent to the second');
  const { body: media } = await upload(one, await picture('png', { width: 700, height: 300 }), 'a.png');
  const url = `${new URL(media.url).pathname}?width=320&format=webp`;
  const [a, b] = [await one.app.inject({ url }), await node.app.inject({ url })];
  assert.deepEqual([a.statusCode, b.statusCode], [200, 200]);
  assert.deepEqual(a.rawPayload, b.rawPayload);
  assert.equal((await one.request('DELETE', `/media/${media.id}`)).status, 200);
  assert.equal((await node.app.inject({ url })).statusCode, 404);
  // The second node sweeps its own folder.
  const sizesOf = async (folder: string) =>
    (await readdir(dataPath(folder, 'sizes'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  assert.deepEqual([(await sizesOf(one.config.dataFolder)).length, (await sizesOf(dataFolder)).length], [0, 1]);
  await sweepSizes(node.context);
  assert.equal((await sizesOf(dataFolder)).length, 0);
});

test('files are copied from the folder to the store and back, and a copy that broke off goes on', async (t) => {
  const service = await startContentService(t);
  const s3 = await startS3(t);
  for (let seed = 0; seed < 3; seed++) {
    await upload(service, await picture('png', { seed }), `${seed}.png`);
  }
  const copy = async (to: string, dataFolder = service.config.dataFolder) => {
    const environment = { ...s3.environment, FRONTDESK_FILES: 's3://site-files/files' };
    const place = { dataFolder, databaseUrl: null };
    const { code, stdout, stderr } = await runCommand(place, ['files', 'copy', '--to', to, '--json'], environment);
    return { code, stderr, report: code === 0 ? JSON.parse(stdout) : null };
  };
  let stored = 0;
  s3.trouble = ({ method }) => (method === 'PUT' && ++stored > 1 ? { status: 403, code: 'AccessDenied' } : null);
  const broken = await copy('store');
  assert.deepEqual([broken.code, /may not do this in the bucket/.test(broken.stderr)], [1, true]);
  s3.trouble = null;
  const { report } = await copy('store');
  assert.deepEqual([report.copied, report.present], [2, 1]);
  const local = (await storedFiles(service)).sort();
  assert.deepEqual((await s3.objects()).map((name) => name.slice(prefix.length)).sort(), local);
  const other = await mkdtemp(path.join(tmpdir(), 'frontdesk-copied-'));
  t.after(() => rm(other, { recursive: true }));
  const back = await copy('folder', other);
  assert.equal(back.report.copied, 3);
  for (const name of local) {
    const bytesIn = (folder: string) => readFile(path.join(dataPath(folder, 'files'), name.slice(-2), name));
    assert.ok((await bytesIn(other)).equals(await bytesIn(service.config.dataFolder)));
  }
});

test('a store with a wrong key keeps the service from starting, one that is out of reach does not', async (t) => {
  const s3 = await startS3(t);
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'frontdesk-start-'));
  t.after(() => rm(dataFolder, { recursive: true }));
  const settings = {
    ...s3.environment,
    FRONTDESK_DATA: dataFolder,
    LOG_LEVEL: 'silent',
    FRONTDESK_FILES: 's3://site-files/x',
  };
  await assert.rejects(createService(readConfig({ ...settings, AWS_ACCESS_KEY_ID: 'x' })), /Check AWS_ACCESS_KEY_ID/);
  await assert.rejects(
    createService(readConfig({ ...settings, FRONTDESK_FILES: 's3://other' })),
    /has no bucket “other”/,
  );
  await s3.stop();
  await (await createService(readConfig(settings))).stop();
  const incomplete = { ...settings, AWS_SECRET_ACCESS_KEY: '' };
  const mistakes = (environment: Record<string, string>): string[] => {
    try {
      readConfig(environment);
      return [];
    } catch (error) {
      return (error as ConfigError).mistakes;
    }
  };
  assert.deepEqual(mistakes(incomplete), ['AWS_SECRET_ACCESS_KEY: is required for an S3 store']);
  assert.deepEqual(mistakes({ ...settings, FRONTDESK_FILES: '/mnt/files' }), [
    'FRONTDESK_FILES: must be s3://bucket or s3://bucket/prefix, not "/mnt/files"',
  ]);
  // Keys for other programs do not matter to a site without a store.
  assert.deepEqual(mistakes({ AWS_ENDPOINT_URL: 'nonsense', AWS_ACCESS_KEY_ID: 'a' }), []);
});

test('a service without keys of its own uses those of its role, and does not start if the role is refused', async (t) => {
  const [s3, role] = [await startS3(t), await startRoleKeys(t)];
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'frontdesk-role-'));
  t.after(() => rm(dataFolder, { recursive: true }));
  const tokenFile = path.join(dataFolder, 'pod-token');
  await writeFile(tokenFile, 'a-pod-token');
  const config = readConfig({
    AWS_ENDPOINT_URL_S3: s3.origin,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${role.origin}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
    FRONTDESK_DATA: dataFolder,
    LOG_LEVEL: 'silent',
    FRONTDESK_FILES: 's3://site-files/x',
  });
  role.status = 403;
  await assert.rejects(
    createService(config),
    /^S3Error: The keys for the S3 store could not be read from .* it said 403/,
  );
  assert.deepEqual(s3.calls, []);
  role.status = 200;
  const service = await createService(config);
  t.after(() => service.stop());
  const finding = await checkFileStore(dataFolder, config.fileStore ?? assert.fail('no store'));
  assert.match(finding.detail, /a probe was stored, read, listed and removed/);
  assert.ok(s3.calls.every(({ token }) => /^session-\d+$/.test(token ?? '')));
  assert.ok(role.asked.every(({ headers }) => headers.authorization === 'a-pod-token'));
});
