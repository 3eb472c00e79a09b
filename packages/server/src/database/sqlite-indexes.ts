// Indexes on SQLite. Creating one reads the whole table, so a thread does it: reads continue, and writers wait for it
// without blocking.

import { Worker } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import type { IndexDoor } from './live-indexes.ts';

export function sqliteIndexes(file: string, reader: Sqlite.Database): IndexDoor {
  const run = async (statement: string): Promise<void> => {
    const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: { file, statement } });
    await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  };
  return {
    names: async (prefix) =>
      reader
        .prepare(`select name from sqlite_master where type = 'index' and substr(name, 1, ?) = ?`)
        .pluck()
        .all(prefix.length, prefix) as string[],
    create: (name, on) => run(`create index if not exists "${name}" on ${on}`),
    drop: (name) => run(`drop index if exists "${name}"`),
  };
}
