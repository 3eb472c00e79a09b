// Takes an erasure through its parts, in small transactions, so that others get their turn. The job remembers how far it
// is; what a killed process did is not found again.

import { type Context, inTransaction } from '../context/context.ts';
import { enqueue, enqueueMany, finishJob, type Job } from '../jobs/queue.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { completeErasure, type EraseJob, eraseTask, noteErased, personOf } from './erasures.ts';
import type { Person } from './person.ts';
import { pagesOf, parts } from './person-parts.ts';

export const privacyTasks: Record<string, Task> = {
  [eraseTask]: { run: runErasure, retryAfterMs: internalSchedule },
  'privacy.resumeErasures': { run: resumeErasures, retryAfterMs: internalSchedule, everyMs: 3_600_000 },
};

/** Then another job goes on, so that the service can stop. */
const runMs = 3000;

async function runErasure(ctx: Context, job: Job): Promise<'finished'> {
  const { id, ...begin } = job.payload as EraseJob;
  const person = await personOf(ctx, id);
  const end = performance.now() + runMs;
  let { part: index, after } = begin;
  while (person !== null && index < parts.length) {
    if (performance.now() > end) return leaveRest(ctx, job, { id, part: index, after });
    const part = parts[index] as (typeof parts)[number];
    const { ids, last } = await part.page(ctx, person, after);
    if (ids.length > 0) await part.erase(ctx, person, ids, (ctx, counts) => noteErased(ctx, id, counts));
    if (last === null) index += 1;
    after = last ?? '';
    // Someone may have taken a submission out of the spam, or put it there, after that part was done.
    if (index === parts.length && (await hasSubmissions(ctx, person))) index = 0;
  }
  await inTransaction(ctx, (ctx) => completeErasure(ctx, job, id));
  return 'finished';
}

async function hasSubmissions(ctx: Context, person: Person): Promise<boolean> {
  const ofSubmissions = parts.filter(({ name }) => name === 'submissions' || name === 'othersSubmissions');
  // Twice: one that is moved to the table that was looked through already is found there then.
  for (const part of [...ofSubmissions, ...ofSubmissions])
    for await (const ids of pagesOf(part, ctx, person)) if (ids.length > 0) return true;
  return false;
}

async function leaveRest(ctx: Context, job: Job, rest: EraseJob): Promise<'finished'> {
  await inTransaction(ctx, async (ctx) => {
    await finishJob(ctx, job);
    await enqueue(ctx, eraseTask, rest, { uniqueKey: `erase:${rest.id}` });
  });
  return 'finished';
}

/** Goes on with those whose job was given up. */
async function resumeErasures(ctx: Context): Promise<void> {
  const running = await ctx.db.selectFrom('erasures').select('id').where('status', '=', 'running').execute();
  const keyOf = (id: string): string => `erase:${id}`;
  const answers = await ctx.db
    .selectFrom('jobs')
    .select('uniqueKey')
    .where('uniqueKey', 'in', ['', ...running.map(({ id }) => keyOf(id))])
    .where('failedAt', 'is', null)
    .execute();
  const followed = new Set(answers.map(({ uniqueKey }) => uniqueKey));
  const jobs = running
    .map(({ id }) => ({ payload: { id, part: 0, after: '' }, lane: eraseTask, uniqueKey: keyOf(id) }))
    .filter(({ uniqueKey }) => !followed.has(uniqueKey));
  if (jobs.length > 0) await inTransaction(ctx, (ctx) => enqueueMany(ctx, eraseTask, jobs));
}
