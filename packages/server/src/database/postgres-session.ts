// What a connection to PostgreSQL saves. A transaction begins together with its first statement, in one round trip, and
// changes whose result is not needed travel with the statement after them. Texts that come often are prepared by name, so
// that each connection parses them once and plans them a few times.

import type pg from 'pg';
import type { Observer } from '../telemetry/observer.ts';
import { isInOrder, isUnawaited } from './kept-queries.ts';

/** How often a text must come before it gets a name: many texts, with lists of any length in them, come once. */
const minUses = 3;
const maxNames = 300;
const maxCounted = 3000;

export type StatementNames = {
  of(text: string): string | undefined;
  /** Looks at the error of a statement with a name. Whether the statement may succeed under another name, or without one. */
  noteError(error: unknown): boolean;
};

/**
 * PostgreSQL has no statistics of an index that is for some rows only: it takes what is behind a cursor for a fraction of what
 * there is, and reads and sorts that. These settings leave it the index that has the order.
 */
export const beginInOrder = 'begin; set local enable_sort = off; set local enable_bitmapscan = off';

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

const uncommitted = new WeakSet<object>();

/** Whether this is the error of a transaction whose commit was never sent, so that nothing of it remains. */
export function isUncommitted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && uncommitted.has(error);
}

type Answer = { command: string; rows: never[]; rowCount: number };
export type RunStatement = (text: string, parameters: readonly unknown[]) => Promise<pg.QueryResult | Answer>;

/** For one use of the connection, which must be open with `pipeline`. */
export function runOn(client: pg.PoolClient, names: StatementNames, observer: Observer | null = null): RunStatement {
  let state: 'none' | 'due' | 'open' = 'none';
  /** The error of a statement that was not waited for: those behind it fail because of it. */
  let earlier: { error: unknown } | null = null;
  let isCommitting = false;
  const unawaited: Promise<unknown>[] = [];

  const send = (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = parameters.length === 0 ? undefined : names.of(text);
    const values = parameters as unknown[];
    const startedAt = observer ? performance.now() : 0;
    const answer = name === undefined ? client.query(text, values) : client.query({ name, text, values });
    if (observer) reportEnd(observer, text, startedAt, answer);
    if (name === undefined) return answer;
    return answer.catch((error) => {
      // A transaction has failed as a whole, and runs again.
      if (!names.noteError(error) || state === 'open') throw error;
      return send(text, parameters);
    });
  };
  const sendBehind = async (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const answer = send(text, parameters);
    if (text === 'commit') isCommitting = true;
    await Promise.allSettled([answer, ...unawaited.splice(0)]);
    try {
      // A commit does not fail, but ends a transaction that has failed.
      if (earlier && text !== 'rollback') throw earlier.error;
      return await answer;
    } catch (error) {
      if (!isCommitting) uncommitted.add(error as object);
      throw error;
    }
  };
  const dontAwait = (answer: Promise<unknown>): void => {
    unawaited.push(
      answer.catch((error) => {
        earlier ??= { error };
      }),
    );
  };

  const sendInOrder = async (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    writeTogether(client);
    const begun = client.query(beginInOrder);
    const answer = send(text, parameters);
    await Promise.allSettled([begun, answer, client.query('commit')]);
    return answer;
  };

  return (text, parameters) => {
    if (text === 'begin') {
      state = 'due';
      isCommitting = false;
      return Promise.resolve(emptyAnswer('BEGIN'));
    }
    const isEnd = text === 'commit' || text === 'rollback';
    const wasDue = state === 'due';
    if (isEnd) state = 'none';
    if (wasDue && isEnd) return Promise.resolve(emptyAnswer(text.toUpperCase()));
    if (isEnd) return sendBehind(text, parameters);
    if (state === 'none') return isInOrder(parameters) ? sendInOrder(text, parameters) : send(text, parameters);
    writeTogether(client);
    state = 'open';
    if (wasDue) dontAwait(client.query('begin'));
    if (!isUnawaited(parameters)) return sendBehind(text, parameters);
    dontAwait(send(text, parameters));
    return Promise.resolve(emptyAnswer('INSERT'));
  };
}

function reportEnd(observer: Observer, text: string, startedAt: number, answer: Promise<unknown>): void {
  answer.then(
    () => (text === 'commit' ? observer.committed(1, startedAt) : observer.statementRan(text, startedAt, null)),
    (error) => observer.statementRan(text, startedAt, error),
  );
}

function emptyAnswer(command: string): Answer {
  return { command, rows: [], rowCount: 0 };
}

/** What is sent before the next turn of the event loop goes out with one write. */
function writeTogether(client: pg.PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

type Stream = { cork(): void; uncork(): void; destroy(error: Error): void };

/** The socket of the connection, which the driver does not declare. */
export function streamOf(client: pg.PoolClient): Stream {
  return (client as unknown as { connection: { stream: Stream } }).connection.stream;
}
