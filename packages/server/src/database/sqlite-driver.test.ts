import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { openDatabase } from './database.ts';
import type { OpenOptions } from './dialect.ts';
import { openSqlite } from './sqlite.ts';

async function open(t: TestContext, options: OpenOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-driver-'));
  const file = path.join(folder, 'test.db');
  const { writer, reader } = openSqlite(file, options);
  t.after(async () => {
    await writer.destroy();
    await reader.destroy();
    rmSync(folder, { recursive: true });
  });
  await sql`create table t (n integer primary key, text text)`.execute(writer);
  const count = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*) as n from t`.execute(reader)).rows[0]?.n ?? -1;
  return { file, writer, reader, count };
}

test('a process that starts while another creates the file waits for it', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-driver-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'test.db');
  const other = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const connection = new (require('better-sqlite3'))(workerData);
    connection.exec('begin immediate; create table t (n)');
    parentPort.postMessage('locked');
    setTimeout(() => connection.exec('commit'), 300);`,
    { eval: true, workerData: file },
  );
  const ended = once(other, 'exit');
  await once(other, 'message');
  const { writer, reader } = openSqlite(file);
  await sql`insert into t values (1)`.execute(writer);
  assert.deepEqual((await sql`pragma journal_mode`.execute(reader)).rows, [{ journal_mode: 'wal' }]);
  await writer.destroy();
  await reader.destroy();
  await ended;
});

test('transactions that wait at the same time share one commit', async (t) => {
  const { file, writer, count } = await open(t);
  const before = walFrames(file);
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      writer.transaction().execute((trx) => sql`insert into t values (${n}, 'x')`.execute(trx)),
    ),
  );
  assert.equal(await count(), 100);
  // Each commit writes its pages to the log again, so a hundred commits would write far more.
  assert.ok(walFrames(file) - before <= 8, `${walFrames(file) - before} frames`);
});

test('a process beside the service commits at once, and maps no part of the file into its memory', async (t) => {
  for (const isBeside of [true, false]) {
    const { file, writer, reader, count } = await open(t, { isBeside });
    walFrames(file);
    const insert = (n: number) =>
      writer.transaction().execute((trx) => sql`insert into t values (${n}, 'x')`.execute(trx));
    await Promise.all([1, 2, 3, 4, 5].map(insert));
    // The log, which was copied before, begins anew, and has the page of each commit.
    assert.equal(walFrames(file) >= 5, isBeside);
    for (const connection of [writer, reader]) {
      const { rows } = await sql<{ mmap_size: number }>`pragma mmap_size`.execute(connection);
      assert.equal(rows[0]?.mmap_size === 0, isBeside);
    }
    assert.equal(await count(), 5);
  }
});

test('callers continue only after the commit, and readers do not see an open group', async (t) => {
  const { writer, count } = await open(t);
  let continued = false;
  const first = writer
    .transaction()
    .execute((trx) => sql`insert into t values (1, 'x')`.execute(trx))
    .then(() => {
      continued = true;
    });
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const second = writer.transaction().execute(async (trx) => {
    await sql`insert into t values (2, 'x')`.execute(trx);
    await gate;
  });
  // Longer than a commit waits for others.
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  assert.equal(continued, false);
  assert.equal(await count(), 0);
  release();
  await Promise.all([first, second]);
  assert.equal(await count(), 2);
});

test('a transaction of many statements lets the event loop serve others', async (t) => {
  const { writer, count } = await open(t);
  let turns = 0;
  const turn = async (): Promise<void> => {
    for (; turns < 3; turns++) await setImmediate();
  };
  const deadline = Date.now() + 10_000;
  await writer.transaction().execute(async (trx) => {
    await sql`insert into t values (1, 'x')`.execute(trx);
    void turn();
    while (turns < 3 && Date.now() < deadline) await sql`update t set text = 'y'`.execute(trx);
    assert.equal(await count(), 0);
  });
  assert.equal(turns, 3);
  assert.equal(await count(), 1);
});

test('a failed turn does not affect others, and a failed statement leaves its transaction usable', async (t) => {
  const { writer, count } = await open(t);
  const results = await Promise.allSettled([
    writer.transaction().execute((trx) => sql`insert into t values (1, 'x')`.execute(trx)),
    writer.transaction().execute(async (trx) => {
      await sql`insert into t values (2, 'x')`.execute(trx);
      throw new Error('no');
    }),
    writer.transaction().execute(async (trx) => {
      await sql`insert into t values (1, 'twice')`.execute(trx).catch(() => {});
      await sql`insert into t values (3, 'x')`.execute(trx);
    }),
    sql`insert into t values (1, 'alone and twice')`.execute(writer),
    sql`insert into t values (4, 'alone')`.execute(writer),
  ]);
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(await count(), 3);
});

test('a commit reaches the disk before its caller continues', async (t) => {
  const { writer } = await open(t);
  const read = async (pragma: string) =>
    Object.values((await sql.raw(`pragma ${pragma}`).execute(writer)).rows[0] ?? {});
  assert.deepEqual([await read('synchronous'), await read('journal_mode')], [[2], ['wal']]);
});

test('a transaction that begins while the commit waits for others joins the group', async (t) => {
  const { file, writer } = await open(t);
  const insert = (n: number) =>
    writer.transaction().execute((trx) => sql`insert into t values (${n}, 'x')`.execute(trx));
  const before = walFrames(file);
  const all: Promise<unknown>[] = [];
  for (let n = 0; n < 20; n++) {
    all.push(insert(n));
    await setImmediate();
  }
  await Promise.all(all);
  assert.ok(walFrames(file) - before <= 4, `${walFrames(file) - before} frames`);
});

test('a transaction begins when all that arrives with it has been read', async (t) => {
  const { writer } = await open(t);
  const order: string[] = [];
  const insert = (n: number) =>
    writer.transaction().execute(async (trx) => {
      order.push(`transaction ${n}`);
      await sql`insert into t values (${n}, 'x')`.execute(trx);
    });
  const all: Promise<void>[] = [];
  const arrive = async (n: number): Promise<void> => {
    order.push(`request ${n}`);
    all.push(insert(n));
    // As long as a handler takes that waits for nothing.
    for (let step = 0; step < 50; step++) await null;
  };
  for (let n = 1; n <= 3; n++) await arrive(n);
  await Promise.all(all);
  assert.deepEqual(order, [
    ...['request 1', 'request 2', 'request 3'],
    ...['transaction 1', 'transaction 2', 'transaction 3'],
  ]);
});

test('a group ends although others keep joining', async (t) => {
  const { writer } = await open(t);
  let later = 0;
  let laterAtCommit = -1;
  const insert = (n: number, run: () => Promise<void>) =>
    writer.transaction().execute(async (trx) => {
      await sql`insert into t values (${n}, 'x')`.execute(trx);
      await run();
    });
  const first = insert(0, async () => {}).then(() => {
    laterAtCommit = later;
  });
  const others = Array.from({ length: 40 }, (_, n) =>
    insert(n + 1, async () => {
      await setTimeout(5);
      later++;
    }),
  );
  await Promise.all([first, ...others]);
  // After 50 ms.
  assert.ok(laterAtCommit < 15, String(laterAtCommit));
});

test('waiting for the lock of another process does not block the event loop', async (t) => {
  const { file, writer, count } = await open(t);
  const other = new Sqlite(file);
  t.after(() => other.close());
  other.exec('begin immediate');
  other.exec("insert into t values (10, 'theirs')");
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks++;
    if (ticks === 20) other.exec('commit');
  }, 2);
  await sql`insert into t values (11, 'ours')`.execute(writer);
  clearInterval(ticking);
  assert.ok(ticks >= 20);
  assert.equal(await count(), 2);
});

test('when the commit itself fails, every transaction in the group fails', async (t) => {
  const { writer, count } = await open(t);
  await sql`create table parent (id integer primary key)`.execute(writer);
  await sql`create table child (id integer references parent (id) deferrable initially deferred)`.execute(writer);
  const results = await Promise.allSettled([
    writer.transaction().execute((trx) => sql`insert into t values (1, 'x')`.execute(trx)),
    writer.transaction().execute((trx) => sql`insert into child values (99)`.execute(trx)),
  ]);
  assert.deepEqual(
    results.map((result) => result.status),
    ['rejected', 'rejected'],
  );
  assert.equal(await count(), 0);
  await sql`insert into t values (2, 'after')`.execute(writer);
  assert.equal(await count(), 1);
});

function walFrames(file: string): number {
  const db = new Sqlite(file);
  const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }];
  db.close();
  return log;
}

test('after the last process has closed the database, its file holds everything, without a log', async (t) => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'frontdesk-closed-'));
  t.after(() => rmSync(dataFolder, { recursive: true }));
  const database = await openDatabase({ databaseUrl: null, dataFolder });
  await sql`create table t (n integer primary key)`.execute(database.writer);
  await sql`select count(*) from t`.execute(database.reader);
  await database.close();
  assert.deepEqual(readdirSync(dataFolder), ['frontdesk.db']);
});
