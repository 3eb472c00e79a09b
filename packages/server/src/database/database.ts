// Opens the configured database.

import { existsSync } from 'node:fs';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Config } from '../config/config.ts';
import { dataPath, prepareDataFolder } from '../storage/data-folder.ts';
import type { DatabaseLoad, DatabaseSize } from './database-load.ts';
import type { Dialect, Opened, OpenOptions } from './dialect.ts';
import type { RunTransaction } from './direct-statements.ts';
import { followIndexes } from './live-indexes.ts';
import type { Snapshot } from './snapshot.ts';
import type { Tables } from './tables.ts';

/** What reads the database: contexts can (context/context.ts). */
export type Reader = { db: ReadonlyKysely<Tables>; dialect: Dialect };

/** What writes it. */
export type Writer = { db: Transaction<Tables> & ReadonlyKysely<Tables>; dialect: Dialect };

export type DatabasePlace = Pick<Config, 'databaseUrl' | 'dataFolder'>;

export type Database = {
  /** For writes outside of `transaction`. */
  writer: Kysely<Tables>;
  transaction: RunTransaction;
  /** For reads: sees committed data and never waits for a writer. On PostgreSQL it is the same pool. */
  reader: Kysely<Tables>;
  /** For reads that may take long: they do not hold up others, and have a time limit (Dialect.isTooSlow). */
  slowReader: Kysely<Tables>;
  dialect: Dialect;
  /** A value that changes with every commit that reads can see. Caches in memory compare it. */
  stamp(): string | number;
  /** Reports that a transaction of this process has committed. */
  noteCommit(): void;
  /** Makes the indexes with a prefix exactly these (live-indexes.ts). Outside of transactions only. */
  followIndexes(prefix: string, wanted: readonly RawBuilder<unknown>[]): Promise<void>;
  /** What is committed now, to be read as long as it takes. Close it. */
  openSnapshot(): Promise<Snapshot>;
  /** From now on, a server that does not answer counts as unavailable. Before, migrations may take long. */
  startDeadline(): void;
  /** Whether another process waits to write. On PostgreSQL none has to. */
  othersWait(): boolean;
  /** What it is busy with now. */
  load(): DatabaseLoad;
  /** What it takes on disk. */
  readSize(): Promise<DatabaseSize>;
  close(): Promise<void>;
};

/**
 * Opens the database, and creates it if it is SQLite. Loads only the driver that is used, to keep the start fast.
 */
export async function openDatabase(config: DatabasePlace, options: OpenOptions = {}): Promise<Database> {
  const opened = config.databaseUrl
    ? (await import('./postgres.ts')).openPostgres(config.databaseUrl, { observer: options.observer ?? null })
    : await openSqliteIn(config.dataFolder, options);
  const close = async (): Promise<void> => {
    await opened.slowReader.destroy();
    if (opened.reader !== opened.writer) await opened.reader.destroy();
    // Last: only a connection that may write copies SQLite's log into the file, once no other is open.
    await opened.writer.destroy();
  };
  return {
    ...opened,
    followIndexes: (prefix, wanted) => followIndexes(opened.reader, opened.indexes, prefix, wanted),
    close,
  };
}

async function openSqliteIn(dataFolder: string, options: OpenOptions): Promise<Opened> {
  prepareDataFolder(dataFolder);
  return (await import('./sqlite.ts')).openSqlite(dataPath(dataFolder, 'database'), options);
}

/** Whether there is a database already; on PostgreSQL the server knows. */
export function hasDatabase({ databaseUrl, dataFolder }: DatabasePlace): boolean {
  return databaseUrl !== null || existsSync(dataPath(dataFolder, 'database'));
}

/** Where the database is, for people. */
export function describeDatabase({ databaseUrl, dataFolder }: DatabasePlace): string {
  return databaseUrl === null ? `SQLite in ${dataFolder}` : 'PostgreSQL';
}
