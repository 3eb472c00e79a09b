// A connection to the SQLite file, with what all of them have.

import Sqlite from 'better-sqlite3';
import { instantOf } from '../lib/instant.ts';

const mappedBytes = 64 * 1024 * 1024;

/** `mapsNothing`: reads through its cache only. */
export function connect(
  file: string,
  { mapsNothing = false, ...options }: Sqlite.Options & { mapsNothing?: boolean },
): Sqlite.Database {
  const connection = new Sqlite(file, options);
  // Read from the mapped part of the file, which all connections share; each caches only what lies beyond it, and changes.
  connection.pragma(`mmap_size = ${mapsNothing ? 0 : mappedBytes}`);
  connection.pragma('cache_size = -8000');
  connection.function('instantOf', { deterministic: true }, (text) => instantOf(String(text)));
  return connection;
}
