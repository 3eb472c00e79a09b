// The quarantine of files (decision 0087). With a scanner, every file of a submission begins in it, and only a verdict, or a
// person who says so, takes it out.
//
//   waiting      no verdict yet
//   infected     the scanner found something; `quarantineNote` names it
//   unscannable  the scanner cannot scan it; `quarantineNote` says why

import type { ReadContext, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { enqueueMany } from '../jobs/queue.ts';
import { fail } from '../lib/errors.ts';

export type Quarantine = Pick<Row<'files'>, 'quarantine' | 'quarantineNote'>;

export const scanFileTask = 'files.scan';
export type FileToScan = { fileId: string };

const lane = 'scan';

/** What a file that arrives begins with. */
export function quarantineOnArrival(ctx: Pick<ReadContext, 'scansFiles'>): Quarantine {
  return { quarantine: ctx.scansFiles ? 'waiting' : null, quarantineNote: null };
}

/** Stores the jobs that scan those of the files that wait for it. */
export async function scanLater(ctx: WriteContext, files: readonly { id: string; quarantine: unknown }[]) {
  const jobs = files
    .filter(({ quarantine }) => quarantine === 'waiting')
    .map(({ id }) => ({ payload: { fileId: id } satisfies FileToScan, lane, uniqueKey: `scan:${id}` }));
  await enqueueMany(ctx, scanFileTask, jobs);
}

/** Why a file is in quarantine, as a sentence; null if it is not. */
export function describeQuarantine({ quarantine, quarantineNote }: Quarantine): string | null {
  if (quarantine === 'waiting') return 'The file has not been scanned yet';
  if (quarantine === 'infected') return `The scan found ${quarantineNote} in the file`;
  return quarantine && `The file could not be scanned: ${quarantineNote}`;
}

/** Throws file_quarantined. */
export function requireReleased(file: Quarantine): void {
  const detail = describeQuarantine(file);
  if (detail !== null) throw fail('file_quarantined', { detail: `${detail}.`, extra: { reason: file.quarantine } });
}

/** As in the API, for a file that is in quarantine. */
export function quarantineJson({ quarantine, quarantineNote }: Quarantine) {
  return quarantine === null ? {} : { quarantine: { reason: quarantine, note: quarantineNote } };
}

export type Verdict = { before: Row<'files'>['quarantine']; submissionId: string | null; isLast: boolean };

/**
 * Stores a verdict, or `waiting` for another scan. Returns null if the file is gone, or not in one of these states any
 * more. `before` is why it was locked until now, and `isLast` whether no file of the submission waits any more.
 */
export async function setQuarantine(
  ctx: WriteContext,
  fileId: string,
  verdict: Quarantine,
  { only }: { only: 'waiting' | null } = { only: null },
): Promise<Verdict | null> {
  const submission = ctx.db.selectFrom('files').select('submissionId').where('id', '=', fileId);
  // Verdicts for files of the same submission come one after another, so that one of them is the last.
  const rows = await ctx.dialect
    .lockRows(
      ctx.db
        .selectFrom('files')
        .select(['id', 'submissionId', 'quarantine'])
        .orderBy('id')
        .where('submissionId', '=', submission),
    )
    .execute();
  const file = rows.find(({ id }) => id === fileId);
  if (!file || (only !== null && file.quarantine !== only)) return null;
  await ctx.db.updateTable('files').set(verdict).where('id', '=', fileId).execute();
  const isLast = rows.every(({ id, quarantine }) => id === fileId || quarantine !== 'waiting');
  return { before: file.quarantine, submissionId: file.submissionId, isLast };
}

/** Whether files of a submission wait for their verdict. Verdicts wait until the transaction ends. */
export async function hasWaitingFiles(ctx: WriteContext, submissionId: string): Promise<boolean> {
  const waiting = ctx.db
    .selectFrom('files')
    .select('id')
    .where('submissionId', '=', submissionId)
    .where('quarantine', '=', 'waiting')
    .orderBy('id');
  return (await ctx.dialect.lockRows(waiting).execute()).length > 0;
}
