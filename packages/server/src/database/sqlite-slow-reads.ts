// Reads that may take long: on a thread once one of their tables has many rows.

import { deserialize } from 'node:v8';
import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type Tinypool from 'tinypool';
import { mapYielding } from '../lib/yield-to-event-loop.ts';
import type { Read } from './sqlite-quick-reads.ts';
import type { read } from './sqlite-reader-thread.ts';
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

// Threads with connections of their own for reads that may take long or return much, so that the event loop goes on. They
// see what is committed, like all reads. Threads start with the first such read and end when there are none.

const limitMs = 10_000;
const threads = 2;
const idleMs = 30_000;

export class SlowReadError extends Error {
  override name = 'SlowReadError';
}

type ReaderThreads = {
  run: Read;
  /** Threads that exist, and reads that wait for one. */
  load(): { readerThreads: number; readsWaiting: number };
  destroy(): Promise<void>;
};

export function readerThreads(file: string, maxMs = limitMs): ReaderThreads {
  let pool: Promise<Tinypool> | null = null;
  let started: Tinypool | null = null;
  return {
    async run({ sql, parameters }): Promise<QueryResult<unknown>> {
      pool ??= startPool();
      const task: Parameters<typeof read>[0] = { file, sql, parameters, deadline: Date.now() + maxMs };
      started = await pool;
      const result: Promise<ReturnType<typeof read>> = started.run(task);
      const { parts, rest } = await inTime(result, maxMs);
      if (parts.length === 0) return { rows: rest };
      const rows = await mapYielding(parts, (part) => deserialize(new Uint8Array(part)) as unknown[]);
      return { rows: [...rows.flat(), ...rest] };
    },
    load: () => ({ readerThreads: started?.threads.length ?? 0, readsWaiting: started?.queueSize ?? 0 }),
    destroy: async () => (await pool)?.destroy(),
  };
}

async function startPool(): Promise<Tinypool> {
  const { default: Tinypool } = await import('tinypool');
  return new Tinypool({
    filename: new URL('./sqlite-reader-thread.ts', import.meta.url).href,
    name: 'read',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
  });
}

/** SQLite cannot be interrupted, so a thread finishes what it has begun; reads whose time is up do not begin. */
async function inTime<Result>(result: Promise<Result>, maxMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SlowReadError(`The read took more than ${maxMs / 1000} seconds`)), maxMs);
  result.catch(() => {});
  try {
    return await Promise.race([result, promise]);
  } finally {
    clearTimeout(timer);
  }
}
