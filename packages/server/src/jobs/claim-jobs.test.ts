import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { countLockWaits } from '../../test/support/lock-waits.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction, type WriteContext } from '../context/context.ts';
import { claimJobs } from './claim-jobs.ts';
import { enqueue, rescheduleJob } from './queue.ts';

const skip = testDialect !== 'postgres';

/** How PostgreSQL would find the jobs that run, with the statistics of an hour in which most of them did. */
async function planOf({ db }: WriteContext): Promise<string> {
  const { rows } =
    await sql`explain select lane, count(*) from jobs where "lockedUntil" >= '2026' group by lane`.execute(db);
  return JSON.stringify(rows);
}

test('on PostgreSQL, claims follow indexes, which forget the jobs that are gone', { skip }, async (t) => {
  const { context } = await startTestService(t);
  const wholeTable = /Seq Scan|Bitmap/;
  await inTransaction(context, async (ctx) => assert.match(await planOf(ctx), wholeTable, 'PostgreSQL would not'));
  await inTransaction(context, async (ctx) => {
    await claimJobs(ctx, 'worker', { own: 1, quick: 1, slow: 1 });
    const plan = await planOf(ctx);
    assert.match(plan, /Index Only Scan/);
    assert.doesNotMatch(plan, wholeTable);
  });
  await inTransaction(context, async (ctx) =>
    assert.match(await planOf(ctx), wholeTable, 'others are left as they are'),
  );
});

test('on PostgreSQL, a claim that was slow leaves a job that was planned for later meanwhile', { skip }, async (t) => {
  const { context, database } = await startTestService(t);
  await inTransaction(context, (ctx) => enqueue(ctx, 'task', {}));
  // A claim that is to be slow waits for this lock after it has begun, when it sees the database as it was.
  await sql`create function "waitForLock"() returns trigger language plpgsql as $$ begin
    if current_setting('test.slow', true) = 'yes' then perform pg_advisory_xact_lock(4711); end if;
    return null; end $$`.execute(database.writer);
  await sql`create trigger "waitForLock" before update on jobs for each statement execute function "waitForLock"()`.execute(
    database.writer,
  );
  const places = { own: 1, quick: 1, slow: 1 };
  let slow: ReturnType<typeof claimJobs> | undefined;
  await inTransaction(context, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(db);
    slow = inTransaction(context, async (ctx) => {
      await sql`set local test.slow = 'yes'`.execute(ctx.db);
      return claimJobs(ctx, 'slow', places);
    });
    await waitFor('the claim to wait', async () => (await countLockWaits(database.writer)) === 1);
    const [job] = await inTransaction(context, (ctx) => claimJobs(ctx, 'quick', places));
    assert.ok(job);
    await inTransaction(context, (ctx) => rescheduleJob(ctx, job, 60_000));
  });
  assert.deepEqual(await slow, []);
});
