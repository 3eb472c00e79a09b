// Opens the configured database.

import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { dataPath, prepareDataFolder } from '../files/data-folder.ts';
import type { Dialect } from './dialect.ts';
import type { Tables } from './tables.ts';

export type Database = {
  /** For transactions and writes. */
  writer: Kysely<Tables>;
  /** For reads: sees committed data and never waits for a writer. On PostgreSQL it is the same pool. */
  reader: Kysely<Tables>;
  dialect: Dialect;
  /** A value that changes with every commit that reads can see. Caches in memory compare it. */
  stamp(): string | number;
  /** Reports that a transaction of this process has committed. */
  noteCommit(): void;
  close(): Promise<void>;
};

/** Loads only the driver that is used, to keep the start fast. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataFolder'>): Promise<Database> {
  // Files and the sandbox use this folder on PostgreSQL too.
  prepareDataFolder(config.dataFolder);
  const opened = config.databaseUrl
    ? (await import('./postgres.ts')).openPostgres(config.databaseUrl)
    : (await import('./sqlite.ts')).openSqlite(dataPath(config.dataFolder, 'database'));
  const close = async (): Promise<void> => {
    await opened.writer.destroy();
    if (opened.reader !== opened.writer) await opened.reader.destroy();
  };
  return { ...opened, close };
}
