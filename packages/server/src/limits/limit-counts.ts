// The table of what limits have counted. Its rows are locked in the order in which they are named.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import type { Count } from './rules.ts';

/** Attackers choose the keys, so their number is limited: those that were used longest ago are forgotten first. */
const maxRows = 200_000;
const batchSize = 1000;
const hourMs = 3_600_000;
/** A count from further ahead is of a clock that was wrong: without this, its limit would hold until then. */
const maxAheadMs = 24 * hourMs;

export const limitTasks: Record<string, Task> = {
  'limits.forgetCounts': { run: forgetCounts, retryAfterMs: internalSchedule, everyMs: hourMs },
};

/** Locks the counts until the end of the transaction, also those that are not there yet. */
export async function lockCounts(ctx: WriteContext, ids: readonly string[]): Promise<Map<string, Count>> {
  const now = timeOf(ctx);
  const rows = await ctx.db
    .insertInto('limitCounts')
    .values(ids.map((id) => ({ id, tries: 0, until: now, lastAt: now, expiresAt: now })))
    // What changes nothing locks the row and returns it.
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ id: eb.ref('excluded.id') })))
    .returning(['id', 'tries', 'until', 'lastAt'])
    .execute();
  const latest = timeOf(ctx, maxAheadMs);
  return new Map(
    rows
      .filter(({ tries, lastAt }) => tries > 0 && lastAt <= latest)
      .map(({ id, tries, until, lastAt }) => [id, { tries, until: Date.parse(until), lastAt: Date.parse(lastAt) }]),
  );
}

/** Stores counts that are locked. Null forgets one. */
export async function storeCounts(
  ctx: WriteContext,
  changed: readonly { id: string; count: Count | null; keptMs: number }[],
): Promise<void> {
  if (changed.length === 0) return;
  const now = ctx.now().getTime();
  const rows = changed.map(({ id, count, keptMs }) => {
    const { tries, until, lastAt } = count ?? { tries: 0, until: now, lastAt: now };
    const expiresAt = count ? Math.max(until, lastAt + keptMs) : now;
    return { id, tries, until: text(until), lastAt: text(lastAt), expiresAt: text(expiresAt) };
  });
  await ctx.db
    .insertInto('limitCounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        tries: eb.ref('excluded.tries'),
        until: eb.ref('excluded.until'),
        lastAt: eb.ref('excluded.lastAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .execute();
}

/** Adds to what all processes have counted in a window, which begins anew once it is over. Returns the sum, and the window's end. */
export async function addToWindow(
  ctx: WriteContext,
  { id, tries, until }: { id: string; tries: number; until: number },
): Promise<{ tries: number; until: number }> {
  const now = timeOf(ctx);
  const row = await ctx.db
    .insertInto('limitCounts')
    .values({ id, tries, until: text(until), lastAt: now, expiresAt: text(until) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => {
        const isOver = eb.or([
          eb('limitCounts.until', '<=', now),
          eb('limitCounts.lastAt', '>', timeOf(ctx, maxAheadMs)),
        ]);
        const later = eb.case().when(isOver).then(eb.ref('excluded.until')).else(eb.ref('limitCounts.until')).end();
        const sum = eb('limitCounts.tries', '+', eb.ref('excluded.tries'));
        return {
          tries: eb.case().when(isOver).then(eb.ref('excluded.tries')).else(sum).end(),
          until: later,
          lastAt: now,
          expiresAt: later,
        };
      }),
    )
    .returning(['tries', 'until'])
    .executeTakeFirstOrThrow();
  return { tries: row.tries, until: Date.parse(row.until) };
}

/** Deletes counts that no longer matter, and the oldest if there are too many. */
async function forgetCounts(ctx: Context): Promise<void> {
  await deleteUntil(ctx, 'expiresAt', timeOf(ctx));
  const newest = await ctx.db
    .selectFrom('limitCounts')
    .select('lastAt')
    .orderBy('lastAt', 'desc')
    .offset(maxRows)
    .limit(1)
    .executeTakeFirst();
  if (newest) await deleteUntil(ctx, 'lastAt', newest.lastAt);
}

/** In small transactions, so that others get their turn. */
async function deleteUntil(ctx: Context, column: 'expiresAt' | 'lastAt', time: string): Promise<void> {
  for (;;) {
    const deleted = await inTransaction(ctx, async (ctx) => {
      const oldest = ctx.db
        .selectFrom('limitCounts')
        .select('id')
        .where(column, '<=', time)
        .orderBy(column)
        .limit(batchSize);
      const { numDeletedRows } = await ctx.db
        .deleteFrom('limitCounts')
        .where('id', 'in', oldest)
        // One that was counted again meanwhile stays.
        .where(column, '<=', time)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
    if (deleted < batchSize) return;
  }
}

function text(time: number): string {
  return new Date(time).toISOString();
}
