// The loop that runs jobs: claims due jobs, runs them, and releases its leases when it stops.

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { type Context, inTransaction } from '../context.ts';
import {
  claimJobs,
  extendLeaseEveryMs,
  extendLeases,
  newLeaseOwner,
  releaseDeadLeases,
  releaseLeases,
} from './leases.ts';
import { enqueue, finishJob, giveUpJob, hasDueJobs, type Job, LeaseLostError, rescheduleJob } from './queue.ts';
import { withJitter } from './schedules.ts';

export type Task = {
  /** Returns `'finished'` when the task's own transaction finished or rescheduled the job. */
  run(ctx: Context, job: Job): Promise<unknown>;
  /** Waits before the next attempts, in milliseconds. After the last one the job is given up and stays stored. */
  retryAfterMs: readonly number[];
  /** For a recurring task: the time between two runs. It is stored once, at the start. */
  everyMs?: number;
};

export type Worker = {
  /** Looks for due jobs now. */
  wake(): void;
  /** Claims no more, waits for running jobs (20 s at most) and releases the leases of the rest. */
  stop(): Promise<void>;
};

const pollMs = 1000;
/** Jobs mostly wait for the network: enough places that twenty receivers that hang, with five jobs each, delay no others. */
const maxRunning = 125;
const stopTimeoutMs = 20_000;

/** Starts the loop. Every instance on the same database may run one. */
export function startWorker(ctx: Context, tasks: Record<string, Task>): Worker {
  const worker = newLeaseOwner();
  const running = new Map<string, Promise<void>>();
  /** Whether a claim or the end of a job could not be recorded, so that this worker may hold leases on jobs it does not run. */
  let mayHoldStrayLeases = false;
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
      if (mayHoldStrayLeases) {
        await inTransaction(ctx, (ctx) => releaseLeases(ctx, [worker], [...running.keys()]));
        mayHoldStrayLeases = false;
      }
      const free = maxRunning - running.size;
      if (free <= 0 || !(await hasDueJobs(ctx))) return;
      const jobs = await inTransaction(ctx, (ctx) => claimJobs(ctx, worker, free));
      for (const job of jobs) {
        running.set(
          job.id,
          runJob(ctx, tasks, job)
            .catch((error) => {
              mayHoldStrayLeases = true;
              ctx.log.error({ job: job.id, task: job.task, err: error }, 'the end of a job could not be recorded');
            })
            .finally(() => {
              running.delete(job.id);
              wake();
            }),
        );
      }
    } catch (error) {
      mayHoldStrayLeases = true;
      ctx.log.error({ err: error }, 'jobs could not be claimed');
    }
  };

  const heartbeat = setInterval(() => {
    if (running.size > 0)
      inTransaction(ctx, (ctx) => extendLeases(ctx, worker, [...running.keys()])).catch((error) =>
        ctx.log.error({ err: error }, 'leases could not be extended'),
      );
  }, extendLeaseEveryMs);

  claiming = releaseDeadLeases(ctx)
    .then((freed) => (freed > 0 ? ctx.log.info({ freed }, 'took over jobs of a worker that died') : undefined))
    .catch((error) => ctx.log.error({ err: error }, 'leases of dead workers could not be released'))
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
      const timeout = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref());
      await Promise.race([Promise.allSettled(running.values()), timeout]);
      clearInterval(heartbeat);
      await inTransaction(ctx, (ctx) => releaseLeases(ctx, [worker])).catch((error) =>
        ctx.log.error({ err: error }, 'leases could not be released'),
      );
    },
  };
}

/** Stores the recurring tasks that are not stored yet. */
export async function scheduleRecurring(ctx: Context, tasks: Record<string, Task>): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const [name, task] of Object.entries(tasks)) {
      if (task.everyMs) await enqueue(ctx, name, {}, { uniqueKey: name, delayMs: 1 });
    }
  });
}

/** Throws if neither the result nor the failure of the job could be recorded. */
async function runJob(ctx: Context, tasks: Record<string, Task>, job: Job): Promise<void> {
  const startedAt = performance.now();
  const fields = { job: job.id, task: job.task, attempt: job.attempts };
  try {
    const task = tasks[job.task];
    if (!task) throw new Error(`there is no task named ${job.task}`);
    if ((await task.run(ctx, job)) !== 'finished') await settle(ctx, task, job);
    ctx.log.debug({ ...fields, durationMs: Math.round(performance.now() - startedAt) }, 'job done');
  } catch (error) {
    if (error instanceof LeaseLostError) return ctx.log.warn(fields, error.message);
    ctx.log.warn({ ...fields, err: error }, 'job failed');
    await retryLater(ctx, tasks[job.task], job, error);
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
