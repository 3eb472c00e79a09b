// A PostgreSQL that is frozen, or behind a broken network, keeps its connections open and never answers. Without a
// deadline, a query would wait for the time-out of TCP, a quarter of an hour.

import type pg from 'pg';

const deadlineMs = 15_000;

export type QueryDeadline = {
  /** From now on, an answer that is late ends the connection. Before it, migrations may take as long as they need. */
  start(): void;
  /** Waits for the answer. The end of the connection rejects it as if the connection had been lost, and the pool drops the client. */
  watch<Answer>(client: pg.PoolClient, answer: Promise<Answer>): Promise<Answer>;
};

export function queryDeadline(): QueryDeadline {
  let isOn = false;
  return {
    start() {
      isOn = true;
    },
    watch: (client, answer) => (isOn ? endLate(client, answer) : answer),
  };
}

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

/** The socket of the connection, which the driver does not declare. */
function streamOf(client: pg.PoolClient): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream;
}
