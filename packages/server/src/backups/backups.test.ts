// Backups by the command: everything comes back as it was, what is wrong is rejected in one sentence, and nothing half remains.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { entriesIn, packed } from '../../test/support/archives.ts';
import { allRows, emptyFolder, emptyPlace, runCommand } from '../../test/support/backups.ts';
import { startContentService } from '../../test/support/content-service.ts';
import { picture, upload } from '../../test/support/media.ts';
import { setUpOwner } from '../../test/support/sign-in.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { readRestorable } from './restore-backup.ts';

const passphrase = 'one of which only this test knows';
const sealed = { FRONTDESK_BACKUP_PASSPHRASE: passphrase };

async function startSite(t: TestContext): Promise<TestService> {
  const service = await startContentService(t);
  await setUpOwner(service);
  const send = async (method: string, url: string, body: object) => {
    const answer = await service.request(method, url, { body });
    assert.ok(answer.status < 300, `${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  await send('POST', '/types', {
    name: 'product',
    fields: [
      { name: 'price', type: 'number', indexed: true },
      { name: 'sku', type: 'text', unique: true },
    ],
  });
  const text = 'Tab\tline\nbreak \\N \\. "quotes" Ünï 😀';
  const item = await send('POST', '/content/product', {
    title: text,
    fields: { price: 0.1, sku: '\\t' },
    tags: ['Sea'],
  });
  await send('PATCH', `/content/product/${item.id}`, { title: 'Other' });
  await send('POST', '/forms', { name: 'Contact', fields: [{ name: 'email', type: 'email' }] });
  await send('POST', '/forms/contact/webhooks', { url: 'https://receiver.example/hook', events: ['submitted'] });
  const submitted = await service.request('POST', '/forms/contact/submit', { body: { email: 'ada@example.com' } });
  assert.equal(submitted.status, 200, submitted.text);
  await upload(service, await picture('png'), 'Ünï.png');
  return service;
}

const present = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).sort();

test('a backup brings back every row of every table, every file and the key', async (t) => {
  const service = await startSite(t);
  const { config } = service;
  const folder = await emptyFolder(t);
  const file = path.join(folder, 'site.tar');
  const made = await runCommand(config, ['backup', file, '--json'], sealed);
  assert.equal(made.code, 0, made.stderr);
  const result = JSON.parse(made.stdout);
  assert.deepEqual([result.key, result.files.count, result.rows.items, result.missing], ['sealed', 1, 1, []]);
  assert.deepEqual(await present(folder), ['site.tar']);

  const audit = (await service.request('GET', '/audit?limit=1')).body.items;
  assert.deepEqual([audit[0].operation, audit[0].actor.kind], ['backup', 'command']);
  const place = await emptyPlace(t);
  const before = await allRows(config);
  const restored = await runCommand(place, ['restore', file, '--yes', '--keep-sessions'], sealed);
  assert.equal(restored.code, 0, restored.stderr);
  const after = await allRows(place);
  if (testDialect === 'postgres') {
    // When the migrations ran, and a job that makes the indexes of fields again.
    for (const rows of [before, after]) rows.delete('kysely_migration');
    const jobs = (after.get('jobs') ?? []).filter((job) => !before.get('jobs')?.includes(job));
    assert.deepEqual(
      jobs.map((job) => JSON.parse(String(job)).task),
      ['content.indexFields'],
    );
    after.set('jobs', before.get('jobs') ?? []);
  }
  assert.ok((before.get('sessions') ?? []).length > 0);
  assert.deepEqual(Object.fromEntries(after), Object.fromEntries(before));
  const keyOf = (folder: string): Promise<Buffer> => readFile(path.join(folder, 'secret.key'));
  assert.deepEqual(await keyOf(place.dataFolder), await keyOf(config.dataFolder));
  const filesIn = (folder: string): Promise<string[]> => readdir(path.join(folder, 'files'), { recursive: true });
  const names = (await filesIn(config.dataFolder)).sort();
  assert.deepEqual((await filesIn(place.dataFolder)).sort(), names);
  for (const name of names.filter((one) => one.includes('_'))) {
    const bytesIn = (folder: string): Promise<Buffer> => readFile(path.join(folder, 'files', name));
    assert.deepEqual(await bytesIn(place.dataFolder), await bytesIn(config.dataFolder));
  }

  const second = await runCommand(place, ['restore', file, '--yes'], sealed);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /There is a site in .* already .*--beside <name>.*Nothing was restored/);
});

test('a restore ends sign-ins, and without a passphrase it says that the key is needed', async (t) => {
  const { config } = await startSite(t);
  const file = path.join(await emptyFolder(t), 'site.tar');
  const made = await runCommand(config, ['backup', file]);
  assert.match(made.stdout, /key {7}left out/);
  assert.match(made.stderr, /not in this backup. Keep a copy of .*secret\.key/);
  const place = await emptyPlace(t);
  const asked = await runCommand(place, ['restore', file]);
  assert.match(
    asked.stderr,
    /is whole: a backup of .*\n {2}rows .*\n {2}files {5}1 .*\n {2}into.*\n {2}key {7}not restored/,
  );
  assert.match(asked.stderr, /To restore it without a question, use --yes/);
  assert.deepEqual([asked.code, await present(place.dataFolder)], [1, []]);
  const restored = await runCommand(place, ['restore', file, '--yes']);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /copy the key of the service to .*secret\.key/);
  assert.deepEqual((await allRows(place)).get('sessions'), []);
});

test('a backup that is damaged, cut off, newer, of another kind or sealed by another passphrase is rejected, and nothing is written', async (t) => {
  const { config } = await startSite(t);
  const folder = await emptyFolder(t);
  const file = path.join(folder, 'site.tar');
  assert.equal((await runCommand(config, ['backup', file], sealed)).code, 0);
  const tar = await readFile(file);
  const entries = await entriesIn(tar);
  const head = JSON.parse(String(entries.get('frontdesk-backup.json')));
  const withHead = (change: object): Promise<Buffer> =>
    packed(
      [...entries].map(([name, bytes]) => [
        name,
        name === 'frontdesk-backup.json' ? JSON.stringify({ ...head, ...change }) : bytes,
      ]),
    );
  const flipped = Buffer.from(tar);
  const [stored] = [...entries].flatMap(([name, bytes]) => (name.startsWith('files/') ? [bytes] : []));
  const middle = tar.indexOf(stored as Buffer) + 100;
  flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle);
  const withoutFiles = packed([...entries].filter(([name]) => !name.startsWith('files/')));
  const withOther = packed(
    [...entries].flatMap(
      ([name, bytes]) =>
        (name === 'manifest.json'
          ? [
              ['../x', bytes],
              [name, bytes],
            ]
          : [[name, bytes]]) as [string, Buffer][],
    ),
  );
  const other = head.dialect === 'sqlite' ? 'postgres' : 'sqlite';
  const cases: [what: string, bytes: Buffer, expected: RegExp][] = [
    ['a flipped bit', flipped, /in it is damaged|damaged, or not a tar file/],
    ['cut off', tar.subarray(0, tar.length / 2), /it is cut off/],
    ['cut off before its end', tar.subarray(0, tar.length - 2048), /it is cut off/],
    ['nothing', Buffer.alloc(0), /it is empty, or not a tar file/],
    ['a short text', Buffer.from('hello\n'), /it is empty, or not a tar file/],
    ['another file', randomBytes(5000), /damaged, or not a tar file/],
    ['an archive of a site', await packed([['frontdesk.json', '{}']]), /it is not a backup of Frontdesk/],
    ['a newer format', await withHead({ version: 2 }), /made by a newer version/],
    [
      'a newer schema',
      await withHead({ migrations: [...head.migrations, '9999-later'] }),
      /newer than this version.*9999-later/,
    ],
    [
      'a build from before the first release',
      await withHead({ migrations: ['0001-initial', '0002-idempotency-owner'] }),
      /restored: it was made by a build from before the first release .* with this one \(frontdesk import site\.tar --create\)\. Nothing/,
    ],
    ['the other database', await withHead({ dialect: other }), /its database is missing|DATABASE_URL/],
    ['fewer files', await withoutFiles, /it contains 0 of 1 files/],
    ['a file of its own', await withOther, /“\.\.\/x” does not belong there/],
  ];
  const place = await emptyPlace(t);
  const bad = path.join(folder, 'bad.tar');
  for (const [what, bytes, expected] of cases) {
    await writeFile(bad, bytes);
    await assert.rejects(readRestorable(bad, place), ({ message }: Error) => {
      assert.match(message, expected, what);
      return /Nothing was restored/.test(message);
    });
    assert.deepEqual(await present(place.dataFolder), [], what);
  }
  const last = await runCommand(place, ['restore', bad, '--yes'], sealed);
  assert.deepEqual([last.code, last.stderr.split('\n').length], [1, 2], last.stderr);
  const wrong = await runCommand(place, ['restore', file, '--yes'], { FRONTDESK_BACKUP_PASSPHRASE: `${passphrase}!` });
  assert.match(wrong.stderr, /The passphrase is not the one that sealed the key/);
  const none = await runCommand(place, ['restore', file, '--yes']);
  assert.match(none.stderr, /Give it with --passphrase-file/);
  assert.deepEqual([wrong.code, none.code, await present(place.dataFolder)], [1, 1, []]);
  assert.equal((await runCommand(place, ['restore', file, '--yes'], sealed)).code, 0, 'the place stayed empty');
});

test('a folder keeps what the rule says, and nothing is removed that is not a backup of this service', async (t) => {
  const { config } = await startSite(t);
  const folder = await emptyFolder(t);
  const first = await runCommand(config, ['backup', folder, '--json']);
  const file: string = JSON.parse(first.stdout).file;
  assert.match(path.basename(file), /^frontdesk-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
  const days = ['2026-01-05', '2026-01-06', '2026-02-02', '2026-02-03'];
  for (const day of days) await copyFile(file, path.join(folder, `frontdesk-${day}T03-00-00Z.tar`));
  const stranger = await startContentService(t);
  // A service has a key once it has started.
  await writeFile(path.join(stranger.config.dataFolder, 'secret.key'), randomBytes(32));
  const strange = path.join(folder, 'frontdesk-2020-01-01T03-00-00Z.tar');
  assert.equal((await runCommand(stranger.config, ['backup', strange])).code, 0);
  await writeFile(path.join(folder, 'frontdesk-2020-01-02T03-00-00Z.tar'), 'a text');
  await writeFile(path.join(folder, 'notes.tar'), 'mine');
  const stale = path.join(folder, `${path.basename(file)}.0123456789ab.part`);
  await writeFile(stale, 'half');
  await utimes(stale, 1, 1);
  await mkdir(path.join(folder, 'frontdesk-2019-01-01T03-00-00Z.tar'));

  const made = await runCommand(config, ['backup', path.join(folder, 'frontdesk-2026-02-04T03-00-00Z.tar')]);
  assert.equal(made.code, 0, made.stderr);
  const pruned = await runCommand(config, ['backup', folder, '--keep', '1,2m', '--json']);
  assert.equal(pruned.code, 0, pruned.stderr);
  const { removed, file: newest } = JSON.parse(pruned.stdout);
  assert.deepEqual(removed.length, new Set([...days, '2026-02-04', file]).size - 1, String(removed));
  assert.deepEqual(await present(folder), [
    'frontdesk-2019-01-01T03-00-00Z.tar',
    'frontdesk-2020-01-01T03-00-00Z.tar',
    'frontdesk-2020-01-02T03-00-00Z.tar',
    'frontdesk-2026-02-04T03-00-00Z.tar',
    path.basename(newest),
    'notes.tar',
  ]);
  const refused = await runCommand(config, ['backup', folder, '--keep', '7x']);
  assert.match(refused.stderr, /“7x” is no rule of what to keep/);
});

test('what the rule says counts for the backups of a former key too, while that is listed', async (t) => {
  const { config } = await startSite(t);
  const folder = await emptyFolder(t);
  const [former, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const early = path.join(folder, 'frontdesk-2026-01-05T03-00-00Z.tar');
  const keep = (keys: string) =>
    runCommand(config, ['backup', folder, '--keep', '1', '--json'], { FRONTDESK_SECRET_KEY: keys });
  assert.equal((await runCommand(config, ['backup', early], { FRONTDESK_SECRET_KEY: former })).code, 0);
  assert.deepEqual(JSON.parse((await keep(next)).stdout).removed, [], 'it may be of another service');
  const { removed } = JSON.parse((await keep(`${next},${former}`)).stdout);
  assert.ok(removed.includes(path.basename(early)), String(removed));
});

test('backups that are made at once get names of their own', async (t) => {
  const { config } = await startSite(t);
  const folder = await emptyFolder(t);
  const made = await Promise.all(Array.from({ length: 4 }, () => runCommand(config, ['backup', folder, '--json'])));
  assert.deepEqual(
    made.map(({ code, stderr }) => (code === 0 ? code : stderr)),
    [0, 0, 0, 0],
  );
  const files = made.map(({ stdout }) => path.basename(JSON.parse(stdout).file)).sort();
  assert.deepEqual(await present(folder), files);
  for (const file of files)
    assert.ok((await entriesIn(await readFile(path.join(folder, file)))).has('frontdesk-backup.json'), file);
});

test('of two backups that are made at once in one file, one is refused', async (t) => {
  const { config } = await startSite(t);
  const folder = await emptyFolder(t);
  const file = path.join(folder, 'site.tar');
  const made = await Promise.all([1, 2].map(() => runCommand(config, ['backup', file])));
  assert.deepEqual(made.map(({ code }) => code).sort(), [0, 1]);
  assert.match(made.map(({ stderr }) => stderr).join(''), /site\.tar exists already/);
  assert.deepEqual(await present(folder), ['site.tar']);
});

test('a backup that cannot be written leaves nothing, and does not replace a file', async (t) => {
  const service = await startSite(t);
  const { config } = service;
  for (const n of [1, 2, 3, 4]) {
    const { status, text } = await upload(service, Buffer.alloc(1_000_000, `${n} `), `${n}.txt`);
    assert.equal(status, 201, text);
  }
  const folder = await emptyFolder(t);
  const file = path.join(folder, 'site.tar');
  await writeFile(file, 'mine');
  const exists = await runCommand(config, ['backup', file]);
  assert.match(exists.stderr, /exists already.*--force/);
  // The database fits under the limit of a file, all of it does not.
  const limited = (command: string) => `trap '' XFSZ; ulimit -f 3000; exec ${command}`;
  const run = promisify(execFile);
  const cli = path.resolve(import.meta.dirname, '../commands/cli.ts');
  const env = {
    ...process.env,
    FRONTDESK_DATA: config.dataFolder,
    ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
  };
  const failed = await run('bash', ['-c', limited(`"${process.execPath}" "${cli}" backup "${file}" --force`)], {
    env,
  }).then(
    () => null,
    (error: { stderr: string }) => error.stderr,
  );
  assert.match(String(failed), /cannot be written: it is larger than a file may be there/);
  assert.deepEqual([await present(folder), String(await readFile(file))], [['site.tar'], 'mine']);
  const nowhere = await runCommand(config, ['backup', path.join(folder, 'no', 'site.tar')]);
  assert.match(nowhere.stderr, /cannot be written: its folder does not exist/);
  const remote = await runCommand(config, ['backup', 'ftp://host/site.tar']);
  assert.match(remote.stderr, /ftp:\/\/host\/site\.tar is neither a path nor s3:/);
});

test('a damaged database is not backed up', { skip: testDialect === 'postgres' }, async (t) => {
  const folder = await emptyFolder(t);
  const { config } = await startSite(t);
  const copy = path.join(folder, 'site.tar');
  assert.equal((await runCommand(config, ['backup', copy])).code, 0);
  const dataFolder = path.join(folder, 'data');
  await mkdir(dataFolder);
  const database = (await entriesIn(await readFile(copy))).get('database/frontdesk.db') as Buffer;
  await writeFile(path.join(dataFolder, 'frontdesk.db'), database);
  await truncate(path.join(dataFolder, 'frontdesk.db'), database.length - 40 * 4096);
  const { code, stderr } = await runCommand({ dataFolder, databaseUrl: null }, ['backup', path.join(folder, 'b.tar')]);
  assert.equal(code, 1);
  assert.match(stderr, /database .*is damaged/);
  assert.deepEqual(await present(folder), ['data', 'site.tar']);
});
