import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase, dropDatabase, startPostgres, type TestPostgres } from './postgres.ts';

const isBorrowed = Boolean(process.env.TEST_DATABASE_URL);

let server: TestPostgres;
before(async () => {
  server = await startPostgres();
});
after(() => server.stop());

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The data folder of the server at this URL. */
async function findFolder(url: string): Promise<string> {
  const [row] = await query(url, `select current_setting('data_directory') as folder`);
  return String(row?.folder);
}

async function waitFor(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, `timed out waiting until ${what}`);
    await setTimeout(20);
  }
}

test('the server is a real PostgreSQL 18, in UTF-8 and UTC', async () => {
  const [row] = await query(
    server.url,
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
     current_setting('TimeZone') as zone, lower('ÄÉÑ') as lower`,
  );
  assert.match(String(row?.version), /^1[89]/);
  assert.deepEqual({ ...row, version: null }, { version: null, encoding: 'UTF8', zone: 'UTC', lower: 'äéñ' });
});

test('a database copies its template and can be dropped while in use', async () => {
  const template = await createDatabase(server.url, 'template "one"');
  await query(template, 'create table note (text text)');
  await query(template, `insert into note values ('kept')`);
  const copy = await createDatabase(server.url, 'copy one', 'template "one"');
  assert.deepEqual(await query(copy, 'select text from note'), [{ text: 'kept' }]);

  const client = new pg.Client({ connectionString: copy });
  client.on('error', () => {});
  await client.connect();
  await dropDatabase(server.url, 'copy one');
  await dropDatabase(server.url, 'copy one');
  await dropDatabase(server.url, 'template "one"');
  await client.end();
  await assert.rejects(query(copy, 'select 1'), /does not exist/);
});

test('stopping removes the server and its files', { skip: isBorrowed }, async () => {
  const other = await startPostgres();
  const folder = await findFolder(other.url);
  await other.stop();
  await other.stop();
  assert.equal(existsSync(folder), false);
  await assert.rejects(query(other.url, 'select 1'), /ECONNREFUSED/);
});

/** Starts a server from another process, which then runs `rest`. */
async function startInAnotherProcess(rest: string) {
  const program = `
    const { startPostgres } = await import(${JSON.stringify(new URL('postgres.ts', import.meta.url))});
    console.log((await startPostgres()).url);
    ${rest}`;
  const options = ['--input-type=module', '--eval', program];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const [url] = await once(createInterface(child.stdout), 'line');
  return { child, closed, url: String(url) };
}

test('a killed test process leaves nothing behind', { skip: isBorrowed }, async () => {
  const { child, url } = await startInAnotherProcess('setInterval(() => {}, 1000);');
  const folder = await findFolder(url);
  assert.equal(existsSync(folder), true);
  child.kill('SIGKILL');
  await waitFor(() => !existsSync(folder), 'the folder of the killed process is removed');
  await assert.rejects(query(url, 'select 1'), /ECONNREFUSED/);
});

test('a test process that does not stop its server can still end', { skip: isBorrowed }, async () => {
  const { closed } = await startInAnotherProcess('');
  assert.deepEqual(await closed, [0, null]);
});
