// Runs one claimed job: calls its task, then finishes it or plans the next attempt. A job that ran for long, or whose
// receiver failed, limits its lane.

import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { type Context, inTransaction } from '../context/context.ts';
import { type JobOutcome, type Log, runWork } from '../telemetry/observer.ts';
import {
  type ClaimedJob,
  type FirstRead,
  type FirstReads,
  freeLane,
  type LimitReason,
  limitLane,
  slowAfterMs,
} from './claim-jobs.ts';
import type { JobEnd } from './lane-places.ts';
import { finishJob, giveUpJob, type Job, LeaseLostError, leaveJob, rescheduleJob } from './queue.ts';
import { withJitter } from './schedules.ts';

export type Task = {
  /**
   * Returns `'finished'` when the task's own transaction finished or rescheduled the job, and `'failed'` when it did so
   * because the receiver of its lane failed. May call `responded` when the receiver has responded: the rest is our own
   * work, and takes long when this process is busy.
   */
  run(ctx: Context, job: Job, responded: () => void): Promise<unknown>;
  /** What the task reads first, so that the claim itself can read it. For tasks that run often. */
  reads?(ctx: Pick<Context, 'dialect'>): FirstRead;
  /** Waits before the next attempts, in milliseconds. After the last one the job is given up and stays stored. */
  retryAfterMs: readonly number[];
  /** For a recurring task: the time between two runs. It is stored once, at the start. */
  everyMs?: number;
};

/** What the claims of these tasks read for them. */
export function firstReads(ctx: Pick<Context, 'dialect'>, tasks: Record<string, Task>): FirstReads {
  return Object.fromEntries(Object.entries(tasks).flatMap(([name, { reads }]) => (reads ? [[name, reads(ctx)]] : [])));
}

/** How long a job that the database interrupted waits the first time. */
const interruptedMs = 1000;

/** How long a job whose task only a newer version has waits for it. */
const unknownTaskMs = 30_000;

/**
 * Runs a claimed job and records its end and what it shows about its lane. Calls `onSlow` once the lane counts as slow.
 * Throws if neither the result nor the failure of the job could be recorded.
 */
export async function runJob(
  ctx: Context,
  tasks: Record<string, Task>,
  job: ClaimedJob,
  onSlow: () => void,
): Promise<JobEnd> {
  const { id, task, requestId = null, traceparent = null } = job;
  const log = withFields(ctx.log, { ...(requestId === null ? {} : { reqId: requestId }), job: id, task });
  const span = ctx.observer?.spans?.job({ id, task, attempts: job.attempts, traceparent }) ?? null;
  const work = { requestId, job: id, task, statements: 0, databaseMs: 0, span };
  try {
    return await runWork(work, () => runInLane({ ...ctx, log }, tasks, job, onSlow));
  } finally {
    span?.end();
  }
}

async function runInLane(
  ctx: Context,
  tasks: Record<string, Task>,
  job: ClaimedJob,
  onSlow: () => void,
): Promise<JobEnd> {
  if (job.kind === 'own') return { hasFailed: hasFailed(await runTask(ctx, tasks, job, () => {})), isSlow: false };
  let isSlow = false;
  let check: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // A busy process runs late timers before it reads what has arrived.
    check = setImmediate(() => {
      isSlow = true;
      updateLane(ctx, job, 'slow').finally(onSlow);
    });
  }, slowAfterMs);
  const responded = (): void => {
    clearTimeout(timer);
    clearImmediate(check);
  };
  const result = await runTask(ctx, tasks, job, responded).finally(responded);
  if (!isSlow && result === 'failed') await updateLane(ctx, job, 'failing');
  else if (!isSlow && job.isLimited && result !== 'threw') await updateLane(ctx, job, null);
  return { hasFailed: hasFailed(result), isSlow };
}

function hasFailed(result: unknown): boolean {
  return result === 'threw' || result === 'failed';
}

/** Only affects when other jobs of the lane run, so an error here must not concern this one. */
async function updateLane(ctx: Context, { lane }: ClaimedJob, reason: LimitReason | null): Promise<void> {
  try {
    await inTransaction(ctx, (ctx) => (reason ? limitLane(ctx, lane, reason) : freeLane(ctx, lane)));
  } catch (error) {
    ctx.log.error({ lane, err: error }, 'the limit of a lane could not be recorded');
  }
}

/** Returns what the task returned, or that it threw. */
async function runTask(ctx: Context, tasks: Record<string, Task>, job: Job, responded: () => void): Promise<unknown> {
  const startedAt = performance.now();
  const task = tasks[job.task];
  const fields = { attempt: job.attempts };
  const ended = (outcome: JobOutcome): void =>
    ctx.observer?.jobEnded(task ? job.task : 'unknown', outcome, performance.now() - startedAt);
  try {
    if (!task) {
      ended('lost');
      return await leaveToOthers(ctx, job);
    }
    const result = await task.run(ctx, job, responded);
    if (result !== 'finished' && result !== 'failed') await settle(ctx, task, job);
    ended(result === 'failed' ? 'failed' : 'done');
    ctx.log.debug({ ...fields, durationMs: Math.round(performance.now() - startedAt) }, 'job done');
    return result;
  } catch (error) {
    ended(error instanceof LeaseLostError ? 'lost' : 'threw');
    if (error instanceof LeaseLostError) ctx.log.warn(fields, error.message);
    else {
      ctx.log.warn({ ...fields, err: error }, 'job failed');
      await retryLater(ctx, task, job, error);
    }
    return 'threw';
  }
}

/** A newer version stored it: one that runs beside this one, or will again. */
async function leaveToOthers(ctx: Context, job: Job): Promise<void> {
  ctx.log.info({}, 'a job of a newer version is left to it');
  await inTransaction(ctx, (ctx) => leaveJob(ctx, job, withJitter(unknownTaskMs)));
}

async function settle(ctx: Context, task: Task, job: Job): Promise<void> {
  await inTransaction<unknown>(ctx, (ctx) =>
    task.everyMs ? rescheduleJob(ctx, job, withJitter(task.everyMs)) : finishJob(ctx, job),
  );
}

async function retryLater(ctx: Context, task: Task | undefined, job: Job, error: unknown): Promise<void> {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const plannedMs = task?.retryAfterMs[job.attempts - 1] ?? task?.everyMs;
  // The schedule is for others that fail. Each attempt counts, so that a job that ends its connection each time is given up.
  const isSoon = plannedMs !== undefined && ctx.dialect.isInterrupted(error);
  const waitMs = isSoon ? Math.min(plannedMs, interruptedMs * 2 ** (job.attempts - 1)) : plannedMs;
  await inTransaction<unknown>(ctx, (ctx) =>
    waitMs === undefined ? giveUpJob(ctx, job, message) : rescheduleJob(ctx, job, withJitter(waitMs), message),
  );
}

// A log that adds fields to each line.

/** Fields of a line win over those that are added. */
function withFields(log: Log, added: object): Log {
  return {
    debug: (fields, message) => log.debug({ ...added, ...fields }, message),
    info: (fields, message) => log.info({ ...added, ...fields }, message),
    warn: (fields, message) => log.warn({ ...added, ...fields }, message),
    error: (fields, message) => log.error({ ...added, ...fields }, message),
  };
}
