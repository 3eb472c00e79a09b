// Records the queries that this process sends to PostgreSQL: on which connection, and under which name.

import pg from 'pg';

export type SentQuery = { client: pg.Client; text: string; values: readonly unknown[]; name: string | undefined };

/** Calls `note` with each query. Returns what undoes it. */
export function recordQueries(note: (query: SentQuery) => void): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, given: string | pg.QueryConfig, ...rest: unknown[]) {
    const { text, values, name } =
      typeof given === 'string' ? { text: given, values: rest[0] as unknown[] | undefined } : given;
    note({ client: this, text, values: values ?? [], name });
    return Reflect.apply(query, this, [given, ...rest]);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}
