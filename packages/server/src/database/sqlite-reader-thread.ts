// What a reader thread does (sqlite-slow-reads.ts): it answers one statement after another.

import { serialize } from 'node:v8';
import { connect } from './sqlite-connection.ts';
import { StatementCache } from './sqlite-driver.ts';
import { textLength } from './sqlite-quick-reads.ts';

export type SlowRead = { file: string; sql: string; parameters: readonly unknown[]; deadline: number };

/** The rows in order. Large parts are bytes in shared memory, which the event loop makes into rows one by one. */
type Rows = { parts: SharedArrayBuffer[]; rest: object[] };

const maxPartLength = 1024 * 1024;

const statements = new Map<string, StatementCache>();

export function read({ file, sql, parameters, deadline }: SlowRead): Rows {
  const rows: Rows = { parts: [], rest: [] };
  if (Date.now() > deadline) return rows;
  let cache = statements.get(file);
  if (!cache) {
    cache = new StatementCache(connect(file, { timeout: 5000, readonly: true }));
    statements.set(file, cache);
  }
  let length = 0;
  for (const row of cache.rowsOf({ sql, parameters })) {
    rows.rest.push(row);
    length += textLength(row);
    if (length <= maxPartLength) continue;
    rows.parts.push(share(serialize(rows.rest)));
    rows.rest = [];
    length = 0;
  }
  return rows;
}

function share(bytes: Buffer): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}
