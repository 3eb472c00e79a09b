// Runs what is planned for the time of an item: it is published, unpublished, or its draft becomes its content.

import { type Context, inTransaction, timeOf, type WriteContext } from '../../context/context.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { Problem } from '../../lib/errors.ts';
import type { DraftNote } from '../model/item-json.ts';
import { readContent } from '../model/item-texts.ts';
import { findPostType } from '../types/post-types.ts';
import { lockTypeForChange, updateItem } from './change-item.ts';
import { noteOf, readDraft, writeNote } from './drafts.ts';
import { announceTask, type ItemToAnnounce, type ItemToUnpublish, unpublishTask } from './planned-changes.ts';
import { type DraftToPublish, isLive, publishNow, publishTask } from './publish-item.ts';
import { publishDue } from './report-change.ts';

export const draftTasks: Record<string, Task> = {
  [publishTask]: { run: publishDraft, retryAfterMs: internalSchedule },
};

const wasNotLive = 'The item was not published at that time';
const typeIsGone = 'The content type no longer exists';

/** Nothing is published if the draft waits for another time by now, or the item is not live any more. */
async function publishDraft(ctx: Context, job: Job): Promise<'finished'> {
  const waiting = job.payload as DraftToPublish;
  const type = await findPostType(ctx, waiting.type);
  const content = (await readDraft(ctx, waiting.itemId))?.content;
  const read = type && content !== undefined ? await readContent(type.name, content) : undefined;
  try {
    await inTransaction(ctx, async (ctx) => {
      const locked = type && (await lockTypeForChange(ctx, type, { status: 'publish' }));
      const found = await lockWaiting(ctx, waiting);
      const by = found?.note.by ?? null;
      if (locked && found?.isLive)
        await publishNow(ctx, locked, waiting.itemId, { read, kind: { way: 'schedule', by } });
      else if (found) await writeProblem(ctx, waiting, found.note, locked ? wasNotLive : typeIsGone);
      await finishJob(ctx, job);
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await inTransaction(ctx, async (ctx) => {
      const found = await lockWaiting(ctx, waiting);
      if (found) await writeProblem(ctx, waiting, found.note, describe(error));
      await finishJob(ctx, job);
    });
  }
  return 'finished';
}

/** The item whose draft waits for this time, locked. */
async function lockWaiting(
  ctx: WriteContext,
  { itemId, at }: DraftToPublish,
): Promise<{ isLive: boolean; note: DraftNote } | null> {
  const row = await ctx.dialect
    .lockRowsForChange(ctx.db.selectFrom('items').selectAll().where('id', '=', itemId))
    .executeTakeFirst();
  const note = row ? noteOf(row) : null;
  return row && note?.publishAt === at ? { isLive: isLive(ctx, row), note } : null;
}

/** The draft stays and waits no longer. */
function writeProblem(ctx: WriteContext, { itemId }: DraftToPublish, note: DraftNote, problem: string): Promise<void> {
  return writeNote(ctx, itemId, { ...note, version: note.version + 1, publishAt: null, problem });
}

/** In one sentence. */
function describe({ message, details }: Problem): string {
  const faults = (details.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1).replace('/', '.')} ${detail}`);
  return faults.length > 0 ? faults.join('; ') : message;
}

// Unpublishes items at their time.

export const unpublishTasks: Record<string, Task> = {
  [unpublishTask]: { run: unpublish, retryAfterMs: internalSchedule },
};

/** Nothing happens if the item has another time by now, or none. */
async function unpublish(ctx: Context, job: Job): Promise<'finished'> {
  const { itemId, type: name, at, by } = job.payload as ItemToUnpublish;
  const type = await findPostType(ctx, name);
  await inTransaction(ctx, async (ctx) => {
    const locked = type && (await lockTypeForChange(ctx, type, { status: 'draft' }));
    const due = ctx.db.selectFrom('items').selectAll().where('id', '=', itemId).where('unpublishAt', '=', at);
    const item = await ctx.dialect.lockRowsForChange(due).executeTakeFirst();
    if (locked && item) {
      await updateItem(ctx, itemId, { status: 'draft', type: locked }, { kind: { way: 'schedule', by } });
    }
    await finishJob(ctx, job);
  });
  return 'finished';
}

// Publishes that scheduled items are public now.

export const announceTasks: Record<string, Task> = {
  [announceTask]: { run: announce, retryAfterMs: internalSchedule },
};

/** Nothing happens if the item has another time by now, or none. */
async function announce(ctx: Context, job: Job): Promise<'finished'> {
  const { itemId, type: name, at } = job.payload as ItemToAnnounce;
  const type = await findPostType(ctx, name);
  await inTransaction(ctx, async (ctx) => {
    const due = ctx.db.selectFrom('items').selectAll().where('id', '=', itemId).where('status', '=', 'publish');
    const item = await ctx.dialect.lockRowsForChange(due.where('publishedAt', '=', at)).executeTakeFirst();
    if (type && item && at <= timeOf(ctx)) await publishDue(ctx, item, type);
    await finishJob(ctx, job);
  });
  return 'finished';
}
