// Records how this process sends queries to PostgreSQL: on which connection, under which name, and behind which others.

import pg from 'pg';

export type SentQuery = { client: pg.Client; text: string; name: string | undefined; waiting: number };

/** Calls `note` with each query; `waiting` counts those before it on its connection that have no answer yet. Returns what undoes it. */
export function recordQueries(note: (query: SentQuery) => void): () => void {
  const { query } = pg.Client.prototype;
  const waiting = new WeakMap<pg.Client, number>();
  const add = (client: pg.Client, difference: number) => waiting.set(client, (waiting.get(client) ?? 0) + difference);
  pg.Client.prototype.query = function (this: pg.Client, given: string | pg.QueryConfig, ...rest: unknown[]) {
    const { text, name } = typeof given === 'string' ? { text: given, name: undefined } : given;
    note({ client: this, text, name, waiting: waiting.get(this) ?? 0 });
    add(this, 1);
    const answer = Reflect.apply(query, this, [given, ...rest]) as Promise<unknown>;
    const end = () => void add(this, -1);
    answer.then(end, end);
    return answer;
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}
