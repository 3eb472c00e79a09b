// The tasks of backups: one plans what is due, one has a process make it and records its end. If the service stops or dies
// meanwhile, the backup is made again from the beginning.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Config } from '../config/config.ts';
import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { finishJob, type Job, rescheduleJob } from '../jobs/queue.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { readFrames, startOf, write } from '../lib/process-frames.ts';
import type { FilePlace } from '../storage/open-storage.ts';
import { lastDue, readPlan } from './backup-plan.ts';
import { addBackup, backupTask } from './backups.ts';
import type { BackupPlace } from './open-backups.ts';

const minuteMs = 60_000;
/** After a failure, until it is tried again before the next time. */
const retryFailedAfterMs = 60 * minuteMs;
/** How long the records of backups are kept whose files are gone. */
const keptDays = 90;
const maxRuns = 3;

export function backupTasks(backingUp: BackingUp): Record<string, Task> {
  return {
    [backupTask]: { run: (ctx, job) => runBackup(ctx, backingUp, job), retryAfterMs: [minuteMs, minuteMs] },
    'backups.plan': { run: planBackup, retryAfterMs: internalSchedule, everyMs: 5 * minuteMs },
  };
}

/** Stores a backup if one is due. */
export async function planBackup(ctx: Context): Promise<void> {
  const plan = await readPlan(ctx);
  if (!plan.enabled) return;
  await inTransaction(ctx, async (ctx) => {
    const newest = ctx.db.selectFrom('backups').select(['active', 'status', 'createdAt', 'endedAt']);
    const last = await newest.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
    const scheduled = await newest
      .where('cause', '=', 'schedule')
      // One of a clock that was ahead would put the next off until then.
      .where('createdAt', '<=', timeOf(ctx))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last && last.active !== null) return;
    const isDue = !scheduled || scheduled.createdAt < lastDue(ctx.now(), plan).toISOString();
    const isFailed = scheduled?.status === 'failed' && (scheduled.endedAt ?? '') < timeOf(ctx, -retryFailedAfterMs);
    if (isDue || isFailed) await addBackup(ctx, 'schedule');
  });
}

async function runBackup(ctx: Context, backingUp: BackingUp, job: Job): Promise<'finished' | undefined> {
  const row = await begin(ctx, (job.payload as { id: string }).id);
  if (row === null) return undefined;
  const { keep } = await readPlan(ctx);
  const order = { time: timeOf(ctx), keep, origin: ctx.publicUrl() };
  const end = row.runs > maxRuns ? null : await backingUp.run(order);
  if (end?.is === 'stopped') {
    // The service is stopping. The next start makes it.
    await inTransaction(ctx, (ctx) => rescheduleJob(ctx, job, 0));
    return 'finished';
  }
  if (end === null && row.runs < maxRuns) throw new Error('The process of the backup ended without a result');
  if (end?.is === 'failed') ctx.log.error({ backupId: row.id }, `a backup failed: ${end.message}`);
  await inTransaction(ctx, async (ctx) => {
    await recordEnd(ctx, row.id, end);
    await finishJob(ctx, job);
  });
  return 'finished';
}

/** Null if it is no longer active. */
async function begin(ctx: Context, id: string): Promise<Row<'backups'> | null> {
  return inTransaction(ctx, async (ctx) => {
    const active = ctx.db.selectFrom('backups').selectAll().where('id', '=', id).where('active', '=', 1);
    const row = await ctx.dialect.lockRows(active).executeTakeFirst();
    if (!row) return null;
    const change = { status: 'running', runs: row.runs + 1, startedAt: row.startedAt ?? timeOf(ctx) } as const;
    await ctx.db.updateTable('backups').set(change).where('id', '=', id).execute();
    return { ...row, ...change };
  });
}

async function recordEnd(ctx: WriteContext, id: string, end: BackupMessage | null): Promise<void> {
  const result: Partial<Row<'backups'>> =
    end?.is === 'completed'
      ? {
          status: 'completed',
          fileName: end.fileName,
          size: end.size,
          rowCount: end.rowCount,
          fileCount: end.fileCount,
          missingFiles: end.missingFiles,
          key: end.key,
        }
      : {
          status: 'failed',
          error: end?.is === 'failed' ? end.message : 'Its process ended unexpectedly. The log may have the cause.',
        };
  await ctx.db
    .updateTable('backups')
    .set({ ...result, active: null, endedAt: timeOf(ctx) })
    .where('id', '=', id)
    .where('active', '=', 1)
    .execute();
  if (end?.is !== 'completed') return;
  if (end.removed.length > 0)
    await ctx.db.updateTable('backups').set({ fileName: null }).where('fileName', 'in', end.removed).execute();
  await ctx.db
    .deleteFrom('backups')
    .where('createdAt', '<', timeOf(ctx, -keptDays * 1440 * minuteMs))
    .where('fileName', 'is', null)
    .where('active', 'is', null)
    .execute();
}

// What the service and the process of a backup write to each other, as frames (lib/process-frames.ts). The end of the
// process's input means that it is to stop.

/** The first frame. */
export type BackupOrder = FilePlace &
  BackupPlace & {
    databaseUrl: string | null;
    /** Which names the file in the place of backups. */
    time: string;
    /** Which backups to keep (keep-rule.ts). */
    keep: string;
    passphrase: string | null;
    /** From the environment, in base64; null for the key file in the data folder. */
    encryptionKey: string | null;
    /** Backups that were made with them are of this service too. */
    formerKeys: string[];
    origin: string | null;
  };

export type BackupMessage =
  | {
      is: 'completed';
      fileName: string;
      size: number;
      rowCount: number;
      fileCount: number;
      missingFiles: number;
      key: 'sealed' | 'left out' | 'none';
      /** The names of files that the rule did not keep. */
      removed: string[];
    }
  /** With a sentence for people. */
  | { is: 'failed'; message: string }
  | { is: 'stopped' };

// The processes of backups, so that nothing of a backup runs beside requests. Each starts at a low priority, and ends by itself
// when the service does (processes/backup-process.ts).

interface BackingUp {
  /** Makes a backup. Null if the process ended without a word, because it was killed. */
  run(order: Pick<BackupOrder, 'time' | 'keep' | 'origin'>): Promise<BackupMessage | null>;
  /** Stops the process, and starts no more. */
  close(): void;
}

type BackupConfig = Pick<
  Config,
  | 'dataFolder'
  | 'fileStore'
  | 'databaseUrl'
  | 'backupFolder'
  | 'backupStore'
  | 'backupPassphrase'
  | 'encryptionKey'
  | 'formerKeys'
>;

/** It removes what it has begun. */
const maxStopMs = 10_000;

/** `file` is the program that each process runs. */
export function createBackingUp(config: BackupConfig, file: string): BackingUp {
  const stops = new Set<() => void>();
  let isClosed = false;
  return {
    async run(order) {
      if (isClosed) return { is: 'stopped' };
      const { dataFolder, fileStore, databaseUrl, backupFolder, backupStore, backupPassphrase } = config;
      const { encryptionKey, formerKeys } = config;
      // Another one may be on a disk that is not there now.
      if (backupFolder.startsWith(dataFolder + path.sep)) await mkdir(backupFolder, { recursive: true, mode: 0o700 });
      const { spawn } = await import('node:child_process');
      // The environment stays here: it holds keys.
      const child = spawn(process.execPath, [file], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { MALLOC_ARENA_MAX: '2' },
      });
      // Its end is seen where it is read from.
      child.on('error', () => child.stdout.destroy());
      child.stdin.on('error', () => {});
      let killing: NodeJS.Timeout | undefined;
      const stop = (): void => {
        child.stdin.end();
        killing ??= setTimeout(() => child.kill('SIGKILL'), maxStopMs);
      };
      stops.add(stop);
      try {
        const all: BackupOrder = {
          ...order,
          dataFolder,
          fileStore,
          databaseUrl,
          backupFolder,
          backupStore,
          passphrase: backupPassphrase,
          encryptionKey: encryptionKey?.toString('base64') ?? null,
          formerKeys: formerKeys.map((key) => key.toString('base64')),
        };
        await write(child.stdin, startOf(all, 0)).catch(() => {});
        if (isClosed) stop();
        return await lastMessage(child.stdout);
      } finally {
        stops.delete(stop);
        clearTimeout(killing);
        child.stdin.end();
      }
    },
    close() {
      isClosed = true;
      for (const stop of stops) stop();
    },
  };
}

async function lastMessage(source: Readable): Promise<BackupMessage | null> {
  let last: BackupMessage | null = null;
  for await (const { head } of readFrames(source)) last = head as BackupMessage;
  return last;
}
