// Claims due jobs in one statement, so that no two workers on one database get the same job.
//
//   own    jobs without a lane of their own: payments and everything else the service does for itself
//   quick  jobs in lanes that respond in time
//   slow   jobs in slow lanes
//
// A worker has places of each kind, so that receivers that hang keep neither payments nor other receivers waiting.

import { type RawBuilder, sql } from 'kysely';
import { timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, slot } from '../database/kept-queries.ts';
import { leaseMs } from './leases.ts';
import type { Job } from './queue.ts';

export type PlaceKind = 'own' | 'quick' | 'slow';
export type Places = Record<PlaceKind, number>;

export type ClaimedJob = Job & {
  lane: string;
  kind: PlaceKind;
  /** Whether the lane runs one job at a time. */
  isLimited: boolean;
};

type ClaimedRow = {
  id: string;
  task: string;
  payload: string;
  attempts: number;
  runAt: string;
  lane: string;
  requestId: string | null;
  traceparent: string | null;
  reason: LimitReason | null;
  facts: string | null;
  text: string | null;
};

/** Expressions over the row of `jobs`. */
export type FirstRead = {
  /** A JSON object. */
  facts: RawBuilder<string | null>;
  /** A text that may be long, so that writing and reading it as JSON would take time. */
  text: RawBuilder<string | null>;
};

/** What tasks read first (`Task.reads`), by their names. */
export type FirstReads = Record<string, FirstRead>;

const queries = keptQueries();

/**
 * Claims due jobs for the free places of each kind. Lanes take turns: the one with the fewest running jobs first, its
 * oldest job first; slow lanes by how long ago they had their turn. At most five jobs run in a lane, more if it earned
 * them (lane-places.ts), one if it is limited.
 */
export async function claimJobs(
  ctx: WriteContext,
  worker: string,
  free: Places,
  widened: Record<string, number> = {},
  reads: FirstReads = {},
): Promise<ClaimedJob[]> {
  // Most of the time no lane is wide, and leaving these parts out halves the cost.
  const isAnyWide = Object.keys(widened).length > 0;
  const values = {
    worker,
    at: timeOf(ctx),
    until: timeOf(ctx, leaseMs),
    own: Math.max(free.own, 0),
    quick: Math.max(free.quick, 0),
    slow: Math.max(free.slow, 0),
    widened: JSON.stringify(widened),
    widest: Math.max(0, ...Object.values(widened)),
  };
  await ctx.dialect.preferIndexes(ctx.db);
  const rows = await queries.run<ClaimedRow>(ctx, `${isAnyWide} ${Object.keys(reads)}`, values, () => ({
    compile: () => claiming(ctx, isAnyWide, reads).compile(ctx.db),
  }));
  return rows
    .sort((a, b) => (a.runAt < b.runAt ? -1 : a.runAt > b.runAt ? 1 : a.id < b.id ? -1 : 1))
    .map(({ id, task, payload, attempts, lane, requestId, traceparent, reason, facts, text }) => ({
      ...{ id, task, attempts, lane, requestId, traceparent, payload: JSON.parse(payload), lockedBy: worker },
      ...(task in reads && { input: facts === null ? null : { facts: JSON.parse(facts), text } }),
      kind: lane === task ? 'own' : reason === 'slow' ? 'slow' : 'quick',
      isLimited: reason !== null,
    }));
}

function claiming({ dialect }: WriteContext, isAnyWide: boolean, reads: FirstReads): RawBuilder<ClaimedRow> {
  const at = slot('at');
  // Kinds are literals and limits are sums: SQLite would plan for their values, and prepare the statement for each claim.
  const next = (kind: PlaceKind): RawBuilder<unknown> => sql`
    select id from (
      select jobs.id
      -- SQLite keeps the order of a cross join; of another one, it may read all jobs for each of the few that are due.
      from due cross join jobs
      where jobs.id = due.id and due.kind = ${sql.lit(kind)} and due.turn <= due.places
        -- Checked again on the row: another worker may have claimed it meanwhile, and planned it for later.
        and (jobs."lockedUntil" is null or jobs."lockedUntil" < ${at}) and jobs."runAt" <= ${at}
      order by due.turn, due.since
      limit (${slot(kind)} + 0)
      ${dialect.forUpdateSkipLocked('jobs')}
    ) as ${sql.id(kind)}
  `;
  const oldest = (lanes: RawBuilder<unknown>, limit: unknown): RawBuilder<unknown> => sql`
    select jobs.id,
      case when jobs.lane = jobs.task then 'own' when room.reason = 'slow' then 'slow' else 'quick' end,
      room.places,
      room.running + row_number() over (partition by jobs.lane order by jobs."runAt", jobs.id),
      case when room.reason = 'slow' then room."limitedAt" else jobs."runAt" end
    from room join jobs on ${lanes} and jobs.id ${dialect.isOneOf(sql`
      select first.id from jobs as first
      where first.lane = room.lane and first."failedAt" is null and first."runAt" <= ${at}
        and (first."lockedUntil" is null or first."lockedUntil" < ${at})
      order by first."runAt", first.id
      limit (${limit} + 0)
    `)}
  `;
  const joinWidened = sql`left join ${dialect.jsonNumbers(slot('widened'))} as widened on widened.key = lanes.lane`;
  const placesWithoutLimit = isAnyWide ? sql`coalesce(widened.value, ${placesPerLane})` : sql`${placesPerLane}`;
  const few = oldest(isAnyWide ? sql`room.places <= ${placesPerLane}` : sql`1 = 1`, placesPerLane);
  const many = oldest(sql`room.places > ${placesPerLane}`, slot('widest'));
  return sql<ClaimedRow>`
    with recursive
      -- Every lane with jobs, one index step each, however many jobs wait in it.
      lanes (lane) as (
        select min(lane) from jobs where "failedAt" is null
        union all
        select (select min(jobs.lane) from jobs where jobs.lane > lanes.lane and jobs."failedAt" is null)
        from lanes where lanes.lane is not null
      ),
      running (lane, jobs) as (
        select lane, count(*) from jobs where "lockedUntil" >= ${at} group by lane
      ),
      -- The lanes that may run another job.
      room (lane, running, places, reason, "limitedAt") as materialized (
        select * from (
          select lanes.lane, coalesce(running.jobs, 0) as running,
            case when limited.lane is not null then 1 else ${placesWithoutLimit} end as places,
            limited.reason, limited."limitedAt"
          from lanes
          left join running on running.lane = lanes.lane
          left join "limitedLanes" as limited on limited.lane = lanes.lane
          ${isAnyWide ? joinWidened : sql``}
        ) as known
        where known.running < known.places
      ),
      -- Their oldest due jobs, numbered after those that run.
      due (id, kind, places, turn, since) as materialized (${isAnyWide ? sql`${few} union all ${many}` : few})
    update jobs set "lockedUntil" = ${slot('until')}, "lockedBy" = ${slot('worker')}, attempts = attempts + 1, again = 0
    where id in (${next('own')} union all ${next('quick')} union all ${next('slow')})
    returning id, task, payload, attempts, "runAt", lane, "requestId", traceparent,
      (select limited.reason from "limitedLanes" as limited where limited.lane = jobs.lane) as reason,
      ${givenBy(reads, 'facts')} as facts, ${givenBy(reads, 'text')} as text
  `;
}

function givenBy(reads: FirstReads, name: keyof FirstRead): RawBuilder<string | null> {
  const cases = Object.entries(reads).map(([task, read]) => sql`when jobs.task = ${sql.lit(task)} then ${read[name]}`);
  return cases.length === 0 ? sql`null` : sql`case ${sql.join(cases, sql` `)} end`;
}

// Lanes that are limited to one job at a time, because their receiver fails or is slow. A lane without a row
// may run five, or more if it earned them (lane-places.ts).
//
//   failing  the last attempt failed, but quickly
//   slow     a job ran for longer than `slowAfterMs`; all slow lanes together may only take a part of the places
//
// Stored, so that after a restart, and in every process, the same receivers count as slow.

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
