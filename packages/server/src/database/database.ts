// Opens the configured database.

import { existsSync } from 'node:fs';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Config } from '../config/config.ts';
import { dataPath, prepareDataFolder } from '../storage/data-folder.ts';
import type { DatabaseLoad, DatabaseSize, Dialect, Opened, OpenOptions, Snapshot } from './dialect.ts';
import type { RunTransaction } from './direct-statements.ts';
import { followIndexes } from './live-indexes.ts';
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
  followIndexes(prefix: string, expressions: readonly RawBuilder<unknown>[]): Promise<void>;
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
    followIndexes: (prefix, expressions) => followIndexes(opened.reader, opened.indexes, prefix, expressions),
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

// The clock of the database server, which all processes on it share.

/** How far `now` is ahead of the server's clock, in milliseconds; null if the database has none of its own (SQLite). */
export async function readClockLead({ reader, dialect }: Database, now: () => Date): Promise<number | null> {
  if (!dialect.isShared) return null;
  const before = now().getTime();
  const { rows } = await sql<{ ms: string }>`
    select cast(round(extract(epoch from clock_timestamp()) * 1000) as text) as ms
  `.execute(reader);
  // It was read about halfway.
  return Math.round((before + now().getTime()) / 2 - Number(rows[0]?.ms));
}

// Whether the file of a SQLite database is whole.

const maxFaults = 10;

/** What is wrong with the pages of the file, read from the first to the last; nothing for PostgreSQL, which has tools of its own. */
export async function findDamage({ dialect, reader }: Database): Promise<string[]> {
  if (dialect.name !== 'sqlite') return [];
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.lit(maxFaults)})`.execute(reader);
  return rows.map(({ quick_check: text }) => text).filter((text) => text !== 'ok');
}
