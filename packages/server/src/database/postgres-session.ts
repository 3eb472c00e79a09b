// What a connection to PostgreSQL saves. A transaction begins together with its first statement, in one round trip. Texts
// that come often are prepared by name, so that each connection parses them once and plans them a few times.

import type pg from 'pg';

/** How often a text must come before it gets a name: many texts, with lists of any length in them, come once. */
const minUses = 3;
const maxNames = 300;
const maxCounted = 3000;

export type StatementNames = {
  of(text: string): string | undefined;
  /** Looks at the error of a statement with a name. Whether the statement may succeed under another name, or without one. */
  noteError(error: unknown): boolean;
};

/** The names are the same on all connections. */
export function statementNames(): StatementNames {
  let names = new Map<string, string>();
  let uses = new Map<string, number>();
  let generation = 0;
  let isOn = true;
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined || !isOn || names.size >= maxNames) return known;
      const count = (uses.get(text) ?? 0) + 1;
      if (count < minUses) {
        if (uses.size >= maxCounted) uses = new Map();
        uses.set(text, count);
        return undefined;
      }
      const name = `${generation}_${names.size}`;
      names.set(text, name);
      uses.delete(text);
      return name;
    },
    noteError(error) {
      if (!isStaleStatement(error)) return false;
      // A migration changed a table, or a proxy moved the session to another server, which does not know the names.
      isOn &&= (error as { code: string }).code === '0A000';
      names = new Map();
      generation++;
      return true;
    },
  };
}

/** Whether a prepared statement no longer fits its tables, or is not the one of this session. */
export function isStaleStatement(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === '0A000') return message === 'cached plan must not change result type';
  return code === '26000' || code === '42P05';
}

type Answer = { command: string; rows: never[]; rowCount: number };
export type RunStatement = (text: string, parameters: readonly unknown[]) => Promise<pg.QueryResult | Answer>;

/** For one use of the connection, which must be open with `pipeline`. */
export function runOn(client: pg.PoolClient, names: StatementNames): RunStatement {
  let state: 'none' | 'due' | 'open' = 'none';

  const send = (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = parameters.length === 0 ? undefined : names.of(text);
    const values = parameters as unknown[];
    const answer = name === undefined ? client.query(text, values) : client.query({ name, text, values });
    if (name === undefined) return answer;
    return answer.catch((error) => {
      // A transaction has failed as a whole, and runs again.
      if (!names.noteError(error) || state === 'open') throw error;
      return send(text, parameters);
    });
  };

  return (text, parameters) => {
    if (text === 'begin') {
      state = 'due';
      return Promise.resolve(emptyAnswer('BEGIN'));
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (state === 'due') {
      state = isEnd ? 'none' : 'open';
      if (isEnd) return Promise.resolve(emptyAnswer(text.toUpperCase()));
      return inOneWrite(client, () => {
        // If it fails, so does the statement behind it.
        client.query('begin').catch(() => {});
        return send(text, parameters);
      });
    }
    if (isEnd) state = 'none';
    return send(text, parameters);
  };
}

function emptyAnswer(command: string): Answer {
  return { command, rows: [], rowCount: 0 };
}

function inOneWrite<Result>(client: pg.PoolClient, send: () => Result): Result {
  const stream = streamOf(client);
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

type Stream = { cork(): void; uncork(): void; destroy(error: Error): void };

/** The socket of the connection, which the driver does not declare. */
export function streamOf(client: pg.PoolClient): Stream {
  return (client as unknown as { connection: { stream: Stream } }).connection.stream;
}
