// `frontdesk backup <target>`: everything that the service has, in one checked file. Unlike other commands, it does not
// migrate the database.

import { statSync } from 'node:fs';
import path from 'node:path';
import { SingleBar } from 'cli-progress';
import { backupFile, backupFolder } from '../backups/backup-folder.ts';
import { minPassphraseLength } from '../backups/backup-format.ts';
import { type BackupStore, type BackupTarget, pruneBackups } from '../backups/backup-store.ts';
import { type KeepRule, readKeepRule } from '../backups/keep-rule.ts';
import { openAddress } from '../backups/open-backups.ts';
import { type BackupPhase, type BackupReport, siteOf, writeBackup } from '../backups/write-backup.ts';
import type { Config } from '../config/config.ts';
import { inTransaction, type Recorder } from '../context/context.ts';
import { hasDatabase, openDatabase } from '../database/database.ts';
import { isMigrated } from '../database/migrations/migrate.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { readTextFile } from '../lib/read-text-file.ts';
import { readVersion } from '../lib/read-version.ts';
import { readKeyFile } from '../lib/sealed-box.ts';
import { untilStopped } from '../lib/stop-signals.ts';
import { systemClock } from '../lib/system-clock.ts';
import { explainError } from '../start-errors.ts';
import { dataPath } from '../storage/data-folder.ts';
import { openStorage } from '../storage/open-storage.ts';
import { systemContext } from '../system-context.ts';

export type BackupCommandOptions = {
  keep?: string;
  passphraseFile?: string;
  force: boolean;
  json: boolean;
};

/** What the command did, as `--json` prints it. */
export type BackupResult = {
  file: string;
  bytes: number;
  createdAt: string;
  dialect: string;
  schema: string | null;
  rows: Record<string, number>;
  files: { count: number; bytes: number };
  missing: { id: string; name: string }[];
  key: 'sealed' | 'left out' | 'none';
  removed: string[];
  durationMs: number;
};

/** `record` adds the entry of the audit log. */
export async function backUp(
  config: Config,
  target: string,
  options: BackupCommandOptions,
  record: Recorder,
): Promise<void> {
  const place = await openTarget(config, target);
  if (!hasDatabase(config))
    throw new ExpectedError(
      `There is no database in ${config.dataFolder}. Run the command in the folder of the service, name its data folder with --data, or set FRONTDESK_DATA or DATABASE_URL as for the service.`,
    );
  const began = performance.now();
  const rule: KeepRule | null = options.keep === undefined ? null : readKeepRule(options.keep);
  if (rule !== null && place.store === null)
    throw new ExpectedError(
      `--keep is for a folder of backups, which ${target} is not. Create it, or leave --keep out.`,
    );
  const passphrase = await readPassphrase(config, options.passphraseFile);
  const key = config.encryptionKey ?? (await readKeyFile(dataPath(config.dataFolder, 'secretKey')));
  await recordBackup(config, record);
  const bar = new PhaseBar();
  const source = {
    place: config,
    files: openStorage(config),
    key,
    passphrase,
    version: await readVersion(),
    origin: config.publicUrl,
    now: systemClock,
  };
  const report = await untilStopped('The backup was stopped. Nothing of it remains.', (signal) =>
    writeBackup(source, place.target, {
      ...{ replace: options.force, signal },
      onProgress: ({ phase, bytes }) => bar.show(phase, bytes),
    }),
  ).finally(() => bar.stop());
  const { store } = place;
  const removed =
    rule === null || store === null ? [] : await pruneBackups(store, [key, ...config.formerKeys].map(siteOf), rule);
  const result = resultOf(report, key !== null, removed, performance.now() - began);
  if (options.json) console.log(JSON.stringify(result));
  else console.log(describe(result));
  if (result.key === 'left out') console.error(describeLeftOut(config));
}

/**
 * What leaves the site has an entry in the audit log. A database that waits for migrations gets none, and one that cannot be
 * written must be backed up all the more.
 */
async function recordBackup(config: Config, record: Recorder): Promise<void> {
  const database = await openDatabase(config);
  try {
    if (!(await isMigrated(database))) return;
    const ctx = { ...systemContext(config, database), record };
    await inTransaction(ctx, async () => undefined);
  } catch (error) {
    console.error(`The audit log has no entry of this backup: ${explainError(error)}`);
  } finally {
    await database.close();
  }
}

/** The passphrase from the file or from the environment; null without either. Throws ExpectedError. */
export async function readPassphrase(
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  file: string | undefined,
): Promise<string | null> {
  if (file === undefined) return backupPassphrase;
  const passphrase = readPassphraseFile(file).trim();
  if (passphrase.length < minPassphraseLength)
    throw new ExpectedError(`The passphrase in ${file} must have at least ${minPassphraseLength} characters.`);
  return passphrase;
}

function readPassphraseFile(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new ExpectedError(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

/** Where the backup goes; `store` is the folder or the S3 store that it is one of several in. Throws ExpectedError. */
async function openTarget(config: Config, text: string): Promise<{ target: BackupTarget; store: BackupStore | null }> {
  const address = openAddress(text, config);
  if (address !== null && address.name !== null) return { target: address.store.target(address.name), store: null };
  const isFolder = text.endsWith(path.sep) || (statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? false);
  if (address === null && !isFolder) return { target: backupFile(text), store: null };
  const store = address?.store ?? backupFolder(text);
  return { target: await store.newTarget(systemClock()), store };
}

function resultOf(
  { file, bytes, head, manifest }: BackupReport,
  hasKey: boolean,
  removed: string[],
  durationMs: number,
): BackupResult {
  return {
    file,
    bytes,
    createdAt: head.createdAt,
    dialect: head.dialect,
    schema: head.migrations.at(-1) ?? null,
    rows: manifest.rows,
    files: manifest.files,
    missing: manifest.missing,
    key: head.key !== null ? 'sealed' : hasKey ? 'left out' : 'none',
    removed,
    durationMs: Math.round(durationMs),
  };
}

function describe({ file, bytes, rows, files, missing, key, removed, durationMs }: BackupResult): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return [
    `Backed up to ${file} (${megabytes(bytes)}, ${(durationMs / 1000).toFixed(1)} s, checked)`,
    `  rows      ${count} in ${Object.keys(rows).length} tables`,
    `  files     ${files.count} (${megabytes(files.bytes)})`,
    `  key       ${key}`,
    ...missing.map(({ id, name }) => `  missing   ${name === id ? id : `${name} (${id})`}: its bytes are not there`),
    ...removed.map((name) => `  removed   ${name}`),
  ].join('\n');
}

function describeLeftOut({ encryptionKey, dataFolder }: Config): string {
  const key = encryptionKey === null ? dataPath(dataFolder, 'secretKey') : 'FRONTDESK_SECRET_KEY';
  return [
    `The key that encrypts stored secrets is not in this backup. Keep a copy of ${key} in another place,`,
    'or set FRONTDESK_BACKUP_PASSPHRASE (or --passphrase-file): then the backup contains the key, sealed by that passphrase.',
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Shown on a terminal only. */
class PhaseBar {
  readonly #bar = new SingleBar({
    format: '{phase} {amount}',
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  #isShown = false;

  show(phase: BackupPhase, bytes: number): void {
    const names = { database: 'Copying the database', files: 'Copying files', checking: 'Checking' };
    const values = { phase: names[phase], amount: phase === 'database' ? '' : megabytes(bytes) };
    if (!this.#isShown) this.#bar.start(1, 0, values);
    this.#isShown = true;
    this.#bar.update(0, values);
  }

  stop(): void {
    this.#bar.stop();
  }
}
