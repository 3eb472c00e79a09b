// Opens the database a configuration names.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Dialect } from './dialect.ts';
import type { Tables } from './tables.ts';

export type Database = {
  /** Transactions and writes. */
  writer: Kysely<Tables>;
  /** Reads: never waits for a writer, sees what is committed. On PostgreSQL the same pool. */
  reader: Kysely<Tables>;
  dialect: Dialect;
  /** A value that stays the same only while nothing that reads see has changed: what caches in memory go by. */
  stamp(): string | number;
  /** Says that a transaction of this process has committed. */
  noteCommit(): void;
  close(): Promise<void>;
};

/** Loads only the driver that is used: a start should read nothing it does not need. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataFolder'>): Promise<Database> {
  // Files and the sandbox live there on PostgreSQL too.
  mkdirSync(config.dataFolder, { recursive: true });
  const { writer, reader, dialect, stamp, noteCommit } = config.databaseUrl
    ? (await import('./postgres.ts')).openPostgres(config.databaseUrl)
    : (await import('./sqlite.ts')).openSqlite(path.join(config.dataFolder, 'frontdesk.db'));
  return {
    writer,
    reader,
    dialect,
    stamp,
    noteCommit,
    async close() {
      await writer.destroy();
      if (reader !== writer) await reader.destroy();
    },
  };
}
