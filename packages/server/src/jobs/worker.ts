// The loop that runs jobs: claims what is due, runs it, gives everything back when it stops.

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { type Context, inTransaction } from '../context.ts';
import { freeLeasesOfTheDead, newLeaseOwner } from './lease-owner.ts';
import {
  claimJobs,
  enqueue,
  finishJob,
  giveUpJob,
  hasDueJobs,
  type Job,
  LeaseLostError,
  leaseMs,
  rescheduleJob,
} from './queue.ts';
import { withJitter } from './schedules.ts';

export type Task = {
  /** Answers `'finished'` when the job was finished or rescheduled inside the task's own transaction. */
  run(ctx: Context, job: Job): Promise<unknown>;
  /** Waits before the next tries, in milliseconds; after the last one the job is given up and stays visible. */
  retryAfterMs: readonly number[];
  /** A recurring task: stored once at start, runs again so long after each run. */
  everyMs?: number;
};

export type Worker = {
  /** There may be work now. */
  wake(): void;
  /** No new claims; running jobs end (20 s at most); their leases are given back. */
  stop(): Promise<void>;
};

const pollMs = 1000;
/** Work here mostly waits for others: so many places that twenty receivers that hang (five each) delay nobody. */
const maxRunning = 125;
const stopPatienceMs = 20_000;

/** Starts the loop. Every instance on the same database may run one. */
export function startWorker(ctx: Context, tasks: Record<string, Task>): Worker {
  const worker = newLeaseOwner();
  const running = new Map<string, Promise<void>>();
  let stopping = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let claiming: Promise<void> | null = null;

  const wake = (): void => {
    if (stopping) return;
    if (claiming) {
      woken = true;
      return;
    }
    clearTimeout(timer);
    claiming = claim().finally(() => {
      claiming = null;
      if (stopping) return;
      if (woken) {
        woken = false;
        wake();
      } else timer = setTimeout(wake, pollMs);
    });
  };

  const claim = async (): Promise<void> => {
    try {
      const free = maxRunning - running.size;
      if (free <= 0 || !(await hasDueJobs(ctx))) return;
      const jobs = await claimJobs({ writer: ctx.writer, dialect: ctx.dialect, now: ctx.now() }, worker, free);
      for (const job of jobs) {
        running.set(
          job.id,
          runJob(ctx, tasks, job).finally(() => {
            running.delete(job.id);
            wake();
          }),
        );
      }
    } catch (error) {
      ctx.log.error({ err: error }, 'jobs could not be claimed');
    }
  };

  const heartbeat = setInterval(() => {
    if (running.size > 0)
      extendLeases(ctx, worker, [...running.keys()]).catch((error) =>
        ctx.log.error({ err: error }, 'leases could not be extended'),
      );
  }, leaseMs / 3);

  claiming = freeLeasesOfTheDead(ctx, worker)
    .then((freed) => (freed > 0 ? ctx.log.info({ freed }, 'took over jobs of a worker that died') : undefined))
    .catch((error) => ctx.log.error({ err: error }, 'leases could not be looked at'))
    .finally(() => {
      claiming = null;
      wake();
    });
  return {
    wake,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await claiming;
      const patience = new Promise((resolve) => setTimeout(resolve, stopPatienceMs).unref());
      await Promise.race([Promise.allSettled(running.values()), patience]);
      clearInterval(heartbeat);
      await ctx.writer
        .updateTable('jobs')
        .set({ lockedUntil: null, lockedBy: null })
        .where('lockedBy', '=', worker)
        .execute();
    },
  };
}

/** Stores the recurring tasks that are not waiting yet. */
export async function scheduleRecurring(ctx: Context, tasks: Record<string, Task>): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const [name, task] of Object.entries(tasks)) {
      if (task.everyMs) await enqueue(ctx, name, {}, { uniqueKey: name, delayMs: 1 });
    }
  });
}

async function extendLeases(ctx: Context, worker: string, ids: string[]): Promise<void> {
  const lockedUntil = new Date(ctx.now().getTime() + leaseMs).toISOString();
  await ctx.writer
    .updateTable('jobs')
    .set({ lockedUntil })
    .where('id', 'in', ids)
    .where('lockedBy', '=', worker)
    .execute();
}

async function runJob(ctx: Context, tasks: Record<string, Task>, job: Job): Promise<void> {
  const startedAt = performance.now();
  const fields = { job: job.id, task: job.task, attempt: job.attempts };
  try {
    const task = tasks[job.task];
    if (!task) throw new Error(`no task is called ${job.task}`);
    if ((await task.run(ctx, job)) !== 'finished') await settle(ctx, task, job);
    ctx.log.debug({ ...fields, durationMs: Math.round(performance.now() - startedAt) }, 'job done');
  } catch (error) {
    if (error instanceof LeaseLostError) return ctx.log.warn(fields, error.message);
    ctx.log.warn({ ...fields, err: error }, 'job failed');
    await retryLater(ctx, tasks[job.task], job, error).catch((failure) =>
      ctx.log.error({ ...fields, err: failure }, 'job could not be rescheduled'),
    );
  }
}

async function settle(ctx: Context, task: Task, job: Job): Promise<void> {
  await inTransaction(ctx, (ctx) =>
    task.everyMs ? rescheduleJob(ctx, job, withJitter(task.everyMs)) : finishJob(ctx, job),
  );
}

async function retryLater(ctx: Context, task: Task | undefined, job: Job, error: unknown): Promise<void> {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const waitMs = task?.retryAfterMs[job.attempts - 1] ?? task?.everyMs;
  await inTransaction(ctx, (ctx) =>
    waitMs === undefined ? giveUpJob(ctx, job, message) : rescheduleJob(ctx, job, withJitter(waitMs), message),
  );
}
