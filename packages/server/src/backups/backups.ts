// Backups that the service makes: the table `backups`. At most one is active, which is pending or runs (run-backup.ts).

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { type CountedQuery, listByTime } from '../database/list-page.ts';
import { enqueue } from '../jobs/queue.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { maxAgeMs, nextDue, readPlan } from './backup-plan.ts';
import type { Backup } from './backups.schemas.ts';

export const backupTask = 'backups.run';

/** Stores a backup, to be made by the worker. Throws conflict if one is active. */
export async function createBackup(ctx: WriteContext, cause: Row<'backups'>['cause']): Promise<Backup> {
  const created = await addBackup(ctx, cause);
  if (created === null) throw fail('conflict', 'A backup is being made. Wait until it has ended');
  return created;
}

/** Null if one is active. */
export async function addBackup(ctx: WriteContext, cause: Row<'backups'>['cause']): Promise<Backup | null> {
  const row: Row<'backups'> = {
    ...{ id: newId('bak'), status: 'pending', active: 1, cause, fileName: null, size: null, rowCount: null },
    ...{ fileCount: null, missingFiles: null, key: null, error: null, runs: 0, startedAt: null, endedAt: null },
    createdAt: timeOf(ctx),
  };
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('backups')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return null;
  await enqueue(ctx, backupTask, { id: row.id }, { uniqueKey: `${backupTask} ${row.id}` });
  return describeBackup(row);
}

/** Throws backup_not_found. */
export async function getBackup(ctx: ReadContext, id: string): Promise<Backup> {
  const row = await ctx.db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw fail('backup_not_found');
  return describeBackup(row);
}

/** Lists backups, the newest first. */
export function listBackups(ctx: ReadContext, query: CountedQuery) {
  return listByTime(ctx.db.selectFrom('backups').selectAll(), query, describeBackup);
}

/** Deletes the record of a backup that has ended. Returns the name of its file: remove it. Throws backup_not_found, conflict. */
export async function deleteBackup(ctx: WriteContext, id: string): Promise<string | null> {
  const { fileName } = await getBackup(ctx, id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('backups')
    .where('id', '=', id)
    .where('active', 'is', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw fail('conflict', 'The backup is being made. Wait until it has ended');
  return fileName;
}

/** How backups are: when the next is due, when the last was complete, and whether something is wrong. */
export async function readBackupState(ctx: ReadContext) {
  const plan = await readPlan(ctx);
  const newest = (status: 'completed' | 'failed') =>
    ctx.db
      .selectFrom('backups')
      .select('endedAt')
      .where('status', '=', status)
      // A clock may have been ahead.
      .where('endedAt', '<=', timeOf(ctx))
      .orderBy('endedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
  const lastCompletedAt = (await newest('completed'))?.endedAt ?? null;
  const lastFailedAt = (await newest('failed'))?.endedAt ?? null;
  const hasFailed = lastFailedAt !== null && lastFailedAt > (lastCompletedAt ?? '');
  const isLate = lastCompletedAt === null || lastCompletedAt < timeOf(ctx, -maxAgeMs(plan));
  const warning = !plan.enabled ? null : hasFailed ? 'failed' : isLate ? 'late' : null;
  return {
    ...plan,
    nextAt: plan.enabled ? nextDue(ctx.now(), plan).toISOString() : null,
    lastCompletedAt,
    warning: warning as 'failed' | 'late' | null,
  };
}

function describeBackup({ active: _, runs: __, rowCount, fileCount, ...row }: Row<'backups'>): Backup {
  return { ...row, rows: rowCount, files: fileCount };
}
