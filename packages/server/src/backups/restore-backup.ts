// Restores a backup into an empty place. Everything is checked before anything is written; what is written is staged in the data
// folder and moved into place at the end, so that a restore that fails or is killed leaves no half site.

import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TarFile } from '../archive/read-tar.ts';
import type { RowsTarget } from '../database/copies/postgres-restore.ts';
import type { DatabasePlace } from '../database/database.ts';
import { isDiskFull } from '../database/database-problems.ts';
import { areUnreleased, listMigrations, unreleasedAdvice } from '../database/migrations/migrate.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { describeS3Place, type S3Store } from '../lib/s3/s3-place.ts';
import { dataEntries, prepareDataFolder } from '../storage/data-folder.ts';
import { localStorage } from '../storage/local-storage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { FileStorage } from '../storage/storage.ts';
import { BackupError, type BackupHead } from './backup-format.ts';
import { type CheckedBackup, checkBackup, readBackup } from './read-backup.ts';

/** Files go to the S3 store if there is one, everything else into the data folder and the database. */
export type RestorePlace = DatabasePlace & { fileStore: S3Store | null };

export type RestoreOptions = {
  /** Files that are in the S3 store already, with their size, are not stored again. Otherwise it must be empty. */
  keepFiles: boolean;
  /** The opened key of the backup; null leaves the data folder without one. */
  key: Buffer | null;
  keepSessions: boolean;
  onProgress?: (bytes: number) => void;
};

const stagingPrefix = '.restore-';
const sessions = 'sessions';

/** Reads the whole backup and checks that this version can restore it into such a database. Throws BackupError. */
export async function readRestorable(
  file: TarFile,
  place: DatabasePlace,
  onProgress?: (bytes: number) => void,
): Promise<CheckedBackup> {
  const checked = await checkBackup(file, { onProgress });
  requireKnown(checked.head);
  requireDialect(checked.head, place);
  return checked;
}

function requireKnown({ migrations, service }: BackupHead): void {
  if (areUnreleased(migrations))
    throw new BackupError(
      `it was made by a build from before the first release of Frontdesk; restore it with that build, then ${unreleasedAdvice}`,
    );
  const known = new Set(listMigrations());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupError(
      `its database is newer than this version of Frontdesk (it has the migration ${unknown}). Restore it with version ${service} or later`,
    );
}

function requireDialect({ dialect }: BackupHead, { databaseUrl }: DatabasePlace): void {
  const other = 'To move a site to the other database, use `frontdesk export` and `frontdesk import` (docs/backup.md)';
  if (dialect === 'sqlite' && databaseUrl !== null)
    throw new BackupError(`it holds a SQLite database, but DATABASE_URL names PostgreSQL. Unset it. ${other}`);
  if (dialect === 'postgres' && databaseUrl === null)
    throw new BackupError(`it holds a PostgreSQL database. Set DATABASE_URL to an empty one. ${other}`);
}

/** What of a site, other than its backups, is in the folder. The key alone may be there already, if it does not come from the backup. */
export async function listPresent(folder: string, withKey: boolean): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new ExpectedError(`${folder} cannot be read: ${error.message}.`, { cause: error });
  });
  const { secretKey, backups, ...site } = dataEntries;
  const own = [...Object.values(site), ...(withKey ? [secretKey] : [])];
  return names.filter((name) => name !== backups && own.some((entry) => name.startsWith(entry)));
}

/** Restores what `readRestorable` has checked. The place must be empty. Throws ExpectedError, and then leaves nothing. */
export async function restoreBackup(
  file: TarFile,
  { head, manifest, sums }: CheckedBackup,
  place: RestorePlace,
  { key, keepFiles, keepSessions, onProgress }: RestoreOptions,
): Promise<void> {
  const { dataFolder, databaseUrl } = place;
  const present = await listPresent(dataFolder, key !== null);
  if (present.length > 0) throw new ExpectedError(`${dataFolder} is not empty: it contains ${present.join(', ')}.`);
  const store = await openFileStore(place, keepFiles);
  const isNew = (await readdir(dataFolder).catch(() => null)) === null;
  prepareDataFolder(dataFolder);
  for (const name of await readdir(dataFolder))
    if (name.startsWith(stagingPrefix)) await rm(path.join(dataFolder, name), { recursive: true });
  const staging = path.join(dataFolder, `${stagingPrefix}${randomBytes(6).toString('hex')}`);
  await mkdir(staging, { mode: 0o700 });
  const moved: string[] = [];
  const moveIn = async (): Promise<void> => {
    // The database comes last: without it, there is no site.
    const names = (await readdir(staging)).sort((a, b) => Number(isDatabase(a)) - Number(isDatabase(b)));
    for (const name of names) {
      moved.push(name);
      await rename(path.join(staging, name), path.join(dataFolder, name));
    }
    await syncFolder(dataFolder);
  };
  try {
    if (store === null) await requireRoom(dataFolder, manifest.files.bytes);
    if (key !== null) await writeFile(path.join(staging, dataEntries.secretKey), key, { mode: 0o600, flush: true });
    const files = store ?? localStorage(path.join(staging, dataEntries.files));
    const extract = (rows: RowsTarget | null): Promise<void> =>
      extractMembers(file, sums, { staging, files, rows }, onProgress);
    if (databaseUrl === null) {
      await extract(null);
      const { checkSqliteFile, emptySqliteTable } = await import('../database/copies/sqlite-copy.ts');
      const database = path.join(staging, dataEntries.database);
      checkSqliteFile(database);
      if (!keepSessions) emptySqliteTable(database, sessions);
      await syncFile(database);
      await moveIn();
    } else {
      const { restorePostgres } = await import('../database/copies/postgres-restore.ts');
      const { migrations, columns } = head;
      const emptied = keepSessions ? [] : [sessions];
      await restorePostgres(databaseUrl, { migrations, columns, rows: manifest.rows, emptied }, extract, moveIn);
    }
  } catch (error) {
    for (const name of moved) await rm(path.join(dataFolder, name), { recursive: true, force: true });
    await store?.removeAdded();
    throw explainFailure(error, dataFolder);
  } finally {
    await rm(staging, { recursive: true, force: true });
    if (isNew) await rmdir(dataFolder).catch(() => {});
  }
}

type RestoredStore = Pick<FileStorage, 'put'> & { removeAdded(): Promise<void> };

/** Null for the data folder. Throws ExpectedError. */
async function openFileStore(
  { dataFolder, fileStore }: RestorePlace,
  keepFiles: boolean,
): Promise<RestoredStore | null> {
  if (fileStore === null) return null;
  const files = openStorage({ dataFolder, fileStore });
  const present = await listStored(fileStore, files, keepFiles);
  const added: string[] = [];
  return {
    async put(id, source) {
      if (present.has(id)) {
        // Its checksum is compared at the end, as that of every member.
        let size = 0;
        for await (const chunk of source) size += chunk.length;
        if (present.get(id) === size) return { size, sha256: '' };
        throw new ExpectedError(`${describeS3Place(fileStore.place)} has another ${id} than the backup.`);
      }
      added.push(id);
      return files.put(id, source);
    },
    async removeAdded() {
      for (const id of added) await files.remove(id).catch(() => {});
    },
  };
}

/** The sizes of files by ID. Throws ExpectedError if there are some that are not to be kept. */
async function listStored({ place }: S3Store, files: FileStorage, keepFiles: boolean): Promise<Map<string, number>> {
  const present = new Map<string, number>();
  for await (const { id, size } of files.list()) {
    if (!keepFiles)
      throw new ExpectedError(
        `There are files in ${describeS3Place(place)} already. Set FRONTDESK_FILES to an empty place. If they are of this site, and no service uses them, use them with --keep-files. Nothing was restored.`,
      );
    present.set(id, size);
  }
  return present;
}

function isDatabase(name: string): boolean {
  return name === dataEntries.database;
}

async function extractMembers(
  file: TarFile,
  expected: ReadonlyMap<string, string>,
  { staging, files, rows }: { staging: string; files: Pick<FileStorage, 'put'>; rows: RowsTarget | null },
  onProgress?: (bytes: number) => void,
): Promise<void> {
  const members = readBackup(file, { onProgress });
  for (;;) {
    const next = await members.next();
    if (next.done) {
      for (const [name, sum] of expected)
        if (next.value.get(name) !== sum) throw new BackupError('it was changed while it was read');
      return;
    }
    const member = next.value;
    if (member.is === 'database') await write(path.join(staging, dataEntries.database), member.bytes);
    else if (member.is === 'sandbox') await write(path.join(staging, dataEntries.sandbox), member.bytes);
    else if (member.is === 'file') await files.put(member.id, member.bytes);
    else if (member.is === 'rows') await rows?.write(member.table, member.bytes);
  }
}

async function write(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(Readable.from(bytes), createWriteStream(file, { mode: 0o600, flush: true }));
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes)
    throw new ExpectedError(`The disk of ${folder} has too little room: the files alone have ${megabytes(bytes)}.`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function explainFailure(error: unknown, folder: string): unknown {
  if (isDiskFull(error))
    return new ExpectedError(`The disk of ${folder} is full. Nothing was restored.`, { cause: error });
  return error;
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
