// A PostgreSQL that is frozen, or behind a broken network, keeps its connections open and never answers. Without a
// deadline, a query would wait for the time-out of TCP, a quarter of an hour.

import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Observer } from '../telemetry/observer.ts';
import { runOn, statementNames, streamOf } from './postgres-session.ts';

const deadlineMs = 15_000;

export type QueryDeadline = {
  pool: PostgresPool;
  /** From now on, a query without an answer ends its connection. Before it, migrations may take as long as they need. */
  start(): void;
};

/** `observer` is notified of each statement. */
export function queryDeadline(pool: pg.Pool, observer: Observer | null = null): QueryDeadline {
  let isOn = false;
  const names = statementNames();
  return {
    pool: {
      options: pool.options,
      async connect() {
        const client = await pool.connect();
        const run = runOn(client, names, observer);
        return {
          // biome-ignore lint/suspicious/noExplicitAny: Kysely passes a text and its parameters, and no cursor
          query: (text: any, parameters?: any): any => {
            const answer = run(text, parameters ?? []);
            return isOn ? endLate(client, answer) : answer;
          },
          release: () => client.release(),
        };
      },
      end: () => pool.end(),
    },
    start() {
      isOn = true;
    },
  };
}

/** Ending the connection rejects the query as if the connection had been lost, and the pool drops the client. */
async function endLate<Answer>(client: pg.PoolClient, answer: Promise<Answer>): Promise<Answer> {
  const timer = setTimeout(() => {
    const error = new Error(`The database did not answer within ${deadlineMs / 1000} seconds`);
    streamOf(client).destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }, deadlineMs);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
