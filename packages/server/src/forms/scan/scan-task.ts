// Scans the files of submissions, each by a job (decision 0087). The bytes are streamed to the scanner outside of any
// transaction; the verdict is recorded in one, with what follows from it.

import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import { publish } from '../../events/events.ts';
import { type FileToScan, type Quarantine, scanFileTask, setQuarantine, type Verdict } from '../../files/quarantine.ts';
import { finishJob, type Job, rescheduleJob, runTaskNow } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { withJitter } from '../../jobs/schedules.ts';
import { ClamdError } from '../../storage/clamd.ts';
import { parseSettings } from '../form/parts.ts';

const second = 1000;
const minute = 60 * second;

/** Then every five minutes, for as long as it takes: a file is never given up. */
const waits = [second, 5 * second, 15 * second, minute, 2 * minute];
const longestWait = 5 * minute;

/** A file that ends the connection so often, while the scanner works for others, is at fault itself. */
const maxCuts = 5;

export const scanTasks: Record<string, Task> = {
  // Only our own errors make a job fail. They must never end a scan, so it is retried every minute.
  [scanFileTask]: { run: scanFile, retryAfterMs: Array.from({ length: 1000 }, () => minute) },
};

/** What this process knows of its scanner: whether the last try reached it. Null before the first. */
const reached = new WeakMap<object, boolean>();

async function scanFile(ctx: Context, job: Job): Promise<'finished' | 'failed'> {
  const { fileId } = job.payload as FileToScan;
  const file = await ctx.db.selectFrom('files').select('quarantine').where('id', '=', fileId).executeTakeFirst();
  if (file?.quarantine !== 'waiting') {
    await inTransaction(ctx, (ctx) => finishJob(ctx, job));
    return 'finished';
  }
  const verdict = await examine(ctx, fileId, job.attempts);
  if (verdict instanceof ClamdError) {
    const waitMs = withJitter(waits[job.attempts - 1] ?? longestWait);
    ctx.log.warn({ fileId, attempt: job.attempts, err: verdict }, 'a file could not be scanned');
    await inTransaction(ctx, (ctx) => rescheduleJob(ctx, job, waitMs, verdict.message));
    return 'failed';
  }
  ctx.log.info({ fileId, ...verdict }, 'a file was scanned');
  await inTransaction(ctx, async (ctx) => {
    const stored = await setQuarantine(ctx, fileId, verdict, { only: 'waiting' });
    await finishJob(ctx, job);
    if (stored) await reportScanned(ctx, stored, job.id);
  });
  await noteReached(ctx);
  return 'finished';
}

/** Returns an error if it should be tried again. */
async function examine(ctx: Context, fileId: string, attempts: number): Promise<Quarantine | ClamdError> {
  const { scanner } = ctx;
  // It was switched off while the file waited; what waits stays locked until it is back, or someone releases it.
  if (scanner === null) return new ClamdError('unreachable', 'No scanner is set');
  const bytes = await ctx.files.read(fileId);
  try {
    const found = await scanner.scan(bytes);
    return found === null
      ? { quarantine: null, quarantineNote: null }
      : { quarantine: 'infected', quarantineNote: found };
  } catch (error) {
    if (!(error instanceof ClamdError)) throw error;
    if (error.fault === 'tooLarge' || (attempts >= maxCuts && (await isFileAtFault(ctx, error))))
      return { quarantine: 'unscannable', quarantineNote: error.message };
    if (error.fault === 'unreachable') reached.set(scanner, false);
    return error;
  } finally {
    bytes.destroy();
  }
}

async function isFileAtFault({ scanner }: Context, { fault }: ClamdError): Promise<boolean> {
  if (scanner === null || fault === 'unreachable') return false;
  return scanner.describe().then(
    () => true,
    () => false,
  );
}

/** The first verdict after a time without makes all files due that have been waiting for it. */
async function noteReached(ctx: Context): Promise<void> {
  const { scanner } = ctx;
  if (scanner === null || reached.get(scanner) === true) return;
  reached.set(scanner, true);
  await inTransaction(ctx, (ctx) => runTaskNow(ctx, scanFileTask));
}

// What follows when the last file of a submission has its verdict: the event.

/** `cause` makes the event the only one of its cause. Spam has no events. */
export async function reportScanned(
  ctx: WriteContext,
  { submissionId, isLast }: Verdict,
  cause: string,
): Promise<void> {
  if (!isLast || submissionId === null) return;
  const submission = await ctx.db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', submissionId)
    .executeTakeFirst();
  if (!submission) return;
  const form = await ctx.db
    .selectFrom('forms')
    .select(['id', 'slug', 'name', 'settings'])
    .where('id', '=', submission.formId)
    .executeTakeFirstOrThrow();
  await publish(ctx, 'submission.scanned', {
    key: `scanned:${submissionId}:${cause}`,
    subject: submissionId,
    contactId: submission.contactId,
    data: { submissionId, formId: form.id },
    facts: { form: { ...form, settings: parseSettings(form.settings) }, submission },
  });
}
