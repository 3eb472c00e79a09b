// Jobs: stored work, in the transaction of the state that asks for it.
//
//   job     a row: a task's name and its payload
//   task    the code for it (tasks.ts)
//   lane    jobs that share a limit: a receiver that hangs fills only its own lane (claim-jobs.ts). A job without a lane of its
//           own runs in the lane of its task
//   lease   a claim with a time limit: when a worker dies it expires, and another worker takes the job
//
// A task that only changes the database finishes its job inside its own transaction, so it happens exactly once.
// A task that uses the network finishes its job in one transaction with the result afterwards, so it happens at least once.

import { sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import {
  filledUp,
  keptQueries,
  shapeOfInsert,
  slot,
  slotsFor,
  slotsForEach,
  slotsIn,
  valuesOf,
} from '../database/kept-queries.ts';
import type { Flag } from '../database/tables.ts';
import { newId } from '../lib/ids.ts';
import { currentWork } from '../telemetry/observer.ts';

export type JobInput = { facts: unknown; text: string | null };

export type Job = {
  id: string;
  task: string;
  payload: unknown;
  /** What its task reads first (`Task.reads`); null if it is gone. */
  input?: JobInput | null;
  /** Including this one. */
  attempts: number;
  lockedBy: string;
  /** The request that it follows from. */
  requestId?: string | null;
  /** The span that stored it. */
  traceparent?: string | null;
};

/** Another worker has taken over the job: this one must not record anything. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export type EnqueueOptions = { lane?: string; delayMs?: number; uniqueKey?: string };

/** Stores a job. Does nothing when a job with the same `uniqueKey` is already stored. */
export async function enqueue(
  ctx: WriteContext,
  task: string,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  const row = jobRow(ctx, { task, payload, ...options });
  await queries.run(ctx, 'insert if new', row, () =>
    ctx.db
      .insertInto('jobs')
      .values(slotsFor(row))
      .onConflict((conflict) => conflict.column('uniqueKey').doNothing()),
  );
  if (!options.delayMs) ctx.afterCommit(ctx.wakeWorker);
}

const queries = keptQueries();

export type NewJob = { payload: object; lane: string; uniqueKey: string };

const jobsPerInsert = 500;

/**
 * Stores many jobs at once, due now. A job whose key is already stored, waiting or given up, becomes due. With `again`, one
 * that runs does so once more when it has ended.
 */
export async function enqueueMany(
  ctx: WriteContext,
  task: string,
  jobs: readonly NewJob[],
  { again = false } = {},
): Promise<void> {
  for (let from = 0; from < jobs.length; from += jobsPerInsert) {
    const rows = jobs.slice(from, from + jobsPerInsert).map((job) => jobRow(ctx, { task, ...job }));
    const repeating = again ? { again: sql<Flag>`case when "jobs"."lockedBy" is null then 0 else 1 end` } : {};
    const shape = shapeOfInsert(rows);
    await queries.send(ctx, shape && `${shape} ${again}`, { ...valuesOf(rows), now: timeOf(ctx) }, () =>
      ctx.db
        .insertInto('jobs')
        .values(slotsForEach(rows))
        .onConflict((conflict) =>
          conflict.column('uniqueKey').doUpdateSet({ runAt: slot('now'), failedAt: null, ...repeating }),
        ),
    );
  }
  if (jobs.length > 0) ctx.afterCommit(ctx.wakeWorker);
}

function jobRow(ctx: WriteContext, job: EnqueueOptions & { task: string; payload: object }) {
  const work = currentWork();
  return {
    id: newId('job'),
    task: job.task,
    payload: JSON.stringify(job.payload),
    lane: job.lane ?? job.task,
    uniqueKey: job.uniqueKey ?? null,
    runAt: timeOf(ctx, job.delayMs ?? 0),
    attempts: 0,
    again: 0 as const,
    createdAt: timeOf(ctx),
    requestId: work?.requestId ?? null,
    traceparent: work?.span?.traceparent ?? null,
  };
}

/** Whether there is anything to claim. A cheap read, so that an idle worker does not write. */
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

/** Removes a job that is done, in the transaction of its result, unless it is to run again. Throws LeaseLostError. */
export async function finishJob(ctx: WriteContext, job: Job): Promise<void> {
  await finishJobs(ctx, [job]);
}

/** The same for several. Throws LeaseLostError if one was taken over. */
export async function finishJobs(ctx: WriteContext, jobs: readonly Job[]): Promise<void> {
  for (const [owner, owned] of Map.groupBy(jobs, ({ lockedBy }) => lockedBy)) {
    const ids = owned.map(({ id }) => id);
    const values = filledUp(ids);
    const finished = await queries.run(ctx, `finish ${values.length}`, { ...values, owner }, () =>
      ctx.db
        .deleteFrom('jobs')
        .where('id', 'in', slotsIn(values))
        .where('lockedBy', '=', slot('owner'))
        .where('again', '=', sql.lit(0))
        .returning('id'),
    );
    if (finished.length === ids.length) continue;
    // The others are to run again, or were taken over.
    const ended = new Set(finished.map(({ id }) => id));
    for (const job of owned) if (!ended.has(job.id)) await rescheduleJob(ctx, job, 0);
  }
}

/**
 * Removes a job that is done, unless it is to run again: then it does so with this payload. Returns whether it does. Throws
 * LeaseLostError.
 */
export async function finishUnlessAgain(ctx: WriteContext, job: Job, payload: object): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('jobs')
    .set({ payload: JSON.stringify(payload) })
    .where('id', '=', job.id)
    .where('lockedBy', '=', job.lockedBy)
    .where('again', '=', 1)
    .executeTakeFirstOrThrow();
  const isAgain = numUpdatedRows > 0n;
  await (isAgain ? rescheduleJob(ctx, job, 0) : finishJob(ctx, job));
  return isAgain;
}

/**
 * Runs the job again later, decided in the transaction of its result; at once if that was asked for while it ran. Returns
 * when. Throws LeaseLostError.
 */
export async function rescheduleJob(
  ctx: WriteContext,
  job: Job,
  delayMs: number,
  error: string | null = null,
): Promise<string> {
  const [now, planned] = [timeOf(ctx), timeOf(ctx, delayMs)];
  const row = await ctx.db
    .updateTable('jobs')
    .set((eb) => ({
      runAt: eb.case().when('again', '=', 1).then(now).else(planned).end(),
      ...{ lockedUntil: null, lockedBy: null, lastError: error, again: 0 },
    }))
    .where('id', '=', job.id)
    .where('lockedBy', '=', job.lockedBy)
    .returning('runAt')
    .executeTakeFirst();
  if (!row) throw new LeaseLostError(`${job.task} ${job.id} was taken over`);
  if (row.runAt === now) ctx.afterCommit(ctx.wakeWorker);
  return row.runAt;
}

/** Gives a job back that this worker cannot run, as if it had not been claimed. Throws LeaseLostError. */
export async function leaveJob(ctx: WriteContext, job: Job, delayMs: number): Promise<void> {
  await rescheduleJob(ctx, job, delayMs);
  await ctx.db
    .updateTable('jobs')
    .set({ attempts: job.attempts - 1 })
    .where('id', '=', job.id)
    .execute();
}

/** Stops trying a job, unless it is to run again. It stays stored with its error. */
export async function giveUpJob(ctx: WriteContext, job: Job, error: string): Promise<void> {
  const failedAt = timeOf(ctx);
  await ctx.db
    .updateTable('jobs')
    .set((eb) => ({
      failedAt: eb.case().when('again', '=', 1).then(eb.lit(null)).else(failedAt).end(),
      ...{ lockedUntil: null, lockedBy: null, lastError: error, again: 0 },
    }))
    .where('id', '=', job.id)
    .where('lockedBy', '=', job.lockedBy)
    .execute();
}

/** Makes all waiting jobs of a task due now. */
export async function runTaskNow(ctx: WriteContext, task: string): Promise<void> {
  const now = timeOf(ctx);
  await ctx.db
    .updateTable('jobs')
    .set({ runAt: now })
    .where('task', '=', task)
    .where('runAt', '>', now)
    .where('failedAt', 'is', null)
    .execute();
  ctx.afterCommit(ctx.wakeWorker);
}

/** Makes a waiting job due now if it is due later than after `maxMs`. */
export async function bringForward(ctx: WriteContext, uniqueKey: string, maxMs: number): Promise<void> {
  await ctx.db
    .updateTable('jobs')
    .set({ runAt: timeOf(ctx) })
    .where('uniqueKey', '=', uniqueKey)
    .where('runAt', '>', timeOf(ctx, maxMs))
    .where('failedAt', 'is', null)
    .execute();
}

/** Makes a waiting job due now. Returns false when no job with this key is waiting. */
export async function runJobNow(ctx: WriteContext, uniqueKey: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('jobs')
    .set({ runAt: timeOf(ctx) })
    .where('uniqueKey', '=', uniqueKey)
    .where('failedAt', 'is', null)
    .executeTakeFirstOrThrow();
  ctx.afterCommit(ctx.wakeWorker);
  return numUpdatedRows > 0n;
}
