import assert from 'node:assert/strict';
import { nextTick as afterTick } from 'node:process';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { recordQueries } from '../../test/support/record-queries.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { inTransaction, type WriteContext } from '../context/context.ts';
import { keptQueries } from './kept-queries.ts';
import { openPostgres, postgresDialect } from './postgres.ts';
import { statementNames } from './postgres-driver.ts';

const nextTick = promisify(afterTick);

const skip = testDialect !== 'postgres';

const readTypes = (service: TestService) =>
  service.context.db.selectFrom('postTypes').selectAll().where('name', '=', 'event').execute();

async function assertNoneOpen(db: ReturnType<typeof openPostgres>['slowReader']): Promise<void> {
  const open = sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
  assert.equal((await open.execute(db)).rows.length, 0, 'every transaction has ended');
}

test('a transaction does not wait for its beginning', { skip }, async (t) => {
  const { writer, slowReader, transaction } = openPostgres(String(process.env.TEST_DATABASE_URL));
  t.after(() => Promise.all([writer.destroy(), slowReader.destroy()]));
  // The pool sets up the connection.
  await sql`select 1`.execute(writer);
  const sent: string[] = [];
  const undo = recordQueries(({ text }) => sent.push(text));
  t.after(undo);
  let sentAtOnce: string[] = [];
  await transaction(async (db) => {
    const reading = sql`select 1`.execute(db);
    // Nothing can be answered within a turn of the event loop.
    await nextTick();
    sentAtOnce = [...sent];
    await reading;
  });
  const before = ['begin; set local enable_seqscan = off', 'select 1'];
  assert.deepEqual([sentAtOnce, sent], [before, [...before, 'commit']]);
});

test('a transaction that fails at its first statement leaves the connection usable', { skip }, async (t) => {
  const service = await startTestService(t);
  const fail = () =>
    inTransaction(service.context, async (ctx) => void (await sql`select 1 / ${0}::int`.execute(ctx.db)));
  for (let n = 0; n < 30; n++) await assert.rejects(fail, { code: '22012' });
  assert.deepEqual(await readTypes(service), []);
});

test('processes name the same statement alike, and another one never, because a proxy lends a session to both', () => {
  const [one, other] = [statementNames(), statementNames()];
  const nameOf = (names: typeof one, text: string) => [1, 2, 3].map(() => names.of(text)).at(-1);
  const first = nameOf(one, 'select 1 where $1');
  assert.notEqual(nameOf(other, 'delete from "items" where "id" = $1'), first);
  assert.equal(nameOf(other, 'select 1 where $1'), first);
});

test('a statement that comes often is prepared, and survives a migration in another process', { skip }, async (t) => {
  const service = await startTestService(t);
  assert.equal((await service.request('POST', '/types', { body: { name: 'event' } })).status, 201);
  const names = new Set<string | undefined>();
  t.after(
    recordQueries(({ text, name }) => {
      if (/"postTypes"/.test(text)) names.add(name);
    }),
  );
  for (let n = 0; n < 10; n++) assert.equal((await readTypes(service)).length, 1);
  assert.equal([...names].filter((name) => name !== undefined).length, 1);
  await sql`alter table "postTypes" add column "later" text`.execute(service.database.writer);
  for (let n = 0; n < 10; n++) assert.equal((await readTypes(service)).length, 1);
  await sql`alter table "postTypes" drop column "later"`.execute(service.database.writer);
  const name = await inTransaction(service.context, async (ctx) => {
    const [type] = await ctx.db.selectFrom('postTypes').selectAll().where('name', '=', 'event').execute();
    return type?.name;
  });
  assert.equal(name, 'event');
});

test('a change whose result is not needed is not waited for', { skip }, async (t) => {
  const { writer, slowReader } = openPostgres(String(process.env.TEST_DATABASE_URL));
  t.after(() => Promise.all([writer.destroy(), slowReader.destroy()]));
  const queries = keptQueries();
  const change = (db: typeof writer, divisor: number) =>
    queries.send({ db, dialect: postgresDialect }, null, {}, () => ({
      compile: () => sql`select set_config('test.change', (1 / ${divisor}::int)::text, true)`.compile(db),
    }));
  const { rows } = await writer.transaction().execute(async (db) => {
    await change(db, 1);
    return sql<{ value: string }>`select current_setting('test.change') as "value"`.execute(db);
  });
  assert.deepEqual(rows, [{ value: '1' }]);

  const divided = { code: '22012' };
  await assert.rejects(
    writer.transaction().execute(async (db) => change(db, 0)),
    divided,
    'the commit fails',
  );
  await assert.rejects(
    writer.transaction().execute(async (db) => {
      await change(db, 0);
      await assert.rejects(sql`select 1`.execute(db), divided, 'and so does a statement before it');
    }),
    divided,
  );
  const own = new Error('own');
  const failing = writer.transaction().execute(async (db) => {
    await change(db, 0);
    throw own;
  });
  await assert.rejects(failing, own);
  assert.equal((await sql`select 1`.execute(writer)).rows.length, 1);
  await assertNoneOpen(slowReader);
});

test('statements that are asked for at once run in this order, and fail behind one that fails', { skip }, async (t) => {
  const { writer, slowReader, transaction } = openPostgres(String(process.env.TEST_DATABASE_URL));
  t.after(() => Promise.all([writer.destroy(), slowReader.destroy()]));
  type Db = Parameters<Parameters<typeof transaction>[0]>[0];
  const divide = async (db: Db, divisor: number) => {
    const { rows } = await sql<{ result: number }>`select 6 / ${divisor}::int as "result"`.execute(db);
    return rows[0]?.result;
  };
  const later = async (db: Db) => {
    for (let n = 0; n < 10; n++) await null;
    return divide(db, 3);
  };
  const results = await transaction((db) => Promise.all([divide(db, 1), later(db), divide(db, 2)]));
  assert.deepEqual(results, [6, 2, 3]);

  const divided = { code: '22012' };
  const failing = transaction(async (db) => {
    const all = await Promise.allSettled([divide(db, 1), divide(db, 0), divide(db, 2)]);
    assert.deepEqual(
      all.map((one) => (one.status === 'rejected' ? one.reason.code : one.value)),
      [6, '22012', '22012'],
    );
    await assert.rejects(divide(db, 1), divided);
  });
  await assert.rejects(failing, divided);
  let late: Promise<unknown> | undefined;
  const cutShort = transaction(async (db) => {
    late = later(db);
    throw new Error('own');
  });
  await assert.rejects(cutShort, /own/);
  await assert.rejects(late as Promise<unknown>, /has ended/);
  const first = async (db: Db) => {
    await divide(db, 1);
    throw new Error('own');
  };
  const second = async (db: Db) => {
    await divide(db, 1);
    await divide(db, 0);
  };
  let beside: Promise<unknown> | undefined;
  const apart = transaction((db) => {
    beside = second(db);
    return Promise.all([first(db), beside]);
  });
  await assert.rejects(apart, /own/);
  await assert.rejects(
    beside as unknown as Promise<unknown>,
    divided,
    'what was asked for beside it gets its own answer',
  );
  assert.equal(await transaction((db) => divide(db, 6)), 1);
  await assertNoneOpen(slowReader);
});

test('a transaction that loses its connection runs again, unless its commit may have arrived', { skip }, async (t) => {
  const { context, database } = await startTestService(t);
  const other = database.writer;
  const pidOf = async (ctx: WriteContext) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as "pid"`.execute(ctx.db);
    return rows[0]?.pid;
  };
  const untilGone = async (pid: number | undefined) => {
    const find = () => sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(other);
    while ((await find()).rows.length > 0) await setImmediate();
  };
  let runs = 0;
  const pid = await inTransaction(context, async (ctx) => {
    if (runs++ > 0) return pidOf(ctx);
    await sql`set local idle_in_transaction_session_timeout = 20`.execute(ctx.db);
    await untilGone(await pidOf(ctx));
    return pidOf(ctx);
  });
  assert.deepEqual([runs, typeof pid], [2, 'number']);
  runs = 0;
  const cutOff = inTransaction(context, async (ctx) => {
    runs++;
    const pid = await pidOf(ctx);
    await sql`select pg_terminate_backend(${pid})`.execute(other);
    await untilGone(pid);
  });
  await assert.rejects(cutOff, (error) => postgresDialect.isUnavailable(error));
  assert.equal(runs, 1);
});

test('what is read in the order of an index is planned for it', { skip }, async (t) => {
  const { writer, slowReader } = openPostgres(String(process.env.TEST_DATABASE_URL));
  t.after(() => Promise.all([writer.destroy(), slowReader.destroy()]));
  const queries = keptQueries();
  const settings = (divisor: number) => sql<{ sorts: string }>`
    select current_setting('enable_sort') || current_setting('enable_bitmapscan') as "sorts", 1 / ${divisor}::int`;
  const read = (divisor: number) =>
    queries.runInOrder({ db: slowReader, dialect: postgresDialect }, null, {}, () => ({
      compile: () => settings(divisor).compile(slowReader),
    }));
  const [row] = await read(1);
  assert.equal(row?.sorts, 'offoff');
  await assert.rejects(() => read(0), { code: '22012' });
  // The pool lends the same connection again, as it was.
  const { rows } = await settings(1).execute(slowReader);
  assert.equal(rows[0]?.sorts, 'onon');
});

test('what was planned when a table had few rows does not read all that it has later', { skip }, async (t) => {
  const { context, database, request } = await startTestService(t);
  await request('POST', '/types', { body: { name: 'event' } });
  const { body } = await request('POST', '/content/events', { body: { title: 'One' } });
  await sql`analyze "items"`.execute(database.writer);
  // A foreign key is checked by a statement that the connection keeps, and plans a few times.
  const checks = await inTransaction(context, async ({ db }) => {
    for (let n = 0; n < 10; n++) {
      await sql`delete from "itemSearch" where "itemId" = ${body.id}`.execute(db);
      await sql`insert into "itemSearch" ("itemId", "document") values (${body.id}, '')`.execute(db);
    }
    const whole = sql<{ scans: number }>`
      select "seq_scan"::int as "scans" from pg_stat_xact_user_tables where "relname" = 'items'`;
    return (await whole.execute(db)).rows[0]?.scans;
  });
  assert.equal(checks, 0, 'the table of items is never read as a whole');
});

test('a slow read ends at its time limit, and other statements have none', { skip }, async (t) => {
  const { writer, slowReader } = openPostgres(String(process.env.TEST_DATABASE_URL), { maxSlowMs: 20 });
  t.after(() => Promise.all([writer.destroy(), slowReader.destroy()]));
  await assert.rejects(sql`select pg_sleep(60)`.execute(slowReader), (error) => postgresDialect.isTooSlow(error));
  assert.equal((await sql`select pg_sleep(0.1)`.execute(writer)).rows.length, 1);
});

test('quick reads start no other processes, however many rows are expected of them', { skip }, async (t) => {
  const { writer } = (await startTestService(t)).database;
  await sql`create table "many" as select generate_series(1, 400000) as "n"`.execute(writer);
  await sql`analyze "many"`.execute(writer);
  const plan = async (db: typeof writer) => {
    const { rows } = await sql`explain select count(*) from "many" where "n" % 7 = 0`.execute(db);
    return JSON.stringify(rows);
  };
  const parallel = await writer.transaction().execute(async (db) => {
    await sql`set local max_parallel_workers_per_gather = 2`.execute(db);
    return plan(db);
  });
  assert.match(parallel, /Gather/, 'PostgreSQL would');
  assert.doesNotMatch(await plan(writer), /Gather/);
});
