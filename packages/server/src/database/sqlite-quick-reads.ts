// Reads on the event loop's thread. A page with more text than can be read quickly is left to a reader thread.

import type { CompiledQuery, QueryResult } from 'kysely';
import type { StatementCache } from './sqlite-driver.ts';

export type Read = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

const maxLength = 2 * 1024 * 1024;

/** `runOnThread` reads pages that are too large for here. */
export function quickReads(statements: StatementCache, runOnThread: Read): Read {
  return async (query) => {
    if (!/ limit /.test(query.sql)) return statements.run(query);
    const rows: object[] = [];
    let length = 0;
    for (const row of statements.rowsOf(query)) {
      if (length > maxLength) return runOnThread(query);
      rows.push(row);
      length += textLength(row);
    }
    return { rows };
  };
}

/** The characters in the texts of a row. */
export function textLength(row: object): number {
  let length = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  return length;
}
