import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { countLockWaits } from '../../test/support/lock-waits.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import { currentWork, runWork } from '../telemetry/current-work.ts';

const skip = testDialect !== 'postgres';

const grouped = <T>({ context }: TestService, run: (ctx: WriteContext) => Promise<T>): Promise<T> =>
  inTransaction(context, run, { mayBeGrouped: true });

/** Stores a setting and returns the number of its transaction. */
async function store(ctx: WriteContext, name: string): Promise<string> {
  const row = { name, value: 'true', updatedAt: timeOf(ctx) };
  await ctx.db.insertInto('settings').values(row).execute();
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(ctx.db);
  return rows[0]?.id as string;
}

async function stored({ context }: TestService): Promise<string[]> {
  const rows = await context.db.selectFrom('settings').select('name').where('name', 'like', 'test%').execute();
  return rows.map(({ name }) => name).sort();
}

/** A transaction by itself, which the others wait for and then share the next one. */
const first = (service: TestService): Promise<string> => grouped(service, (ctx) => store(ctx, 'test-first'));

test('transactions that arrive while one runs share the next one', { skip }, async (t) => {
  const service = await startTestService(t);
  const names = ['test-a', 'test-b', 'test-c'];
  const [alone, ...together] = await Promise.all([
    first(service),
    // After it has begun.
    ...names.map(async (name) => {
      await new Promise((resolve) => setImmediate(resolve));
      return grouped(service, (ctx) => store(ctx, name));
    }),
  ]);
  assert.equal(new Set(together).size, 1);
  assert.notEqual(together[0], alone);
  assert.deepEqual(await stored(service), [...names, 'test-first']);
});

test('one that is refused before it writes gets its error, and the others are stored together', { skip }, async (t) => {
  const service = await startTestService(t);
  const refused = grouped(service, async ({ db }) => {
    await db.selectFrom('settings').selectAll().execute();
    throw new Error('not today');
  });
  const others = ['test-a', 'test-b'].map((name) => grouped(service, (ctx) => store(ctx, name)));
  await assert.rejects(refused, /^Error: not today$/);
  assert.equal(new Set(await Promise.all(others)).size, 1);
});

test('nothing remains of one that fails after it wrote, and the others are stored without it', { skip }, async (t) => {
  const service = await startTestService(t);
  await grouped(service, (ctx) => store(ctx, 'test-taken'));
  const results = await Promise.allSettled([
    grouped(service, (ctx) => store(ctx, 'test-a')),
    grouped(service, (ctx) => store(ctx, 'test-taken')),
    grouped(service, async (ctx) => {
      await store(ctx, 'test-b');
      throw new Error('after all');
    }),
    grouped(service, (ctx) => store(ctx, 'test-c')),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  assert.ok(service.context.dialect.isUniqueViolation((results[1] as PromiseRejectedResult).reason));
  assert.match(String((results[2] as PromiseRejectedResult).reason), /^Error: after all$/);
  assert.deepEqual(await stored(service), ['test-a', 'test-c', 'test-taken']);
});

const keepWaiting = async (t: TestContext, isInGroup: boolean): Promise<void> => {
  const service = await startTestService(t);
  await grouped(service, (ctx) => store(ctx, 'test-locked'));
  const release = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const change = { value: 'false' };
  const holding = inTransaction(service.context, async ({ db }) => {
    await db.updateTable('settings').set(change).where('name', '=', 'test-locked').execute();
    isLocked.resolve();
    await release.promise;
  });
  await isLocked.promise;
  let isWaiting = true;
  const waiting = grouped(service, async ({ db }) => {
    await db.updateTable('settings').set(change).where('name', '=', 'test-locked').execute();
  }).finally(() => {
    isWaiting = false;
  });
  if (!isInGroup) await waitFor('it to wait', async () => (await countLockWaits(service.database.writer)) > 0);
  await Promise.all(['test-a', 'test-b'].map((name) => grouped(service, (ctx) => store(ctx, name))));
  assert.deepEqual(await stored(service), ['test-a', 'test-b', 'test-locked']);
  assert.ok(isWaiting);
  release.resolve();
  await Promise.all([holding, waiting]);
};

test('who waits for a lock does not keep the others of its group waiting', { skip }, (t) => keepWaiting(t, true));

test('who waits for a lock alone does not keep the next group waiting', { skip }, (t) => keepWaiting(t, false));

test('a connection that is lost before the commit loses none of a group, and stores none twice', {
  skip,
}, async (t) => {
  const service = await startTestService(t);
  let isCut = false;
  const cut = grouped(service, async (ctx) => {
    await store(ctx, 'test-cut');
    if (isCut) return;
    isCut = true;
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ctx.db);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(service.database.writer);
    await store(ctx, 'test-never');
  });
  const others = ['test-a', 'test-b'].map((name) => grouped(service, (ctx) => store(ctx, name)));
  await Promise.all([cut, ...others]);
  assert.deepEqual(await stored(service), ['test-a', 'test-b', 'test-cut']);
});

test('each of a group knows what it is for', { skip }, async (t) => {
  const service = await startTestService(t);
  const works = ['one', 'two', 'three'].map((requestId) => ({ requestId, statements: 0, databaseMs: 0, span: null }));
  const known = await Promise.all(
    works.map((work) =>
      runWork(work, () =>
        grouped(service, async (ctx) => {
          await store(ctx, `test-${work.requestId}`);
          return currentWork()?.requestId;
        }),
      ),
    ),
  );
  assert.deepEqual(known, ['one', 'two', 'three']);
});

test('what one had begun when it was refused is not stored with the others', { skip }, async (t) => {
  const service = await startTestService(t);
  const release = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const refused = grouped(service, async (ctx) => {
    late = release.promise.then(() => store(ctx, 'test-late'));
    throw new Error('not today');
  });
  const others = ['test-a', 'test-b'].map((name) =>
    grouped(service, async (ctx) => {
      const transaction = await store(ctx, name);
      release.resolve();
      await Promise.allSettled([late]);
      return transaction;
    }),
  );
  await assert.rejects(refused, /^Error: not today$/);
  assert.equal(new Set(await Promise.all(others)).size, 1);
  await assert.rejects(late, /^Error: The transaction has ended$/);
  assert.deepEqual(await stored(service), ['test-a', 'test-b']);
});
