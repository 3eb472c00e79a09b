// Reads that may take long: on a thread once one of their tables has many rows.

import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Read } from './sqlite-quick-reads.ts';
import type { ReaderThreads } from './sqlite-reader-threads.ts';
import { quickRows } from './tables.ts';

/** Rows of most tables up to which every read takes less than 10 ms. A thread would only make it slower. */
const maxQuickRows = 20_000;
const quotedNames = /"\w+"/g;
const sizeForMs = 10_000;
/** Reads every page of the file. */
const always = /"dbstat"/;

/** `runHere` reads on this thread. */
export function slowReads(connection: SqliteDatabase.Database, runHere: Read, threads: ReaderThreads): Driver {
  const isSmall = smallness(connection);
  const run = (query: CompiledQuery): Promise<QueryResult<unknown>> =>
    isSmall(query.sql) ? runHere(query) : threads.run(query);
  const only: DatabaseConnection = {
    executeQuery: run as DatabaseConnection['executeQuery'],
    // biome-ignore lint/correctness/useYield: like the quick reader, it reads in pages
    async *streamQuery() {
      throw new Error('Streaming is not supported on SQLite: read in pages');
    },
  };
  return {
    init: async () => {},
    acquireConnection: async () => only,
    beginTransaction: async () => {
      throw new Error('The reader does not support transactions');
    },
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: threads.destroy,
  };
}

/** Whether every read of the tables in a statement is quick. Looked at now and then: tables grow slowly compared with this. */
function smallness(connection: SqliteDatabase.Database): (sql: string) => boolean {
  let tables: Map<string, SqliteDatabase.Statement> | null = null;
  const sizes = new Map<string, { rows: number; readAt: number }>();
  const isSmall = (name: string): boolean => {
    tables ??= tablesIn(connection);
    const count = tables.get(name);
    if (!count) return true;
    let size = sizes.get(name);
    if (!size || (size.rows <= maxOf(name) && performance.now() - size.readAt > sizeForMs)) {
      size = { rows: Number(count.get() ?? 0), readAt: performance.now() };
      sizes.set(name, size);
    }
    return size.rows <= maxOf(name);
  };
  return (sql) => !always.test(sql) && new Set(sql.match(quotedNames)).values().every(isSmall);
}

/** By the quoted name of the table. */
function maxOf(name: string): number {
  return quickRows[name.slice(1, -1) as keyof typeof quickRows] ?? maxQuickRows;
}

/** How many rows each table has, about, by its quoted name. Tables of indexes are read through these. */
function tablesIn(connection: SqliteDatabase.Database): Map<string, SqliteDatabase.Statement> {
  const rows = connection.prepare(`select "name", "wr" from pragma_table_list where "type" = 'table'`).all();
  return new Map(
    (rows as { name: string; wr: number }[]).map(({ name, wr }) => {
      const count = wr
        ? `count(*) from (select 1 from "${name}" limit ${maxQuickRows + 1})`
        : `max(rowid) from "${name}"`;
      return [`"${name}"`, connection.prepare(`select ${count}`).pluck()];
    }),
  );
}
