// Reads that may take long, on threads with connections of their own, so that the event loop goes on. They see what is
// committed, like all reads. Threads start with the first such read and end when there are none.

import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type Tinypool from 'tinypool';
import type { read } from './sqlite-reader-thread.ts';

const limitMs = 10_000;
const threads = 2;
const idleMs = 30_000;
/** Rows of a table up to which every read of it takes less than 50 ms. A thread would only make it slower. */
const maxQuickRows = 20_000;
/** Tables that grow with use. */
const growing = /"(items|submissions|contacts|invoices|payments|refunds|deliveries|events|media|terms)"/g;
const sizeForMs = 10_000;

export class SlowReadError extends Error {
  override name = 'SlowReadError';
}

/** `runHere` reads on this thread. */
export function slowReads(
  file: string,
  connection: SqliteDatabase.Database,
  runHere: (query: CompiledQuery) => QueryResult<unknown>,
  maxMs = limitMs,
): Driver {
  const isSmall = smallness(connection);
  let pool: Promise<Tinypool> | null = null;
  const run = async (query: CompiledQuery): Promise<QueryResult<unknown>> => {
    if (isSmall(query.sql)) return runHere(query);
    pool ??= startPool();
    const { sql, parameters } = query;
    const task: Parameters<typeof read>[0] = { file, sql, parameters, deadline: Date.now() + maxMs };
    return inTime((await pool).run(task), maxMs);
  };
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

/** Whether every read of the tables in a statement is quick. Looked at now and then: tables grow slowly compared with this. */
function smallness(connection: SqliteDatabase.Database): (sql: string) => boolean {
  const sizes = new Map<string, { rows: number; readAt: number }>();
  const isSmall = (table: string): boolean => {
    let size = sizes.get(table);
    if (!size || (size.rows <= maxQuickRows && performance.now() - size.readAt > sizeForMs)) {
      const rows = Number(connection.prepare(`select max(rowid) from ${table}`).pluck().get() ?? 0);
      size = { rows, readAt: performance.now() };
      sizes.set(table, size);
    }
    return size.rows <= maxQuickRows;
  };
  return (sql) => new Set(sql.match(growing)).values().every(isSmall);
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
