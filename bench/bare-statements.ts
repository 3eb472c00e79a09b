// The bound of a list: its statements alone, each as often as the service runs it, on a connection of their own.

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../packages/server/src/config/config.ts';
import type { KeptQuery } from '../packages/server/src/database/kept-queries.ts';
import { beginInOrder } from '../packages/server/src/database/postgres-driver.ts';
import { connect } from '../packages/server/src/database/sqlite-connection.ts';
import { createService } from '../packages/server/src/service.ts';

type Statement = Pick<KeptQuery, 'sql' | 'parameters' | 'followsOrder'>;

export type BareStatements = {
  /** The statements that the service runs for this request, if it is not the first of its kind. */
  record(url: string, token: string, change: () => Promise<unknown>): Promise<Statement[]>;
  /** Runs them once. */
  run(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
};

type Connection = Pick<BareStatements, 'run' | 'close'>;

type Executing = { getExecutor(): { executeQuery(query: Statement): Promise<unknown> } };

const maxTries = 10;

/** Of every request: the key, and the versions of what responses are kept for. */
const ofEvery = /"(tokens|contentVersion|postTypes)"/;

/** For the database of a service with this environment. */
export async function openBareStatements(environment: Record<string, string>): Promise<BareStatements> {
  const config = { ...readConfig({ ...environment, LOG_LEVEL: 'error' }), rateLimits: false };
  const { app, context } = await createService(config);
  const connection =
    environment.DATABASE_URL === undefined
      ? openSqlite(config.dataFolder)
      : await openPostgres(environment.DATABASE_URL);
  let recorded: Statement[] = [];
  for (const db of [context.db, context.slowDb]) {
    const executor = (db as unknown as Executing).getExecutor();
    const run = executor.executeQuery.bind(executor);
    executor.executeQuery = (query) => {
      recorded.push(query);
      return run(query);
    };
  }
  return {
    async record(url, token, change) {
      const get = () =>
        app.inject({ method: 'GET', url: `/api/v1${url}`, headers: { authorization: `Bearer ${token}` } });
      await get();
      for (let tries = 0; ; tries++) {
        await change();
        // The change is another process's, which this one sees a moment later on PostgreSQL.
        await sleep(tries * 20);
        recorded = [];
        await get();
        const own = recorded.filter(({ sql }) => !ofEvery.test(sql));
        if (own.length > 0 || tries === maxTries) return own;
      }
    },
    run: connection.run,
    async close() {
      await connection.close();
      await app.close();
    },
  };
}

function openSqlite(data: string): Connection {
  const connection = connect(path.join(data, 'frontdesk.db'), { readonly: true });
  const prepared = new Map<string, ReturnType<typeof connection.prepare>>();
  return {
    async run(statements) {
      for (const { sql, parameters } of statements) {
        const statement = prepared.get(sql) ?? connection.prepare(sql);
        prepared.set(sql, statement);
        statement.all(parameters);
      }
    },
    close: async () => void connection.close(),
  };
}

async function openPostgres(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = new Map<string, string>();
  return {
    // Prepared, as the service has them.
    async run(statements) {
      for (const { sql, parameters, followsOrder } of statements) {
        const name = names.get(sql) ?? `bare_${names.size}`;
        names.set(sql, name);
        if (followsOrder) await client.query(beginInOrder);
        await client.query({ name, text: sql, values: [...parameters] });
        if (followsOrder) await client.query('commit');
      }
    },
    close: () => client.end(),
  };
}
