// The loop that runs jobs: claims due jobs, runs them, and releases its leases when it stops.

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { type Context, inTransaction } from '../context/context.ts';
import { type ClaimedJob, claimJobs, forgetLanes, type PlaceKind, type Places } from './claim-jobs.ts';
import { LanePlaces } from './lane-places.ts';
import { extendLeaseEveryMs, extendLeases, newLeaseOwner, releaseDeadLeases, releaseLeases } from './leases.ts';
import { bringForward, enqueue, hasDueJobs } from './queue.ts';
import { firstReads, runJob, type Task } from './run-job.ts';

export type Worker = {
  /** Looks for due jobs now. */
  wake(): void;
  /** Claims no more, waits for running jobs (20 s at most) and releases the leases of the rest. */
  stop(): Promise<void>;
};

/** How long a worker waits until it looks for due jobs by itself: short after it had something to do, then twice as long each time. */
const poll = { minMs: 50, maxMs: 1000 };
/** How many jobs of each kind run at once (claim-jobs.ts). Most of them wait for the network. */
const places: Places = { own: 25, quick: 300, slow: 100 };
/** A job whose lane turns slow while it runs gives its quick place to others. Together they stay below this. */
const maxRunning = 600;
const stopTimeoutMs = 20_000;
const rescheduleEveryMs = 3_600_000;

/** Starts the loop. Every instance on the same database may run one. */
export function startWorker(ctx: Context, tasks: Record<string, Task>): Worker {
  const worker = newLeaseOwner();
  const running = new Map<string, { kind: PlaceKind; ended: Promise<void> }>();
  const lanes = new LanePlaces();
  const reads = firstReads(ctx, tasks);
  /** Kinds of which the last claim took all places: more jobs may be waiting for one. */
  const usedUp = new Set<PlaceKind>();
  /** Whether a claim or the end of a job could not be recorded, so that this worker may hold leases on jobs it does not run. */
  let mayHoldStrayLeases = false;
  let stopping = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let waitMs = poll.maxMs;
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
      } else lookLater();
    });
  };

  /** Other processes store jobs too, and jobs become due. */
  const look = (): void => {
    waitMs = Math.min(waitMs * 2, poll.maxMs);
    hasDueJobs(ctx)
      .catch(() => true)
      .then((isDue) => {
        if (isDue || mayHoldStrayLeases) wake();
        else if (!claiming) lookLater();
      });
  };

  const lookLater = (): void => {
    clearTimeout(timer);
    if (!stopping) timer = setTimeout(look, waitMs);
  };

  /** Jobs that found all places of their lane taken may wait for one that only another process knows to be free. */
  const lookSoon = (): void => {
    if (waitMs === poll.minMs) return;
    waitMs = poll.minMs;
    if (!claiming) lookLater();
  };

  const claim = async (): Promise<void> => {
    try {
      if (mayHoldStrayLeases) {
        await inTransaction(ctx, (ctx) => releaseLeases(ctx, [worker], [...running.keys()]));
        mayHoldStrayLeases = false;
      }
      const held = new Set(running.keys());
      const free = countFree([...running.values()].map(({ kind }) => kind));
      const widened = lanes.claiming();
      const jobs = await inTransaction(ctx, (ctx) => claimJobs(ctx, worker, free, widened, reads));
      usedUp.clear();
      for (const kind of Object.keys(free) as PlaceKind[])
        if (jobs.filter((job) => job.kind === kind).length >= free[kind]) usedUp.add(kind);
      // A process that was frozen finds that the leases of its running jobs have expired: it claims them again, and goes on.
      const started = jobs.filter(({ id }) => !held.has(id));
      if (jobs.some(({ id }) => held.has(id) && !running.has(id))) mayHoldStrayLeases = true;
      if (lanes.claimed(started)) woken = true;
      for (const job of started) start(job);
      if (started.length > 0) lookSoon();
    } catch (error) {
      mayHoldStrayLeases = true;
      ctx.log.error({ err: error }, 'jobs could not be claimed');
    }
  };

  const start = (job: ClaimedJob): void => {
    const run = { kind: job.kind, ended: Promise.resolve() };
    const onSlow = (): void => {
      run.kind = 'slow';
      wake();
    };
    run.ended = runJob(ctx, tasks, job, onSlow)
      .catch((error) => {
        mayHoldStrayLeases = true;
        ctx.log.error({ job: job.id, task: job.task, err: error }, 'the end of a job could not be recorded');
        return { hasFailed: true, isSlow: false };
      })
      .then((end) => {
        running.delete(job.id);
        const mayHaveMore = lanes.ended(job, end);
        if (mayHaveMore || end.hasFailed || usedUp.size > 0) wake();
        else lookSoon();
      });
    running.set(job.id, run);
  };

  const heartbeat = setInterval(() => {
    const ids = [...running.keys()];
    if (ids.length > 0)
      inTransaction(ctx, (ctx) => extendLeases(ctx, worker, ids)).catch((error) =>
        ctx.log.error({ err: error }, 'leases could not be extended'),
      );
  }, extendLeaseEveryMs);
  // The clock may have been wrong since the start.
  const rescheduling = setInterval(() => {
    scheduleRecurring(ctx, tasks).catch((error) =>
      ctx.log.error({ err: error }, 'recurring tasks could not be scheduled'),
    );
  }, rescheduleEveryMs);

  claiming = releaseDeadLeases(ctx)
    .then((freed) => (freed > 0 ? ctx.log.info({ freed }, 'took over jobs of a worker that died') : undefined))
    .then(() => inTransaction(ctx, forgetLanes))
    .catch((error) => ctx.log.error({ err: error }, 'what an earlier worker left could not be cleaned up'))
    .finally(() => {
      claiming = null;
      look();
    });
  return {
    wake,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await claiming;
      const timeout = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref());
      await Promise.race([Promise.allSettled([...running.values()].map(({ ended }) => ended)), timeout]);
      clearInterval(heartbeat);
      clearInterval(rescheduling);
      await inTransaction(ctx, (ctx) => releaseLeases(ctx, [worker])).catch((error) =>
        ctx.log.error({ err: error }, 'leases could not be released'),
      );
    },
  };
}

/**
 * Stores the recurring tasks that are not stored yet. One that is due later than it ever waits ran while a clock was wrong, and is due
 * now: it would wait until then.
 */
export async function scheduleRecurring(ctx: Context, tasks: Record<string, Task>): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const [name, { everyMs, retryAfterMs }] of Object.entries(tasks)) {
      if (!everyMs) continue;
      await enqueue(ctx, name, {}, { uniqueKey: name, delayMs: 1 });
      await bringForward(ctx, name, 2 * Math.max(everyMs, ...retryAfterMs));
    }
  });
}

function countFree(running: readonly PlaceKind[]): Places {
  const freeOf = (kind: PlaceKind): number => places[kind] - running.filter((one) => one === kind).length;
  return { own: freeOf('own'), quick: Math.min(freeOf('quick'), maxRunning - running.length), slow: freeOf('slow') };
}
