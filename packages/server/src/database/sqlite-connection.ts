// A connection to the SQLite file, with what all of them have.

import Sqlite from 'better-sqlite3';
import { instantOf } from '../lib/instant.ts';

export function connect(file: string, options: Sqlite.Options): Sqlite.Database {
  const connection = new Sqlite(file, options);
  connection.pragma('cache_size = -32000');
  connection.pragma('mmap_size = 268435456');
  connection.function('instantOf', { deterministic: true }, (text) => instantOf(String(text)));
  return connection;
}
