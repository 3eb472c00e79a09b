// `frontdesk restore <file>`: says what is in a backup and where it would go, asks, and restores it into an empty place.

import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { SingleBar } from 'cli-progress';
import { type BackupHead, unsealKey } from '../backups/backup-format.ts';
import { openBackupFile } from '../backups/open-backups.ts';
import type { CheckedBackup } from '../backups/read-backup.ts';
import { listPresent, readRestorable, restoreBackup } from '../backups/restore-backup.ts';
import type { Config } from '../config/config.ts';
import { inTransaction } from '../context/context.ts';
import { type DatabasePlace, describeDatabase, openDatabase } from '../database/database.ts';
import { listMigrations, migrate } from '../database/migrations/migrate.ts';
import { enqueue } from '../jobs/queue.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { describeS3Place } from '../lib/s3/s3-place.ts';
import { dataPath } from '../storage/data-folder.ts';
import { systemContext } from '../system-context.ts';
import { readPassphrase } from './backup-command.ts';

export type RestoreCommandOptions = {
  data?: string;
  beside?: string;
  passphraseFile?: string;
  withoutKey: boolean;
  keepFiles: boolean;
  keepSessions: boolean;
  yes: boolean;
  json: boolean;
};

/** Where a backup would go, and what has to be there first. */
type Target = DatabasePlace & { newDatabase: string | null };

export async function restore(config: Config, file: string, options: RestoreCommandOptions): Promise<void> {
  const target = targetOf(config, options);
  const progress = showProgress();
  const backup = openBackupFile(file, config);
  const checked = await readRestorable(backup, target, progress.onBytes).finally(progress.stop);
  const key = await openKey(checked.head, config, options);
  await requireEmpty(target, key !== null);
  if (!options.json) console.error(describePlan(file, checked, config, target, key, options));
  if (!options.yes) await ask(target);
  const place = await createPlace(config, target);
  const restoring = showProgress();
  try {
    const { keepFiles, keepSessions } = options;
    const at = { ...place, fileStore: config.fileStore };
    await restoreBackup(backup, checked, at, { key, keepFiles, keepSessions, onProgress: restoring.onBytes });
  } catch (error) {
    await removePlace(config, target);
    throw error;
  } finally {
    restoring.stop();
  }
  if (place.databaseUrl !== null) await indexFields({ ...config, ...place });
  if (options.json) console.log(JSON.stringify(resultOf(file, checked, place, key !== null, options)));
  else console.log(describeResult(config, place, target, key !== null));
}

function targetOf({ dataFolder, databaseUrl }: Config, { data, beside }: RestoreCommandOptions): Target {
  const folder = data === undefined ? dataFolder : path.resolve(data);
  if (beside === undefined) return { dataFolder: folder, databaseUrl, newDatabase: null };
  if (!/^[a-z0-9][\w-]{0,50}$/i.test(beside))
    throw new ExpectedError('--beside needs a name of letters, digits, - and _, such as restored.');
  if (data !== undefined) throw new ExpectedError('Use either --data or --beside.');
  return {
    dataFolder: path.join(path.dirname(folder), beside),
    databaseUrl,
    newDatabase: databaseUrl === null ? null : beside,
  };
}

/** Null if there is none to restore. Throws ExpectedError. */
async function openKey(
  { key }: BackupHead,
  config: Config,
  { passphraseFile, withoutKey }: RestoreCommandOptions,
): Promise<Buffer | null> {
  if (key === null || withoutKey) return null;
  const passphrase = await readPassphrase(config, passphraseFile);
  if (passphrase === null)
    throw new ExpectedError(
      'The backup contains the key that encrypts stored secrets, sealed by a passphrase. Give it with --passphrase-file or FRONTDESK_BACKUP_PASSPHRASE, or restore without the key (--without-key). Nothing was restored.',
    );
  const opened = await unsealKey(key, passphrase);
  if (opened === null)
    throw new ExpectedError('The passphrase is not the one that sealed the key of this backup. Nothing was restored.');
  if (config.encryptionKey !== null && !opened.equals(config.encryptionKey))
    throw new ExpectedError(
      'FRONTDESK_SECRET_KEY is set to another key than the one in the backup. Unset it, or set it to the right key and use --without-key. Nothing was restored.',
    );
  return opened;
}

async function requireEmpty({ dataFolder, databaseUrl, newDatabase }: Target, withKey: boolean): Promise<void> {
  const present = await listPresent(dataFolder, withKey);
  if (present.length > 0)
    throw new ExpectedError(
      `There is a site in ${dataFolder} already (${present.join(', ')}). Restore into an empty folder (--data <folder>), or beside it (--beside <name>). Nothing was restored.`,
    );
  if (databaseUrl === null || newDatabase !== null) return;
  const { isEmptyPostgres } = await import('../database/copies/postgres-restore.ts');
  if (!(await isEmptyPostgres(databaseUrl)))
    throw new ExpectedError(
      'The PostgreSQL database is not empty. Create a new one and set DATABASE_URL to it, or restore beside it (--beside <name>). Nothing was restored.',
    );
}

function describePlan(
  file: string,
  { head, manifest }: CheckedBackup,
  { fileStore }: Config,
  target: Target,
  key: Buffer | null,
  { keepSessions }: RestoreCommandOptions,
): string {
  const rows = Object.values(manifest.rows).reduce((sum, one) => sum + one, 0);
  const pending = listMigrations().length - head.migrations.length;
  const into =
    target.newDatabase === null ? describeDatabase(target) : `the new PostgreSQL database ${target.newDatabase}`;
  return [
    `${file} is whole: a backup of ${head.origin ?? 'a site'} from ${head.createdAt}, made by version ${head.service}`,
    `  rows      ${rows} in ${Object.keys(manifest.rows).length} tables (${head.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'})`,
    `  files     ${manifest.files.count} (${megabytes(manifest.files.bytes)})`,
    ...manifest.missing.map(({ id, name }) => `  missing   ${name} (${id}): was not there when the backup was made`),
    `  into      ${into}, files in ${fileStore === null ? `${target.dataFolder} (empty)` : describeS3Place(fileStore.place)}`,
    `  key       ${key === null ? 'not restored' : 'restored'}`,
    `  sign-ins  ${keepSessions ? 'kept' : 'ended: everyone signs in again'}`,
    ...(pending > 0 ? [`  then      ${pending} migrations of this version, when the service starts`] : []),
  ].join('\n');
}

/** Throws ExpectedError unless the person agrees. */
async function ask({ dataFolder }: Target): Promise<void> {
  if (!process.stdin.isTTY)
    throw new ExpectedError('Nothing was restored. To restore it without a question, use --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Restore into ${dataFolder}? (y/N) `).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new ExpectedError('Nothing was restored.');
}

async function createPlace({ databaseUrl }: Config, { dataFolder, newDatabase }: Target): Promise<DatabasePlace> {
  if (databaseUrl === null || newDatabase === null) return { dataFolder, databaseUrl };
  const { createPostgresBeside } = await import('../database/copies/postgres-restore.ts');
  return { dataFolder, databaseUrl: await createPostgresBeside(databaseUrl, newDatabase) };
}

async function removePlace({ databaseUrl }: Config, { newDatabase }: Target): Promise<void> {
  if (databaseUrl === null || newDatabase === null) return;
  const { dropPostgresBeside } = await import('../database/copies/postgres-restore.ts');
  await dropPostgresBeside(databaseUrl, newDatabase);
}

/** Indexes of custom fields are made by a job, beside everything else. */
async function indexFields(config: Config): Promise<void> {
  const database = await openDatabase(config);
  try {
    await migrate(database);
    const ctx = systemContext(config, database);
    await inTransaction(ctx, async (ctx) => enqueue(ctx, 'content.indexFields', {}));
  } finally {
    await database.close();
  }
}

function resultOf(
  file: string,
  { head, manifest }: CheckedBackup,
  { dataFolder }: DatabasePlace,
  hasKey: boolean,
  { keepSessions, beside }: RestoreCommandOptions,
): object {
  return {
    file,
    createdAt: head.createdAt,
    dialect: head.dialect,
    dataFolder,
    database: head.dialect === 'postgres' ? (beside ?? null) : dataPath(dataFolder, 'database'),
    rows: manifest.rows,
    files: manifest.files,
    missing: manifest.missing,
    key: hasKey ? 'restored' : 'not restored',
    sessions: keepSessions ? 'kept' : 'ended',
  };
}

function describeResult(config: Config, { dataFolder }: DatabasePlace, target: Target, hasKey: boolean): string {
  const settings = [
    ...(dataFolder === config.dataFolder ? [] : [`FRONTDESK_DATA=${dataFolder}`]),
    ...(target.newDatabase === null ? [] : [`DATABASE_URL with the database ${target.newDatabase}`]),
  ];
  const key = dataPath(dataFolder, 'secretKey');
  return [
    `Restored into ${dataFolder}.`,
    ...(settings.length > 0 ? [`Start the service with ${settings.join(' and ')}.`] : []),
    ...(hasKey || config.encryptionKey !== null
      ? []
      : [`Before the start, copy the key of the service to ${key}, or set FRONTDESK_SECRET_KEY.`]),
    'It goes on where the backup was made: what waited to be sent is sent, and API keys that were revoked since then work again.',
    'Stop the old service before you start this one.',
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Shown on a terminal only. */
function showProgress(): { onBytes: (bytes: number) => void; stop: () => void } {
  const bar = new SingleBar({
    format: 'Reading {amount}',
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let isShown = false;
  return {
    onBytes(bytes) {
      const values = { amount: megabytes(bytes) };
      if (!isShown) bar.start(1, 0, values);
      isShown = true;
      bar.update(0, values);
    },
    stop: () => bar.stop(),
  };
}
