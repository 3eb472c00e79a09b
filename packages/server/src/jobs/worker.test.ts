import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { type ClaimedJob, claimJobs, limitLane, type Places, slowAfterMs } from './claim-jobs.ts';
import { extendLeases, isDeadOwner, leaseMs, releaseLeases } from './leases.ts';
import {
  type EnqueueOptions,
  enqueue,
  enqueueMany,
  finishJob,
  giveUpJob,
  type Job,
  LeaseLostError,
  rescheduleJob,
} from './queue.ts';
import type { Task } from './run-job.ts';
import { scheduleRecurring, startWorker, type Worker } from './worker.ts';

const add = (ctx: Context, task: string, payload: object = {}, options: EnqueueOptions = {}): Promise<void> =>
  inTransaction(ctx, (ctx) => enqueue(ctx, task, payload, options));

function claim(service: TestService, worker: string, limit = 50): Promise<ClaimedJob[]> {
  return inTransaction(service.context, (ctx) => claimJobs(ctx, worker, { own: limit, quick: limit, slow: limit }));
}

function work(service: TestService, tasks: Record<string, Task>): Worker {
  const worker = startWorker(service.context, tasks);
  service.beforeStop(() => worker.stop());
  return worker;
}

const countJobs = async (service: TestService): Promise<number> =>
  Number(
    (
      await service.context.db
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

test('a dead lane holds back five jobs at most, and the other lanes are taken in the same claim', async (t) => {
  const service = await startTestService(t);
  for (let n = 0; n < 30; n++) await add(service.context, 'deliver', { n }, { lane: 'dead' });
  for (let n = 0; n < 8; n++) await add(service.context, 'deliver', { n }, { lane: `alive-${n}` });
  const first = await claim(service, 'w1', 20);
  const lanes = await service.context.db.selectFrom('jobs').select('lane').where('lockedBy', '=', 'w1').execute();
  assert.equal(first.length, 13);
  assert.equal(lanes.filter(({ lane }) => lane === 'dead').length, 5);
  assert.deepEqual(await claim(service, 'w2', 20), []);
});

test('a job whose lease expired while its process was frozen goes on, and does not run twice', async (t) => {
  const service = await startTestService(t);
  await add(service.context, 'long');
  const runs: string[] = [];
  const end = Promise.withResolvers<void>();
  const task = (name: string, ended: Promise<void>): Task => ({
    retryAfterMs: [],
    async run() {
      runs.push(name);
      await ended;
    },
  });
  const worker = work(service, { long: task('long', end.promise), short: task('short', Promise.resolve()) });
  await waitFor('the job to run', () => runs.length === 1);
  service.advance(leaseMs + 1000);
  await add(service.context, 'short');
  worker.wake();
  await waitFor('a later job to run', () => runs.includes('short'));
  assert.deepEqual(runs, ['long', 'short']);
  end.resolve();
  await waitFor('both jobs to end', async () => (await countJobs(service)) === 0);
  assert.deepEqual(runs, ['long', 'short']);
});

test('slow lanes share their own places and take turns, and our own jobs have places too', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  for (const lane of ['slow-b', 'slow-a', 'slow-c']) {
    await inTransaction(context, (ctx) => limitLane(ctx, lane, 'slow'));
    service.advance(1000);
  }
  // The lane whose jobs have waited longest was limited last.
  for (const lane of ['slow-c', 'slow-a', 'slow-b']) {
    for (let n = 0; n < 3; n++) await add(context, 'deliver', { n }, { lane });
    service.advance(1000);
  }
  await add(context, 'deliver', {}, { lane: 'quick' });
  await add(context, 'apply');
  const claimLanes = async (places: Places) =>
    (await inTransaction(context, (ctx) => claimJobs(ctx, 'w1', places))).map(({ lane, kind }) => `${lane} ${kind}`);
  assert.deepEqual((await claimLanes({ own: 0, quick: 0, slow: 2 })).sort(), ['slow-a slow', 'slow-b slow']);
  assert.deepEqual(await claimLanes({ own: 5, quick: 0, slow: 0 }), ['apply own']);
  assert.deepEqual((await claimLanes({ own: 5, quick: 5, slow: 5 })).sort(), ['quick quick', 'slow-c slow']);
  assert.deepEqual(await claimLanes({ own: 5, quick: 5, slow: 5 }), []);
});

test('the lanes with the fewest running jobs are served first', async (t) => {
  const service = await startTestService(t);
  for (let n = 0; n < 5; n++) await add(service.context, 'deliver', {}, { lane: 'busy' });
  await claim(service, 'w1', 2);
  service.advance(1);
  for (const lane of ['one', 'two']) await add(service.context, 'deliver', {}, { lane });
  const lanes = (await claim(service, 'w1', 3)).map(({ lane }) => lane);
  assert.deepEqual(lanes.sort(), ['busy', 'one', 'two']);
});

test('a lane shrinks to one place when its receiver is slow or fails, and grows again with the next success', async (t) => {
  const service = await startTestService(t);
  const finish = (ctx: Context, job: Job) => inTransaction(ctx, (ctx) => finishJob(ctx, job));
  const tasks: Record<string, Task> = {
    succeed: { retryAfterMs: [], run: async () => {} },
    fail: { retryAfterMs: [], run: (ctx, job) => finish(ctx, job).then(() => 'failed') },
    crawl: { retryAfterMs: [], run: () => new Promise((resolve) => setTimeout(resolve, slowAfterMs + 500)) },
    throw: { retryAfterMs: [], run: () => Promise.reject(new Error('our own mistake')) },
  };
  /** Runs one job of the lane, and counts how many of ten could run after it. */
  const roomAfter = async (task: string): Promise<number> => {
    await add(service.context, task, {}, { lane: 'receiver' });
    const worker = startWorker(service.context, tasks);
    const waiting = service.context.db.selectFrom('jobs').select('id').where('failedAt', 'is', null);
    await waitFor(`the end of ${task}`, async () => (await waiting.execute()).length === 0);
    await worker.stop();
    for (let n = 0; n < 10; n++) await add(service.context, 'succeed', {}, { lane: 'receiver' });
    const { length } = await claim(service, 'other');
    await service.database.writer.deleteFrom('jobs').execute();
    return length;
  };
  const rooms: Record<string, number> = {};
  for (const task of ['succeed', 'fail', 'throw', 'succeed ', 'crawl', 'succeed  '])
    rooms[task] = await roomAfter(task.trim());
  assert.deepEqual(rooms, { succeed: 5, fail: 1, throw: 1, 'succeed ': 5, crawl: 1, 'succeed  ': 5 });
});

test('what a job does after its receiver has responded does not make its lane slow', async (t) => {
  const service = await startTestService(t);
  const after = Promise.withResolvers<void>();
  const task: Task['run'] = (_ctx, _job, responded) => {
    responded();
    return after.promise;
  };
  work(service, {
    record: { retryAfterMs: [], run: task },
    crawl: { retryAfterMs: [], run: () => after.promise },
  });
  await add(service.context, 'record', {}, { lane: 'responded' });
  await add(service.context, 'crawl', {}, { lane: 'waiting' });
  const limits = service.context.db.selectFrom('limitedLanes').select('lane');
  await waitFor('the limit', async () => (await limits.execute()).length > 0);
  assert.deepEqual(await limits.execute(), [{ lane: 'waiting' }]);
  after.resolve();
});

test('a lane gives its oldest job first', async (t) => {
  const service = await startTestService(t);
  for (let n = 0; n < 7; n++) await add(service.context, 'x', { n }, { lane: 'one' });
  const jobs = await claim(service, 'w1', 3);
  assert.deepEqual(
    jobs.map((job) => (job.payload as { n: number }).n),
    [0, 1, 2],
  );
});

test('two workers never claim the same job', async (t) => {
  const service = await startTestService(t);
  for (let n = 0; n < 40; n++) await add(service.context, 'x', { n }, { lane: `lane-${n}` });
  const claims = await Promise.all(Array.from({ length: 8 }, (_, n) => claim(service, `w${n}`, 10)));
  const ids = claims.flat().map((job) => job.id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids.length, 40);
});

test('the lease of a dead worker runs out, and the dead one can no longer record anything', async (t) => {
  const service = await startTestService(t);
  await add(service.context, 'x');
  const [mine] = await claim(service, 'dead');
  assert.ok(mine);
  assert.deepEqual(await claim(service, 'alive'), []);
  service.advance(leaseMs + 1);
  const [theirs] = await claim(service, 'alive');
  assert.equal(theirs?.attempts, 2);
  await assert.rejects(
    inTransaction(service.context, (ctx) => finishJob(ctx, mine)),
    LeaseLostError,
  );
  await assert.rejects(
    inTransaction(service.context, (ctx) => rescheduleJob(ctx, mine, 0)),
    LeaseLostError,
  );
  await inTransaction(service.context, (ctx) => finishJob(ctx, theirs as Job));
  assert.equal(await countJobs(service), 0);
});

test('extending the leases of no jobs changes nothing', async (t) => {
  const service = await startTestService(t);
  await add(service.context, 'x');
  await claim(service, 'w1');
  const stored = service.context.db.selectFrom('jobs').select('lockedUntil');
  const before = await stored.execute();
  service.advance(1000);
  await inTransaction(service.context, (ctx) => extendLeases(ctx, 'w1', []));
  assert.deepEqual(await stored.execute(), before);
});

test('a job with a key is stored once while it waits', async (t) => {
  const service = await startTestService(t);
  await add(service.context, 'x', {}, { uniqueKey: 'only' });
  await add(service.context, 'x', {}, { uniqueKey: 'only' });
  assert.equal(await countJobs(service), 1);
});

test('a job that fails is tried by its schedule and then stays visible with its error', async (t) => {
  const service = await startTestService(t);
  let tries = 0;
  const worker = work(service, {
    flaky: {
      retryAfterMs: [1000, 60_000],
      run: async () => {
        tries++;
        throw new Error('no luck');
      },
    },
  });
  await add(service.context, 'flaky');
  worker.wake();
  await waitFor('the first try', () => tries === 1);
  await waitFor(
    'the wait',
    async () => (await service.context.db.selectFrom('jobs').select('lockedBy').executeTakeFirst())?.lockedBy === null,
  );
  service.advance(1300);
  worker.wake();
  await waitFor('the second try', () => tries === 2);
  await waitFor(
    'the wait',
    async () => (await service.context.db.selectFrom('jobs').select('lockedBy').executeTakeFirst())?.lockedBy === null,
  );
  service.advance(73_000);
  worker.wake();
  const job = await waitFor('the end', async () =>
    service.context.db.selectFrom('jobs').selectAll().where('failedAt', 'is not', null).executeTakeFirst(),
  );
  assert.equal(tries, 3);
  assert.equal(job.lastError, 'Error: no luck');
});

test('a job whose connection the database ended is tried again within seconds, whatever its schedule', {
  skip: testDialect !== 'postgres',
}, async (t) => {
  const service = await startTestService(t);
  let tries = 0;
  const worker = work(service, {
    cut: {
      retryAfterMs: [3_600_000],
      run: async (ctx) => {
        if (tries++ > 0) return;
        await inTransaction(ctx, (ctx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(ctx.db));
      },
    },
    refused: {
      retryAfterMs: [3_600_000],
      run: async () => {
        throw Object.assign(new Error('the mail server is away'), { code: 'ECONNREFUSED' });
      },
    },
  });
  await add(service.context, 'cut');
  await add(service.context, 'refused');
  worker.wake();
  await waitFor('the second try', () => tries === 2);
  const left = await waitFor('its end', async () => {
    const jobs = await service.context.db.selectFrom('jobs').selectAll().execute();
    return jobs.length === 1 && jobs[0]?.lockedBy === null ? jobs : null;
  });
  assert.deepEqual(
    left.map(({ task, runAt }) => [task, Date.parse(runAt) - Date.now() > 600_000]),
    [['refused', true]],
    'what another server refuses waits as planned',
  );
});

test('a worker looks for the jobs of other processes soon after it had something to do', async (t) => {
  const service = await startTestService(t);
  const ended: number[] = [];
  const worker = work(service, { note: { retryAfterMs: [], run: async () => ended.push(performance.now()) } });
  // Of some attempts, because this machine may be busy: it used to be a second in each.
  for (let tries = 1; ; tries++) {
    await add(service.context, 'note');
    worker.wake();
    await waitFor('the job', () => ended.length === 2 * tries - 1);
    const storedAt = performance.now();
    await add(service.context, 'note');
    await waitFor('that of another process', () => ended.length === 2 * tries);
    const waited = (ended.at(-1) as number) - storedAt;
    if (waited < 500) return;
    assert.ok(tries < 5, `waited ${Math.round(waited)} ms`);
  }
});

test('a job of a task that only a newer version has is left to it, with all its attempts', async (t) => {
  const service = await startTestService(t);
  await add(service.context, 'later');
  const older = work(service, {});
  const jobs = service.context.db.selectFrom('jobs').selectAll();
  const before = await jobs.executeTakeFirstOrThrow();
  const left = await waitFor('the job to be left', async () => {
    const job = await jobs.executeTakeFirstOrThrow();
    return job.runAt > before.runAt && job.lockedBy === null ? job : null;
  });
  assert.deepEqual([left.attempts, left.failedAt, left.lastError], [0, null, null]);
  await older.stop();

  service.advance(60_000);
  const runs: number[] = [];
  work(service, { later: { retryAfterMs: [], run: async (_, { attempts }) => void runs.push(attempts) } });
  await waitFor('the newer version to run it', () => runs.length > 0);
  assert.deepEqual(runs, [1]);
});

test('work that commits wakes the worker at once, and nothing of a refused transaction runs', async (t) => {
  const service = await startTestService(t);
  const ran: number[] = [];
  const worker = work(service, {
    note: { retryAfterMs: [], run: async (_ctx, job) => ran.push((job.payload as { n: number }).n) },
  });
  const context = { ...service.context, wakeWorker: () => worker.wake() };
  await inTransaction(context, async (ctx) => {
    await enqueue(ctx, 'note', { n: 1 });
    throw new Error('refused');
  }).catch(() => {});
  await add(context, 'note', { n: 2 });
  await waitFor('the job', async () => ran.length > 0 && (await countJobs(service)) === 0);
  assert.deepEqual(ran, [2]);
});

test('a worker that stops lets what runs end and gives its leases back', async (t) => {
  const service = await startTestService(t);
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isDone = false;
  const worker = startWorker(service.context, {
    slow: {
      retryAfterMs: [],
      run: async () => {
        await gate;
        isDone = true;
      },
    },
  });
  await add(service.context, 'slow');
  worker.wake();
  await waitFor(
    'the claim',
    async () => (await service.context.db.selectFrom('jobs').select('lockedBy').executeTakeFirst())?.lockedBy,
  );
  const stopped = worker.stop();
  release();
  await stopped;
  assert.ok(isDone);
  assert.equal(await countJobs(service), 0);
});

test('a worker that starts takes over what a dead process of its host was doing', async (t) => {
  const service = await startTestService(t);
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  await add(service.context, 'note');
  await add(service.context, 'note');
  const elsewhere = await claim(service, `another-host:${dead}:x`, 1);
  const here = await claim(service, `${hostname()}:${dead}:x`, 1);
  assert.equal(elsewhere.length + here.length, 2);
  const ran: string[] = [];
  work(service, { note: { retryAfterMs: [], run: async (_ctx, job) => ran.push(job.id) } });
  await waitFor('the job', async () => (await countJobs(service)) === 1);
  assert.deepEqual(
    ran,
    here.map((job) => job.id),
  );
});

test('a worker takes over what a process of another host was doing when it died, within ten seconds', async (t) => {
  const service = await startTestService(t);
  const ran: string[] = [];
  await add(service.context, 'note');
  const [job] = await claim(service, 'another-host:1:x');
  const worker = work(service, { note: { retryAfterMs: [], run: async (_ctx, job) => ran.push(job.id) } });
  service.advance(10_000);
  worker.wake();
  await waitFor('the job', () => ran.includes((job as Job).id));
});

test('a killed process that its parent has not noticed yet counts as dead', {
  skip: process.platform !== 'linux',
}, async (t) => {
  // The shell starts a process and becomes `sleep`, which never asks for it. Only then does the process end.
  const script = 'until grep -q sleep /proc/$$/comm; do :; done & echo $!; exec sleep 60';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => parent.kill());
  const [output] = await once(parent.stdout, 'data');
  const owner = `${hostname()}:${String(output).trim()}:x`;
  await waitFor('the process to end', () => isDeadOwner(owner));
  process.kill(Number(String(output)), 0);
  assert.equal(isDeadOwner(`${hostname()}:${parent.pid}:x`), false);
});

test('a recurring task runs again after its time', async (t) => {
  const service = await startTestService(t);
  let runs = 0;
  const worker = work(service, { sweep: { retryAfterMs: [], everyMs: 60_000, run: async () => runs++ } });
  await add(service.context, 'sweep', {}, { uniqueKey: 'sweep' });
  worker.wake();
  await waitFor(
    'the first run',
    async () =>
      runs === 1 &&
      (await service.context.db.selectFrom('jobs').select('lockedBy').executeTakeFirst())?.lockedBy === null,
  );
  service.advance(73_000);
  worker.wake();
  await waitFor('the second run', () => runs === 2);
});

test('recurring tasks go on after a clock was years ahead', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  const yearsMs = 9 * 365 * 86_400_000;
  let runs = 0;
  const tasks = { sweep: { retryAfterMs: [1000], everyMs: 60_000, run: async () => runs++ } };
  service.advance(yearsMs);
  await scheduleRecurring(context, tasks);
  const job = () => context.db.selectFrom('jobs').select(['runAt', 'lockedBy']).executeTakeFirst();
  const worker = work(service, tasks);
  worker.wake();
  await waitFor('the run', async () => runs === 1 && (await job())?.lockedBy === null);
  service.advance(-yearsMs);
  await scheduleRecurring(context, tasks);
  worker.wake();
  await waitFor('the next run', async () => runs === 2 && (await job())?.lockedBy === null);
  const { runAt } = (await job()) ?? {};
  await scheduleRecurring(context, tasks);
  assert.equal((await job())?.runAt, runAt, 'one that waits as usual goes on waiting');
});

test('recurring tasks are stored once, and go on after they have failed', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  const tasks: Record<string, Task> = {
    sweep: { retryAfterMs: [], everyMs: 60_000, run: () => Promise.reject(new Error('no luck')) },
    other: { retryAfterMs: [], run: async () => {} },
  };
  for (let start = 0; start < 2; start++) await scheduleRecurring(context, tasks);
  const stored = context.db.selectFrom('jobs').selectAll();
  assert.deepEqual(
    (await stored.execute()).map(({ task }) => task),
    ['sweep'],
  );
  work(service, tasks);
  const job = await waitFor('the failure', async () => stored.where('lastError', 'is not', null).executeTakeFirst());
  assert.equal(job.failedAt, null);
  assert.ok(Date.parse(job.runAt) > context.now().getTime() + 40_000);
});

test('a job that was given up is tried again when it is stored again', async (t) => {
  const service = await startTestService(t);
  const store = () =>
    inTransaction(service.context, (ctx) => enqueueMany(ctx, 'x', [{ payload: {}, lane: 'one', uniqueKey: 'only' }]));
  await store();
  const [job] = await claim(service, 'w1');
  await inTransaction(service.context, (ctx) => giveUpJob(ctx, job as Job, 'no luck'));
  assert.deepEqual(await claim(service, 'w1'), []);
  await store();
  assert.equal((await claim(service, 'w1')).length, 1);
});

test('a job that is asked for again while it runs does so once more, unless that is not wanted', async (t) => {
  const service = await startTestService(t);
  const store = (again: boolean) =>
    inTransaction(service.context, (ctx) =>
      enqueueMany(ctx, 'again', [{ payload: {}, lane: 'again', uniqueKey: 'again' }], { again }),
    );
  const end = ([job]: ClaimedJob[]) => inTransaction(service.context, (ctx) => finishJob(ctx, job as Job));
  await store(true);
  const first = await claim(service, 'w1');
  await store(true);
  assert.deepEqual(await claim(service, 'w1'), []);
  await end(first);
  const second = await claim(service, 'w1');
  assert.equal(second.length, 1);
  await store(false);
  await end(second);
  assert.equal(await countJobs(service), 0);
});

test('a worker can release all its leases but those of the jobs that it still runs', async (t) => {
  const service = await startTestService(t);
  for (let n = 0; n < 3; n++) await add(service.context, 'x');
  const [kept] = await claim(service, 'w1');
  const release = (ids: string[]) => inTransaction(service.context, (ctx) => releaseLeases(ctx, ['w1'], ids));
  assert.equal(await release([(kept as Job).id]), 2);
  assert.equal((await claim(service, 'w2')).length, 2);
  assert.equal(await release([]), 1);
});

test('a job whose end could not be recorded runs again at once, and not when its lease expires', async (t) => {
  const service = await startTestService(t);
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(service.database.writer);
  const runs: number[] = [];
  work(service, {
    flaky: {
      retryAfterMs: [],
      run: async () => {
        runs.push(Date.now());
        if (runs.length === 1) await rename('jobs', 'away');
      },
    },
  });
  await add(service.context, 'flaky', {}, { lane: 'one' });
  await waitFor('the first run', () => runs.length === 1);
  const start = runs[0] as number;
  await waitFor('the failure', () => Date.now() > start + 500);
  await rename('away', 'jobs');
  await waitFor('the second run', () => runs.length === 2);
  assert.ok((runs[1] as number) - start < leaseMs - 2000);
});

test('the limits of lanes that were not used for a day are forgotten at the start', async (t) => {
  const service = await startTestService(t);
  const limit = (lane: string) => inTransaction(service.context, (ctx) => limitLane(ctx, lane, 'slow'));
  await limit('old');
  service.advance(25 * 3_600_000);
  await limit('new');
  work(service, {});
  const lanes = service.context.db.selectFrom('limitedLanes').select('lane');
  await waitFor('the old one to be gone', async () => (await lanes.execute()).length === 1);
  assert.deepEqual(await lanes.execute(), [{ lane: 'new' }]);
});
