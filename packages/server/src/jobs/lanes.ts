// Lanes that are limited to one job at a time, because their receiver fails or is slow. A lane without a row
// may run five, or more if it earned them (lane-places.ts).
//
//   failing  the last attempt failed, but quickly
//   slow     a job ran for longer than `slowAfterMs`; all slow lanes together may only take a part of the places
//
// Stored, so that after a restart, and in every process, the same receivers count as slow.

import { timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';

export type LimitReason = Row<'limitedLanes'>['reason'];

/** How many jobs of a lane run at once, unless it earned more (lane-places.ts). */
export const placesPerLane = 5;

/** A receiver that takes longer is slow. Until then it holds a place that others may need. */
export const slowAfterMs = 2000;

const keptMs = 24 * 3_600_000;

export async function limitLane(ctx: WriteContext, lane: string, reason: LimitReason): Promise<void> {
  const row = { reason, limitedAt: timeOf(ctx) };
  await ctx.db
    .insertInto('limitedLanes')
    .values({ lane, ...row })
    .onConflict((conflict) => conflict.column('lane').doUpdateSet(row))
    .execute();
}

export async function freeLane(ctx: WriteContext, lane: string): Promise<void> {
  await ctx.db.deleteFrom('limitedLanes').where('lane', '=', lane).execute();
}

/** Deletes the limits of lanes that have not been used for a day, such as those of deleted subscribers. */
export async function forgetLanes(ctx: WriteContext): Promise<void> {
  await ctx.db.deleteFrom('limitedLanes').where('limitedAt', '<', timeOf(ctx, -keptMs)).execute();
}
