// A snapshot of SQLite: a read transaction on a connection of its own. Writers go on; the log grows until it is closed.

import type { Compilable } from 'kysely';
import { createPauses } from '../lib/yield-to-event-loop.ts';
import type { Snapshot } from './snapshot.ts';
import { connect } from './sqlite-connection.ts';

export function openSqliteSnapshot(file: string): Snapshot {
  const connection = connect(file, { timeout: 5000, readonly: true });
  connection.exec('begin');
  // The transaction sees the state of its first read.
  connection.prepare('select count(*) from sqlite_master').get();
  return {
    async *rows<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      const pause = createPauses();
      for (const row of connection.prepare(sql).iterate(parameters)) {
        yield row as Row;
        await pause();
      }
    },
    async close() {
      connection.close();
    },
  };
}
