// Backups that the service makes: the table `backups`. At most one is active, which is pending or runs (run-backup.ts).

import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { listRecords } from '../database/record-list.ts';
import { listOfRecords } from '../http/list-of-records.ts';
import { bodyOf, Id, nullable, Time } from '../http/schemas.ts';
import { enqueue } from '../jobs/queue.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { everyHoursOptions, maxAgeMs, nextDue, readPlan } from './backup-plan.ts';

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
export function listBackups(ctx: ReadContext, query: Static<typeof backupList.query>) {
  return listRecords(ctx.db.selectFrom('backups').selectAll(), backupList, query, describeBackup);
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

// What the API says about backups.

const count = (description: string) => nullable(Type.Integer({ minimum: 0, description }));

export const BackupSchema = Type.Object(
  {
    id: Id,
    status: Type.Enum(['pending', 'running', 'completed', 'failed'], {
      title: 'BackupStatus',
      description: '`completed`: it was written, read back and compared',
    }),
    cause: Type.Enum(['schedule', 'request'], { description: 'Whether it was due by the plan, or requested' }),
    fileName: nullable(Type.String({ description: 'In the folder of backups; null if it is not there' })),
    size: nullable(Type.Integer({ minimum: 0, description: 'Of the file, in bytes' })),
    rows: count('Number of rows in all tables'),
    files: count('Number of files'),
    missingFiles: count('Number of files that were not where they are stored'),
    key: nullable(
      Type.Enum(['sealed', 'left out', 'none'], {
        title: 'BackupKey',
        description: 'Whether the key that encrypts stored secrets is in it, sealed by the passphrase',
      }),
    ),
    error: nullable(Type.String({ description: 'Why it failed, for people' })),
    createdAt: Time,
    startedAt: nullable(Time),
    endedAt: nullable(Time),
  },
  { title: 'Backup', description: 'A backup that the service made' },
);
type Backup = Static<typeof BackupSchema>;

export const BackupPlanChange = bodyOf(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the service makes backups by itself' })),
    time: Type.Optional(
      Type.String({
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        examples: ['03:00'],
        description: 'The time of day in UTC at which one is due',
      }),
    ),
    everyHours: Type.Optional(
      Type.Enum([...everyHoursOptions], { description: 'How many hours from one to the next, from that time on' }),
    ),
    keep: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        examples: ['7d,4w,6m'],
        description:
          'Which backups are kept: the newest of each of so many days, weeks, months and years that have one, or a number of backups. The newest is always kept',
      }),
    ),
  },
  { title: 'BackupPlanChange', description: 'What to change of when backups are made' },
);

export const BackupWarning = Type.Enum(['failed', 'late'], {
  title: 'BackupWarning',
  description: '`failed`: the last one failed. `late`: there is none, or the newest is too old',
});

export const BackupPlanSchema = Type.Object(
  {
    ...Type.Required(BackupPlanChange).properties,
    folder: Type.String({ description: 'Where backups are written (`FRONTDESK_BACKUPS`)' }),
    keySealed: Type.Boolean({
      description: 'Whether a passphrase is set (`FRONTDESK_BACKUP_PASSPHRASE`), so that backups contain the key',
    }),
    nextAt: nullable({ ...Time, description: 'When the next one is due; null if none is planned' }),
    lastCompletedAt: nullable({ ...Time, description: 'When the newest backup was complete' }),
    warning: nullable(BackupWarning),
  },
  { title: 'BackupPlan', description: 'When the service makes backups, and how they are' },
);

export const backupList = listOfRecords({
  item: BackupSchema,
  filters: ['status', 'cause', 'createdAt', 'startedAt', 'endedAt'],
  sort: ['-createdAt'],
});
