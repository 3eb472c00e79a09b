// What a start prints. One that cannot succeed ends with exit code 1 and says in one sentence what to do.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { moduleOf, readsIn, readsOfNextStart, reportReads } from '../test/support/compile-cache.ts';
import { fromSources, main, programEnvironment, startServerProcess } from '../test/support/server-process.ts';

const program = (name: string): string => path.join(import.meta.dirname, name);
const nobody = 65_534;

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-start-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Ended = { code: number; out: string; err: string };

function run(args: string[], folder: string, environment: Record<string, string> = {}, uid?: number): Promise<Ended> {
  const env = { ...programEnvironment, PORT: '0', LOG_LEVEL: 'error', ...environment };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { env, cwd: folder, timeout: 120_000, ...(uid === undefined ? {} : { uid, gid: uid }) },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}

const start = (...rest: [folder: string, environment?: Record<string, string>, uid?: number]) => run([main], ...rest);

function assertOneSentence({ code, out, err }: Ended, expected: RegExp, expectedCode = 1): void {
  assert.deepEqual([code, out], [expectedCode, ''], err);
  assert.match(err, expected);
  assert.doesNotMatch(err, /^\s+at /m, 'a stack trace');
  assert.equal(err.trimEnd().split('\n').length, 1, err);
}

test('a data folder that is a file, or that the system does not allow, ends the start', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(path.join(folder, 'data'), 'x');
  assertOneSentence(
    await start(folder),
    /^The data folder .*\/data cannot be used: it is a file.* Set FRONTDESK_DATA\.$/m,
  );
  if (process.platform === 'linux') {
    const nope = await start(folder, { FRONTDESK_DATA: '/proc/nope' });
    assertOneSentence(nope, /^The data folder \/proc\/nope cannot be used: it cannot be created there/);
  }
});

test('a damaged database ends the start', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(path.join(folder, 'data'));
  const file = path.join(folder, 'data', 'frontdesk.db');
  await writeFile(file, 'This is not a database. '.repeat(500));
  assertOneSentence(await start(folder), /^The database in the data folder is damaged\. Restore .* from a backup \(/);

  await rm(file);
  const database = new Sqlite(file);
  database.exec('create table kysely_migration (name text); create table other (name text)');
  database.close();
  const { size } = await stat(file);
  await truncate(file, size - 4096);
  assertOneSentence(await start(folder), /^The database in the data folder is damaged\./);
});

test('a folder and a database without the right to write end the start', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = await makeFolder(t);
  const file = path.join(folder, 'data', 'frontdesk.db');
  await mkdir(path.join(folder, 'data'));
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.exec('create table one (name text)');
  database.close();
  // Rights do not bind root, so the service runs as another account.
  const uid = process.getuid?.() === 0 ? nobody : undefined;
  for (const name of [folder, path.join(folder, 'data'), file]) if (uid) await chown(name, uid, uid);

  await chmod(file, 0o400);
  assertOneSentence(
    await start(folder, {}, uid),
    /^The database in the data folder (is read-only|cannot be opened)\. Let this account/,
  );
  await chmod(path.join(folder, 'data'), 0o500);
  assertOneSentence(
    await start(folder, {}, uid),
    /^The data folder .* cannot be used: this account may not write there\./,
  );
});

test('an address of another machine ends the start', async (t) => {
  for (const HOST of ['192.0.2.1', 'no-such-host.invalid']) {
    const ended = await start(await makeFolder(t), { HOST });
    assertOneSentence(ended, new RegExp(`^${HOST} is not an address of this machine\\. Set HOST to`));
  }
});

test('a port that is in use ends the start before anything is created', async (t) => {
  const folder = await makeFolder(t);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  assertOneSentence(
    await start(folder, { PORT: String(port) }),
    new RegExp(`^Port ${port} is already in use\\. Set PORT`),
  );
  assert.deepEqual(await readdir(folder), []);
});

test('the file .env completes the environment, which takes precedence', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(path.join(folder, 'from-file'), 'x');
  await writeFile(path.join(folder, '.env'), 'FRONTDESK_DATA=from-file\nHOST=192.0.2.1\nPORT=99999\n');
  const ended = await start(folder, { PORT: '0', HOST: '127.0.0.1' });
  assertOneSentence(ended, /^The data folder .*\/from-file cannot be used: it is a file/);
  assertOneSentence(await start(folder, { PORT: '0' }), /^192\.0\.2\.1 is not an address/);
});

test('the file .env is read as editors and shells on Windows write it, or rejected with its encoding', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(path.join(folder, 'from-file'), 'x');
  const settings = 'FRONTDESK_DATA=from-file\r\nHOST="127.0.0.1"\r\n';
  const save = (content: string | Buffer) => writeFile(path.join(folder, '.env'), content);
  await save(`\uFEFF${settings}`);
  assertOneSentence(await start(folder), /^The data folder .*\/from-file cannot be used: it is a file/);
  const wide = Buffer.from(`\uFEFF${settings}`, 'utf16le');
  for (const content of [wide, wide.subarray(2), Buffer.from(wide).swap16(), Buffer.from('HOST=caf\xe9', 'latin1')]) {
    await save(content);
    const ended = await run([program('commands/cli.ts'), 'migrate'], folder);
    assert.equal(ended.code, 1, ended.out);
    assert.match(
      ended.err,
      /\.env: could not be read \(it is not UTF-8\. Windows PowerShell's > writes UTF-16: use Set-/,
    );
  }
});

test('a command does not create a database by accident, and says which one it uses', async (t) => {
  const folder = await makeFolder(t);
  const create = (...options: string[]) =>
    run([program('commands/cli.ts'), 'token', 'create', '--name', 'test', ...options], folder);
  const refused = await create();
  assertOneSentence(
    refused,
    /^There is no database in .*\/data\. Run the command in the folder of the service, name its data folder with --data, or set/,
  );
  assert.equal((await run([program('commands/cli.ts'), 'migrate'], folder)).code, 1);
  await assert.rejects(stat(path.join(folder, 'data')), { code: 'ENOENT' });

  const made = await create('--create');
  assert.deepEqual([made.code, made.err], [0, `Database: SQLite in ${path.join(folder, 'data')}\n`]);
  assert.match(made.out, /^fd_\w+\n$/);
  assert.equal((await create()).code, 0);
});

test('a revoked key does not come back with a start, and the key for commands is not created', async (t) => {
  const server = await startServerProcess(t);
  const { environment, token } = server;
  const made = await server.request('POST', '/tokens', { name: 'Shop', scopes: ['content:read'] });
  assert.equal((await server.request('DELETE', `/tokens/${made.body.id}`)).status, 200);
  const statusOf = async (key: string) =>
    (await fetch(`${server.api}/tokens`, { headers: { authorization: `Bearer ${key}` } })).status;
  const unknown = `token_${'x'.repeat(20)}`;
  for (const [names, key] of [
    [{ FRONTDESK_TOKEN: unknown }, unknown],
    [{ FRONTDESK_TOKEN: made.body.token }, made.body.token],
    [{ FRONTDESK_INITIAL_TOKEN: made.body.token }, made.body.token],
  ] as const) {
    await server.stop();
    assert.equal(server.errors(), '');
    Object.assign(environment, { FRONTDESK_INITIAL_TOKEN: token, ...names });
    await server.start();
    assert.deepEqual([await statusOf(key), await statusOf(token)], [401, 200], JSON.stringify(names));
  }
  assert.match(server.errors(), /The API key in FRONTDESK_INITIAL_TOKEN was revoked, so it is not created again/);
});

test('the first start prints the API key, and every later one how to create another', async (t) => {
  const server = await startServerProcess(t, { FRONTDESK_INITIAL_TOKEN: '' });
  assert.match(server.output(), /^ {2}API key +fd_\w+ /m);
  assert.match(server.output(), /^ {2}API reference +http:\S+\/api\/docs$/m);
  const before = server.output().length;
  await server.stop();
  await server.start();
  assert.match(server.output().slice(before), /^ {2}API key .*: npx frontdesk token create --name NAME$/m);
});

test('a key is created only with a name, known scopes and an expiry that is to come', async (t) => {
  const folder = await makeFolder(t);
  const create = (...options: string[]) =>
    run([program('commands/cli.ts'), 'token', 'create', '--create', '--name', 'test', ...options], folder);
  for (const [fault, ...options] of [
    [/is invalid\. Use a date such as/, '--expires', '2027-02-30'],
    [/is invalid\. Unknown: forms:delete\./, '--scopes', 'forms:read,forms:delete'],
    [/is invalid\. Say what the key is for/, '--name', ' '],
  ] as const) {
    assertOneSentence(await create(...options), fault, 2);
  }
  const past = await create('--expires', '2020-01-01');
  assert.deepEqual([past.code, past.out], [1, '']);
  assert.match(past.err, /--expires must be in the future\.$/m);
  const { code, out } = await create('--expires', '2999-12-31', '--scopes', 'forms:read');
  assert.equal(code, 0);
  assert.match(out, /^fd_\w+$/m);
});

test('an export says how much it wrote, and one to the standard output writes nothing else there', async (t) => {
  const folder = await makeFolder(t);
  assert.equal((await run([program('commands/cli.ts'), 'migrate', '--create'], folder)).code, 0);
  const exportTo = (file: string, ...options: string[]) =>
    run([program('commands/cli.ts'), 'export', file, '--format', 'wxr', ...options], folder);
  const written = await exportTo('site.xml');
  assert.match(written.err, /^Exported [\d.]+ (KB|bytes)$/m);
  assert.equal(written.out, '');
  const asJson = await exportTo('again.xml', '--json');
  const { size } = await stat(path.join(folder, 'again.xml'));
  assert.deepEqual(JSON.parse(asJson.out), { file: 'again.xml', bytes: size });
  const { out, err } = await exportTo('-');
  assert.match(out, /^<\?xml [\s\S]*<\/rss>\s*$/);
  assert.match(err, /^Exported /m);
});

test('a second start compiles nothing, and does not load what is needed later', {
  skip: process.platform === 'win32',
}, async (t) => {
  const server = await startServerProcess(t, reportReads, fromSources);
  const first = readsIn(server.errors());
  const reads = await readsOfNextStart(server);
  const isService = (line: string): boolean => line.includes('StrippedTypeScript') && line.includes('/src/serve.ts');
  assert.ok(reads.some(isService), 'nothing was read from the cache');
  // What is loaded after a start may be later than the end of the first one, and is not there for the second one then.
  const compiled = new Set(first.map(moduleOf));
  assert.deepEqual(
    reads.filter((line) => !line.includes('success') && compiled.has(moduleOf(line))),
    [],
  );
  for (const name of ['@fastify/swagger', '@node-rs/argon2', 'stripe', 'tinypool'])
    assert.ok(!reads.some((line) => line.includes(`/node_modules/${name}/`)), name);
});
