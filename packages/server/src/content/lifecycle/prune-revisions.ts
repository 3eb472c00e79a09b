// Deletes revisions that are kept no longer: every one is kept for some days after the item was changed again, then the last
// of each day, and named ones always.

import { sql } from 'kysely';
import { type Context, inTransaction, timeOf, type WriteContext } from '../../context/context.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { readSetting, revisionDefaults } from '../../settings/settings.ts';

const dayMs = 86_400_000;
const batchSize = 200;

export const revisionTasks: Record<string, Task> = {
  'content.pruneRevisions': { run: pruneRevisions, retryAfterMs: internalSchedule, everyMs: dayMs / 4 },
};

/** Works in batches, each in a transaction of its own, so that requests are served in between. */
export async function pruneRevisions(ctx: Context): Promise<void> {
  const daysOf = async (name: keyof typeof revisionDefaults): Promise<number> =>
    (await readSetting<number>(ctx, name)) ?? revisionDefaults[name];
  const allDays = await daysOf('revisionsAllDays');
  const dailyDays = Math.max(allDays, await daysOf('revisionsDailyDays'));
  const allUntil = timeOf(ctx, -allDays * dayMs);
  const dailyUntil = timeOf(ctx, -dailyDays * dayMs);
  while (await inTransaction(ctx, (ctx) => thinOut(ctx, allUntil)));
  while (await inTransaction(ctx, (ctx) => deleteOld(ctx, dailyUntil)));
}

/** Deletes those that another of their day follows. Returns whether there may be more. */
async function thinOut(ctx: WriteContext, until: string): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('revisions')
    .select(['itemId', 'number'])
    .select((eb) =>
      eb
        .selectFrom('revisions as next')
        .select(
          sql<boolean>`substr("next"."createdAt", 1, 10) = substr("revisions"."createdAt", 1, 10)`.as('isSameDay'),
        )
        .whereRef('next.itemId', '=', 'revisions.itemId')
        .whereRef('next.number', '>', 'revisions.number')
        .orderBy('next.number')
        .limit(1)
        .as('isFollowed'),
    )
    .where('stage', '=', 'new')
    .where('replacedAt', '<', until)
    .orderBy('replacedAt')
    .limit(batchSize)
    .execute();
  const isFollowed = (row: { isFollowed: unknown }): boolean => Boolean(row.isFollowed);
  await deleteRows(ctx, rows.filter(isFollowed));
  for (const [itemId, numbers] of numbersByItem(rows.filter((row) => !isFollowed(row)))) {
    const kept = ctx.db.updateTable('revisions').set({ stage: 'daily' }).where('itemId', '=', itemId);
    await kept.where('number', 'in', numbers).where('stage', '=', 'new').execute();
  }
  return rows.length === batchSize;
}

/** Returns whether there may be more. */
async function deleteOld(ctx: WriteContext, until: string): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('revisions')
    .select(['itemId', 'number'])
    .where('stage', '=', 'daily')
    .where('replacedAt', '<', until)
    .orderBy('replacedAt')
    .limit(batchSize)
    .execute();
  await deleteRows(ctx, rows);
  return rows.length === batchSize;
}

type Key = { itemId: string; number: number };

/** One that has got a name meanwhile stays. */
async function deleteRows(ctx: WriteContext, rows: readonly Key[]): Promise<void> {
  for (const [itemId, numbers] of numbersByItem(rows)) {
    const old = ctx.db.deleteFrom('revisions').where('itemId', '=', itemId).where('number', 'in', numbers);
    await old.where('stage', '!=', 'named').execute();
  }
}

function numbersByItem(rows: readonly Key[]): [itemId: string, numbers: number[]][] {
  const groups = Map.groupBy(rows, ({ itemId }) => itemId);
  return [...groups].map(([itemId, some]) => [itemId, some.map(({ number }) => number)]);
}
