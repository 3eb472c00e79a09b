import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, testDialect } from '../../test/support/test-service.ts';
import { inTransaction, type WriteContext } from '../context.ts';
import { claimJobs } from './claim-jobs.ts';

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
