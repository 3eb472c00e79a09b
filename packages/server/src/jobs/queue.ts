// Jobs: stored work, in the transaction of the state that asks for it.
//
//   job     a row: a task's name and its payload
//   task    the code for it (tasks.ts)
//   lane    jobs that share a limit: one dead receiver fills only its own lane
//   lease   a time-limited claim; a worker that dies lets it run out and another takes the job
//
// A task that only changes the database finishes its job inside its own transaction: its effect happens once.
// A task that talks to the world records the result and finishes the job in one transaction afterwards: at least once.

import { type Kysely, sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../context.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Tables } from '../database/tables.ts';
import { newId } from '../lib/ids.ts';

export const leaseMs = 60_000;
const jobsPerLane = 5;

export type Job = {
  id: string;
  task: string;
  payload: unknown;
  /** This try included. */
  attempts: number;
  lockedBy: string;
};

/** The job was taken over by another worker: this one must not record anything. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export type EnqueueOptions = { lane?: string; delayMs?: number; uniqueKey?: string };

/** Stores a job. With a `uniqueKey` that is waiting already, nothing happens. */
export async function enqueue(
  ctx: WriteContext,
  task: string,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  await ctx.db
    .insertInto('jobs')
    .values({
      id: newId('job'),
      task,
      payload: JSON.stringify(payload),
      lane: options.lane ?? task,
      uniqueKey: options.uniqueKey ?? null,
      runAt: timeOf(ctx, options.delayMs ?? 0),
      attempts: 0,
      lockedUntil: null,
      lockedBy: null,
      lastError: null,
      failedAt: null,
      createdAt: timeOf(ctx),
    })
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .execute();
  if (!options.delayMs) ctx.afterCommit(ctx.wakeWorker);
}

export type NewJob = { payload: object; lane: string; uniqueKey: string };

const jobsPerInsert = 500;

/** Stores jobs that are due now, many in one statement. One whose key is waiting already, or was given up, becomes due. */
export async function enqueueMany(ctx: WriteContext, task: string, jobs: readonly NewJob[]): Promise<void> {
  const now = timeOf(ctx);
  for (let from = 0; from < jobs.length; from += jobsPerInsert) {
    const rows = jobs.slice(from, from + jobsPerInsert).map(({ payload, lane, uniqueKey }) => ({
      id: newId('job'),
      task,
      payload: JSON.stringify(payload),
      lane,
      uniqueKey,
      runAt: now,
      attempts: 0,
      lockedUntil: null,
      lockedBy: null,
      lastError: null,
      failedAt: null,
      createdAt: now,
    }));
    await ctx.db
      .insertInto('jobs')
      .values(rows)
      .onConflict((conflict) => conflict.column('uniqueKey').doUpdateSet({ runAt: now, failedAt: null }))
      .execute();
  }
  if (jobs.length > 0) ctx.afterCommit(ctx.wakeWorker);
}

/** Whether a claim would find anything: a cheap read, so that an idle worker writes nothing. */
export async function hasDueJobs(ctx: ReadContext): Promise<boolean> {
  const now = timeOf(ctx);
  const due = await ctx.db
    .selectFrom('jobs')
    .select('id')
    .where('failedAt', 'is', null)
    .where('runAt', '<=', now)
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<', now)]))
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/**
 * Claims up to `limit` due jobs in one statement: takes the oldest of each lane, leaves at most five running per lane,
 * takes the lanes in turn and sets the lease.
 */
export async function claimJobs(
  { writer, dialect, now }: { writer: Kysely<Tables>; dialect: Dialect; now: Date },
  worker: string,
  limit: number,
): Promise<Job[]> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const rows = await writer
    // Lane after lane by the index, and the first jobs of each: ranking all that is due would make a long queue slow.
    .withRecursive('lanes(lane)', (db) =>
      db
        .selectFrom('jobs')
        .where('failedAt', 'is', null)
        .select((eb) => eb.fn.min('lane').as('lane'))
        .unionAll(
          db
            .selectFrom('lanes')
            .where('lanes.lane', 'is not', null)
            .select((eb) =>
              eb
                .selectFrom('jobs as next')
                .where('next.failedAt', 'is', null)
                .whereRef('next.lane', '>', 'lanes.lane')
                .select((eb) => eb.fn.min('next.lane').as('lane'))
                .as('lane'),
            )
            .$castTo<{ lane: string }>(),
        ),
    )
    .with('due', (db) =>
      db
        .selectFrom('lanes')
        .innerJoin('jobs as waiting', (join) =>
          join.on((eb) =>
            eb(
              'waiting.id',
              'in',
              eb
                .selectFrom('jobs as first')
                .whereRef('first.lane', '=', 'lanes.lane')
                .where('first.failedAt', 'is', null)
                .where('first.runAt', '<=', at)
                .where((eb) => eb.or([eb('first.lockedUntil', 'is', null), eb('first.lockedUntil', '<', at)]))
                .orderBy('first.runAt')
                .orderBy('first.id')
                .limit(jobsPerLane)
                .select('first.id'),
            ),
          ),
        )
        .select([
          'waiting.id',
          'waiting.lane',
          sql<number>`row_number() over (partition by "waiting"."lane" order by "waiting"."runAt", "waiting"."id")`.as(
            'place',
          ),
        ]),
    )
    .with('running', (db) =>
      db
        .selectFrom('jobs')
        .where('lockedUntil', '>=', at)
        .groupBy('lane')
        .select((eb) => ['lane', eb.fn.countAll<number>().as('count')]),
    )
    .with('open', (db) =>
      db
        .selectFrom('due')
        .leftJoin('running', 'running.lane', 'due.lane')
        .where((eb) => eb(eb('due.place', '+', eb.fn.coalesce('running.count', eb.val(0))), '<=', jobsPerLane))
        .select(['due.id', 'due.place']),
    )
    .updateTable('jobs')
    .set((eb) => ({ lockedUntil: until, lockedBy: worker, attempts: eb('attempts', '+', 1) }))
    .where((eb) =>
      eb(
        'id',
        'in',
        dialect.lockRows(
          eb
            .selectFrom('jobs as free')
            .innerJoin('open', 'open.id', 'free.id')
            .where((eb) => eb.or([eb('free.lockedUntil', 'is', null), eb('free.lockedUntil', '<', at)]))
            .orderBy('open.place')
            .orderBy('free.runAt')
            .limit(limit)
            .select('free.id'),
          { of: 'free', skipLocked: true },
        ),
      ),
    )
    .returning(['id', 'task', 'payload', 'attempts', 'runAt'])
    .execute();
  return rows
    .sort((a, b) => (a.runAt < b.runAt ? -1 : a.runAt > b.runAt ? 1 : a.id < b.id ? -1 : 1))
    .map(({ id, task, payload, attempts }) => ({ id, task, payload: JSON.parse(payload), attempts, lockedBy: worker }));
}

/** The job is done, together with everything else in this transaction. */
export async function finishJob(ctx: WriteContext, job: Job): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('jobs')
    .where('id', '=', job.id)
    .where('lockedBy', '=', job.lockedBy)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new LeaseLostError(`${job.task} ${job.id} was taken over`);
}

/** The job runs again later, together with everything else in this transaction. */
export async function rescheduleJob(
  ctx: WriteContext,
  job: Job,
  delayMs: number,
  error: string | null = null,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('jobs')
    .set({ runAt: timeOf(ctx, delayMs), lockedUntil: null, lockedBy: null, lastError: error })
    .where('id', '=', job.id)
    .where('lockedBy', '=', job.lockedBy)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new LeaseLostError(`${job.task} ${job.id} was taken over`);
}

/** The job has used up its tries; it stays visible. */
export async function giveUpJob(ctx: WriteContext, job: Job, error: string): Promise<void> {
  await ctx.db
    .updateTable('jobs')
    .set({ failedAt: timeOf(ctx), lockedUntil: null, lockedBy: null, lastError: error })
    .where('id', '=', job.id)
    .where('lockedBy', '=', job.lockedBy)
    .execute();
}

/** Makes a waiting job due now: somebody asked for it. Returns false where no job with this key waits. */
export async function hurryJob(ctx: WriteContext, uniqueKey: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('jobs')
    .set({ runAt: timeOf(ctx) })
    .where('uniqueKey', '=', uniqueKey)
    .where('failedAt', 'is', null)
    .executeTakeFirstOrThrow();
  ctx.afterCommit(ctx.wakeWorker);
  return numUpdatedRows > 0n;
}
