// Threads with connections of their own for reads that may take long or return much, so that the event loop goes on. They
// see what is committed, like all reads. Threads start with the first such read and end when there are none.

import { deserialize } from 'node:v8';
import type { QueryResult } from 'kysely';
import type Tinypool from 'tinypool';
import { mapYielding } from '../lib/yield-to-event-loop.ts';
import type { Read } from './sqlite-quick-reads.ts';
import type { read } from './sqlite-reader-thread.ts';

const limitMs = 10_000;
const threads = 2;
const idleMs = 30_000;

export class SlowReadError extends Error {
  override name = 'SlowReadError';
}

export type ReaderThreads = {
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
