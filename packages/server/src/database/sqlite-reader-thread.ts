// What a thread for slow reads does (sqlite-slow-reads.ts): it answers one statement after another.

import type { QueryResult } from 'kysely';
import { connect } from './sqlite-connection.ts';
import { StatementCache } from './sqlite-driver.ts';

export type SlowRead = { file: string; sql: string; parameters: readonly unknown[]; deadline: number };

const statements = new Map<string, StatementCache>();

export function read({ file, sql, parameters, deadline }: SlowRead): QueryResult<unknown> {
  if (Date.now() > deadline) return { rows: [] };
  let cache = statements.get(file);
  if (!cache) {
    cache = new StatementCache(connect(file, { timeout: 5000, readonly: true }));
    statements.set(file, cache);
  }
  return cache.run({ sql, parameters });
}
