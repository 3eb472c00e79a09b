// The task of an import: starts its process, stores how far it is, and records its end. If the service stops or dies, the
// import is run again from the beginning, and finds what it has stored as unchanged.

import { clearInterval, setInterval } from 'node:timers';
import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { removeBytes } from '../files/files.ts';
import { finishJob, type Job, rescheduleJob } from '../jobs/queue.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { mailEndedImport } from '../mail/team-mails.ts';
import type { ImportReport } from './import-report.ts';
import type { Importing, ImportMessage } from './importing.ts';
import { importTask, type StoredOptions } from './imports.ts';
import type { ImportProgress } from './wordpress-import.ts';

const second = 1000;
const dayMs = 86_400_000;
/** A process that was killed, for its memory perhaps. Each start of the service counts as an attempt. */
const retryAfterMs = [1, 2, 2, 5, 5].map((seconds) => seconds * second);
const saveEveryMs = second / 2;
const keptDays = 7;

export function importTasks(importing: Importing): Record<string, Task> {
  return {
    [importTask]: { run: (ctx, job) => runImport(ctx, importing, job), retryAfterMs },
    'imports.cancelUnstarted': { run: cancelUnstarted, retryAfterMs: internalSchedule, everyMs: dayMs },
  };
}

type ImportRow = Row<'imports'> & { fileId: string };
type Change = Partial<Row<'imports'>>;
type End = Exclude<ImportMessage, { is: 'progress' }>;

async function runImport(ctx: Context, importing: Importing, job: Job): Promise<'finished' | undefined> {
  const row = await begin(ctx, (job.payload as { id: string }).id);
  // Canceled before it began.
  if (row === null) return undefined;
  const end = await follow(ctx, importing, row);
  if (end?.is === 'stopped') {
    const isCanceled = !(await save(ctx, row, {}));
    if (isCanceled) return undefined;
    // The service is stopping. The next start goes on.
    await inTransaction(ctx, (ctx) => rescheduleJob(ctx, job, 0));
    return 'finished';
  }
  const cause =
    end === null ? 'The process of the import ended without a result' : 'message' in end ? end.message : null;
  if (cause !== null && job.attempts <= retryAfterMs.length) throw new Error(cause);
  if (cause !== null) ctx.log.error({ importId: row.id }, cause);
  const change = end === null ? stopped : changeOf(row, end);
  const hasFile = change.fileId === undefined;
  await inTransaction(ctx, async (ctx) => {
    const isEnded = await update(ctx, row, { active: null, ...(hasFile ? {} : { endedAt: timeOf(ctx) }), ...change });
    if (isEnded && !hasFile) await mailEndedImport(ctx, row, resultOf(change, end));
    await finishJob(ctx, job);
  });
  if (!hasFile) await removeBytes(ctx, [row.fileId]);
  return 'finished';
}

/** Null if it is no longer active. */
async function begin(ctx: Context, id: string): Promise<ImportRow | null> {
  return inTransaction(ctx, async (ctx) => {
    const active = ctx.db.selectFrom('imports').selectAll().where('id', '=', id).where('active', '=', 1);
    const row = await ctx.dialect.lockRows(active).executeTakeFirst();
    if (!row) return null;
    const startedAt = row.startedAt ?? timeOf(ctx);
    const begun: Row<'imports'> = { ...row, status: 'checking', runs: row.runs + 1, startedAt };
    await update(ctx, row, { status: 'checking', runs: begun.runs, startedAt });
    return begun as ImportRow;
  });
}

/** Stores the progress until the process ends, and stops it if the import is not active any more. Null if it was killed. */
async function follow(ctx: Context, importing: Importing, row: ImportRow): Promise<End | null> {
  const { fileId, fileName } = row;
  const options = JSON.parse(row.options) as StoredOptions;
  const running = await importing.start({ fileId, fileName, options, actor: JSON.parse(row.actor) });
  let change: Change = {};
  let end: End | null = null;
  let saving: Promise<void> | null = null;
  const saveNow = async (): Promise<void> => {
    const saved = change;
    change = {};
    const isActive = await save(ctx, row, saved).catch((error) => {
      ctx.log.warn({ err: error, importId: row.id }, 'the progress of an import could not be stored');
      return true;
    });
    if (!isActive) running.stop();
  };
  const timer = setInterval(() => {
    saving ??= saveNow().finally(() => {
      saving = null;
    });
  }, saveEveryMs);
  try {
    for await (const message of running.messages) {
      if (message.is === 'progress') change = { ...change, ...changeOfProgress(message.progress) };
      // An import that goes on after it has checked its file may be killed, and then has no end.
      else if (message.is !== 'checked' || options.checkOnly) end = message;
      if (message.is === 'checked') change = { ...change, summary: JSON.stringify(message.summary) };
      if ('progress' in message && message.progress) change = { ...change, ...changeOfProgress(message.progress) };
    }
  } finally {
    clearInterval(timer);
    await saving;
  }
  await storeLast(ctx, row, change);
  return end;
}

/** Also of an import that was canceled meanwhile: what it has stored stays. */
async function storeLast(ctx: Context, { id, runs }: ImportRow, { progress, summary }: Change): Promise<void> {
  if (progress === undefined && summary === undefined) return;
  const last = { ...(progress === undefined ? {} : { progress }), ...(summary === undefined ? {} : { summary }) };
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.updateTable('imports').set(last).where('id', '=', id).where('runs', '=', runs).execute();
  });
}

function changeOfProgress({ phase, bytes, counts }: ImportProgress): Change {
  return { status: phase, progress: JSON.stringify({ bytes, ...counts }) };
}

const stopped: Change = {
  status: 'failed',
  fileId: null,
  error: JSON.stringify({
    detail: 'The import stopped unexpectedly, and the log has the cause. Import the file again to continue.',
    line: null,
    column: null,
  }),
};

function changeOf(row: ImportRow, end: End): Change {
  if (end.is === 'checked') return { status: 'checked' };
  if (end.is === 'completed')
    return { status: 'completed', fileId: null, report: JSON.stringify(withInterruptions(row, end.report)) };
  if (end.is !== 'refused') return stopped;
  const { detail, line, column } = end;
  return { status: 'failed', fileId: null, error: JSON.stringify({ detail, line, column }) };
}

/** For the mail about it. */
function resultOf(change: Change, end: End | null): Parameters<typeof mailEndedImport>[2] {
  if (change.status !== 'completed') return { reason: JSON.parse(change.error ?? '{}').detail ?? '' };
  return { counts: end?.is === 'completed' ? (end.progress?.counts ?? {}) : {} };
}

function withInterruptions({ runs, options }: ImportRow, report: ImportReport): ImportReport {
  const count = runs - 1 - (JSON.parse(options) as StoredOptions).checkingRuns;
  if (count === 0) return report;
  const what = `${count === 1 ? 'interruption' : 'interruptions'}: what had been stored before counts as unchanged`;
  return { ...report, notes: [...report.notes, { what, count, examples: [] }] };
}

/** Returns whether this run is still the one that counts. */
async function save(ctx: Context, row: ImportRow, change: Change): Promise<boolean> {
  return inTransaction(ctx, (ctx) => update(ctx, row, change));
}

async function update(ctx: WriteContext, { id, runs }: Row<'imports'>, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('imports')
    .set({ active: 1, ...change })
    .where('id', '=', id)
    .where('runs', '=', runs)
    .where('active', '=', 1)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Files that were checked, but not imported, are kept for a week. */
async function cancelUnstarted(ctx: Context): Promise<void> {
  const rows = await inTransaction(ctx, (ctx) =>
    ctx.db
      .updateTable('imports')
      .set({ status: 'canceled', endedAt: timeOf(ctx) })
      .where('status', '=', 'checked')
      .where('createdAt', '<', timeOf(ctx, -keptDays * dayMs))
      .returning('fileId')
      .execute(),
  );
  // Their rows still name the files, so the sweep would keep them.
  for (const { fileId } of rows) if (fileId !== null) await removeBytes(ctx, [fileId]);
}
