// Indexes on PostgreSQL, made while others read and write, on a connection without a deadline.

import pg from 'pg';
import type { IndexDoor } from './live-indexes.ts';

export function postgresIndexes(url: string): IndexDoor {
  const run = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    async names(prefix) {
      const rows = await run<{ name: string }>(
        `select c.relname as "name" from pg_class c join pg_index i on i.indexrelid = c.oid
         where i.indisvalid and c.relnamespace = current_schema()::regnamespace and starts_with(c.relname, $1)`,
        [prefix],
      );
      return rows.map(({ name }) => name);
    },
    async create(name, on) {
      // One that was interrupted is there but not valid.
      await run(`drop index concurrently if exists "${name}"`);
      await run(`create index concurrently "${name}" on ${on}`);
      // The planner knows how the values of an expression are distributed only after this.
      await run('analyze "items"');
    },
    async drop(name) {
      await run(`drop index concurrently if exists "${name}"`);
    },
  };
}
