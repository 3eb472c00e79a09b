// Takes a change of a type, or its undoing, through the items of the type: some in each transaction, so that others get their
// turn. The change remembers how far it is, so it goes on after the end of a process.

import { setImmediate } from 'node:timers/promises';
import { type Context, inTransaction, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { enqueue, finishJob, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { getPostType, listPostTypes, shareTypeForMany } from '../types/post-types.ts';
import { changedFieldsOf, deriveAgain, storeValues } from './converted-fields.ts';
import { stepBack } from './step-back.ts';
import { stepForward } from './step-forward.ts';
import {
  actorOf,
  concernedItems,
  concernedNames,
  type Definition,
  findChange,
  forgetChanges,
  isRunning,
  type Result,
  reshapedNames,
  type Step,
} from './type-changes.ts';

// The end of a change of a type that some items cannot follow. It can be tried again, or undone.
const maxReason = 500;

/** Ends a change that goes on, and keeps why it stopped. */
async function failTypeChange(ctx: Context, id: string, error: unknown): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReason);
  await inTransaction(ctx, async (ctx) => {
    const locked = ctx.db.selectFrom('typeChanges').selectAll().where('id', '=', id);
    const change = await ctx.dialect.lockRows(locked).executeTakeFirst();
    if (!change || !isRunning(change)) return;
    const result: Result = { ...JSON.parse(change.result), stopped: { during: change.status, reason } };
    await ctx.db
      .updateTable('typeChanges')
      .set({ status: 'failed', result: JSON.stringify(result), endedAt: timeOf(ctx) })
      .where('id', '=', id)
      .execute();
  });
}

const task = 'content.convertItems';
/** For about 20 minutes: until then, it is not reported, and fields cannot change. */
const attempts = internalSchedule.slice(0, 7);
export const typeChangeTasks: Record<string, Task> = {
  [task]: { run: runSome, retryAfterMs: attempts },
  'content.resumeTypeChanges': { run: resumeChanges, retryAfterMs: internalSchedule, everyMs: 3_600_000 },
  'content.forgetTypeChanges': { run: forgetChanges, retryAfterMs: internalSchedule, everyMs: 86_400_000 },
};

const batchSize = 100;
/** How long a request goes on itself, before it leaves the rest to the worker, and a job, before it leaves it to another. */
const requestMs = 3000;
const continueAfterMs = 5000;

/** Takes the first step in the transaction of the change; the worker takes what the request leaves. */
export async function beginChange(ctx: WriteContext, id: string, which: { atOnce: boolean }): Promise<void> {
  let isEnded = await step(ctx, id, { isLocked: true });
  while (which.atOnce && !isEnded) isEnded = await step(ctx, id, { isLocked: true });
  if (!isEnded) await followLater(ctx, id);
}

/** The worker takes what the request leaves. */
export async function followLater(ctx: WriteContext, id: string): Promise<void> {
  await enqueue(ctx, task, { id }, { delayMs: continueAfterMs });
}

/** Goes on for some seconds. The change is stored, so the worker tries again what fails here. */
export async function continueChange(ctx: Context, id: string): Promise<void> {
  const end = performance.now() + requestMs;
  try {
    while (performance.now() < end) if (await nextStep(ctx, id)) return;
  } catch (error) {
    ctx.log.warn({ change: id, err: error }, 'items could not follow the change of their type');
  }
}

/** Leaves the rest to another job, so that the service can stop. */
async function runSome(ctx: Context, job: Job): Promise<'finished' | undefined> {
  const { id } = job.payload as { id: string };
  const end = performance.now() + requestMs;
  try {
    while (performance.now() < end) if (await nextStep(ctx, id)) return undefined;
  } catch (error) {
    if (job.attempts > attempts.length) await failTypeChange(ctx, id, error);
    throw error;
  }
  await inTransaction(ctx, async (ctx) => {
    await enqueue(ctx, task, { id });
    await finishJob(ctx, job);
  });
  return 'finished';
}

/** Goes on with changes that no job follows any more: an earlier version gave up the jobs of those that it could not end. */
async function resumeChanges(ctx: Context): Promise<void> {
  for (const { name } of await listPostTypes(ctx))
    await inTransaction(ctx, async (ctx) => {
      const changes = ctx.db.selectFrom('typeChanges').select('id').where('type', '=', name);
      const running = changes.where('status', 'in', ['converting', 'undoing']);
      for (const { id } of await ctx.dialect.lockRows(running).execute())
        if (!(await isFollowed(ctx, id))) await enqueue(ctx, task, { id });
    });
}

async function isFollowed(ctx: WriteContext, id: string): Promise<boolean> {
  const jobs = ctx.db.selectFrom('jobs').select('payload').where('task', '=', task).where('failedAt', 'is', null);
  return (await jobs.execute()).some(({ payload }) => (JSON.parse(payload) as { id: string }).id === id);
}

/** Returns whether that was the last. */
async function nextStep(ctx: Context, id: string): Promise<boolean> {
  const row = await findChange(ctx, id);
  if (!row || !isRunning(row)) return true;
  const context = { ...ctx, actor: actorOf(row) };
  const isEnded = await inTransaction(context, (context) => step(context, id, { isLocked: false }));
  await setImmediate();
  return isEnded;
}

async function step(ctx: WriteContext, id: string, { isLocked }: { isLocked: boolean }): Promise<boolean> {
  const known = await findChange(ctx, id);
  if (!known) return true;
  // Before the items, so that two transactions do not wait for each other.
  if (!isLocked) await shareTypeForMany(ctx, await getPostType(ctx, known.type));
  const change = await ctx.dialect
    .lockRows(ctx.db.selectFrom('typeChanges').selectAll().where('id', '=', id))
    .executeTakeFirst();
  if (!change || !isRunning(change)) return true;
  const isForward = change.status === 'converting';
  const [before, after]: [Definition, Definition] = [JSON.parse(change.before), JSON.parse(change.after)];
  const result: Result = JSON.parse(change.result);
  const changed = isForward
    ? changedFieldsOf(before.fields, after.fields)
    : changedFieldsOf(after.fields, before.fields);
  const derived = reshapedNames(before.fields, after.fields);
  const { items, ids } = await lockItems(ctx, change, concernedNames(before.fields, after.fields));
  const { url, plural, fields } = isForward ? after : before;
  const type = { name: change.type, plural, fields, ...(url === null ? {} : { url }) };
  const now: Step = { change, result };
  const next = isForward ? await stepForward(ctx, now, items, changed) : await stepBack(ctx, now, items, changed);
  for (const item of items) {
    const values = next.get(item.id);
    if (values) await storeValues(ctx, type, item, values);
    if ((!values || values.fields === item.fields) && hasAny(item, derived)) await deriveAgain(ctx, type, item);
  }
  const isEnded = ids.length < batchSize;
  await ctx.db
    .updateTable('typeChanges')
    .set({
      lastItem: ids.at(-1) ?? change.lastItem,
      readItems: change.readItems + ids.length,
      result: JSON.stringify(result),
      ...(isEnded ? { status: isForward ? 'completed' : 'undone', endedAt: timeOf(ctx) } : {}),
    })
    .where('id', '=', id)
    .execute();
  return isEnded;
}

/** The next items that may be concerned, in the order of their IDs: new ones come last. */
async function lockItems(
  ctx: WriteContext,
  change: Row<'typeChanges'>,
  names: readonly string[],
): Promise<{ items: Row<'items'>[]; ids: string[] }> {
  const rows = await concernedItems(ctx, change, names)
    .select('items.id')
    .where('items.id', '>', change.lastItem)
    .orderBy('items.id')
    .limit(batchSize)
    .execute();
  if (rows.length === 0) return { items: [], ids: [] };
  const ids = rows.map(({ id }) => id);
  const locked = ctx.db.selectFrom('items').selectAll().where('id', 'in', ids).orderBy('id');
  return { items: await ctx.dialect.lockRows(locked).execute(), ids };
}

function hasAny({ fields }: Row<'items'>, names: readonly string[]): boolean {
  const values = JSON.parse(fields);
  return names.some((name) => Object.hasOwn(values, name));
}
