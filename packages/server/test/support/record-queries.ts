// Records how this process sends queries to PostgreSQL: on which connection, under which name, and behind which others.

import pg from 'pg';
import type { Statement } from '../../src/database/postgres-exchange.ts';

export type SentQuery = { client: pg.Client; text: string; name: string | undefined; waiting: number };

/** Calls `note` with each query; `waiting` counts those before it in the same exchange. Returns what undoes it. */
export function recordQueries(note: (query: SentQuery) => void): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, given: unknown, ...rest: unknown[]) {
    statementsIn(given, rest).forEach(({ text, name }, waiting) => void note({ client: this, text, name, waiting }));
    return Reflect.apply(query, this, [given, ...rest]);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

/** What is passed to the driver's `query`: an exchange of statements, or one statement with or without values. */
export function statementsIn(given: unknown, [values]: readonly unknown[]): readonly Statement[] {
  if (typeof given === 'string') return [{ text: given, values: (values as unknown[]) ?? [], name: undefined }];
  const { statements } = given as { statements?: readonly Statement[] };
  return statements ?? [given as Statement];
}
