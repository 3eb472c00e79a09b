// What a connection to PostgreSQL saves. A transaction begins together with its first statement, in one round trip, changes
// whose result is not needed travel with the statement after them, and statements that are asked for at once (`Promise.all`)
// travel together, in the order in which they were asked for. Texts that come often are prepared by name, so that each
// connection parses them once and plans them a few times.

import type pg from 'pg';
import { sha256 } from '../lib/crypto.ts';
import type { Observer } from '../telemetry/observer.ts';
import { isInOrder, isUnawaited } from './kept-queries.ts';
import { exchange, type Outcome, type Result, type Statement } from './postgres-exchange.ts';
import type { QueryDeadline } from './query-deadline.ts';

/** How often a text must come before it gets a name: many texts, with lists of any length in them, come once. */
const minUses = 3;
const maxNames = 300;
/** Of an identifier, in PostgreSQL. */
const maxNameLength = 63;
const maxCounted = 3000;

export type StatementNames = {
  of(text: string): string | undefined;
  /** Looks at the error of a statement with a name. Whether the statement may succeed under another name, or without one. */
  noteError(error: unknown): boolean;
};

/**
 * PostgreSQL has no statistics of an index that is for some rows only, and none at all of a new site: it takes what is behind
 * a cursor for a fraction of what there is, and reads and sorts that. These settings leave it the index that has the order.
 */
const followOrder = ['set local enable_sort = off', 'set local enable_bitmapscan = off'];
const endOrder = ['set local enable_bitmapscan to default', 'set local enable_sort to default'];

/**
 * PostgreSQL keeps the plan of a statement, and of the check of a foreign key, until the table is analyzed. When it had a few
 * rows, reading them all was the plan, and remains it for all that come.
 */
const begin = ['begin', 'set local enable_seqscan = off'];

/** How a statement that follows an order begins, outside a transaction. */
export const beginInOrder = ['begin', ...followOrder];

/**
 * The names are the same on all connections, and of the text: behind a proxy that lends sessions to several connections, a
 * session may know a name from another one.
 */
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
      const name = `${generation}_${sha256(text)}`.slice(0, maxNameLength);
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

const ofDatabase = new WeakSet<object>();

/** Notes that an error is the database's: a broken network to another server has the same codes. Returns it. */
export function markOfDatabase(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) ofDatabase.add(error);
  return error;
}

/** Whether this error came from the database or the connection to it. */
export function isOfDatabase(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ofDatabase.has(error);
}

const uncommitted = new WeakSet<object>();

/** Whether this is the error of a transaction whose commit was never sent, so that nothing of it remains. */
export function isUncommitted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && uncommitted.has(error);
}

/** `failure`: why the transaction fails, which is the error of all that travelled together. */
type Sent = { results: Result[]; failure: unknown };

export type RunStatement = (text: string, parameters: readonly unknown[]) => Promise<Result>;

/** Several statements in one text take a kind of message that no other can travel with. */
const hasSeveral = /;\s*\S/;

/** Resolves when all that can go on without an answer has done so, and asked for what it needs. */
const othersAsked = () => new Promise<void>((resolve) => process.nextTick(resolve));

/** For one use of the connection. `observer` is notified of each statement. */
export function runOn(
  client: pg.PoolClient,
  names: StatementNames,
  deadline: QueryDeadline,
  observer: Observer | null,
): RunStatement {
  let state: 'none' | 'due' | 'open' = 'none';
  /** What goes out with the next statement that is waited for. */
  let unsent: Statement[] = [];
  /** Of `unsent`, if one of them is waited for. */
  let sending: Promise<Sent> | null = null;
  /** The error of a statement that was not waited for: those behind it fail because of it. */
  let earlier: { error: unknown } | null = null;
  let isCommitting = false;

  const named = (text: string, values: readonly unknown[] = []): Statement => ({ text, values, name: names.of(text) });

  const send = async (statements: readonly Statement[]): Promise<Outcome> => {
    const startedAt = observer ? performance.now() : 0;
    const outcome = await deadline.watch(client, exchange(client, statements));
    if (observer) report(observer, statements, startedAt, outcome);
    // Its stack would be the driver's, not that of the caller.
    if (outcome.error instanceof Error) Error.captureStackTrace(outcome.error);
    markOfDatabase(outcome.error);
    return outcome;
  };

  /** Beside any transaction: may be sent again under another name. */
  const sendAlone = async (text: string, values: readonly unknown[]): Promise<Result> => {
    const attempt = (): Promise<Outcome> =>
      isInOrder(values) ? sendInOrder(named(text, values)) : send([named(text, values)]);
    let { results, error } = await attempt();
    if (error !== null && names.noteError(error)) ({ results, error } = await attempt());
    if (error !== null) throw error;
    return results[0] as Result;
  };

  const sendInOrder = async (statement: Statement): Promise<Outcome> => {
    const before = beginInOrder.map((text) => named(text));
    const { results, error } = await send([...before, statement, named('commit')]);
    if (error !== null) await send([named('rollback')]);
    return { results: results.slice(before.length), error };
  };

  const sendUnsent = async (): Promise<Sent> => {
    await othersAsked();
    const statements = unsent;
    unsent = [];
    sending = null;
    const last = statements.at(-1)?.text;
    if (last === 'commit') isCommitting = true;
    const { results, error } = await send(statements);
    if (error !== null && results.length < statements.length - 1) earlier ??= { error };
    // A commit does not fail, but ends a transaction that has failed.
    const failure = last === 'rollback' ? error : (earlier?.error ?? error);
    if (failure !== null) {
      // The transaction has failed as a whole, and runs again.
      names.noteError(failure);
      if (!isCommitting) uncommitted.add(failure as object);
    }
    return { results, failure };
  };

  const sendWithOthers = async (statement: Statement): Promise<Result> => {
    const isOrdered = isInOrder(statement.values);
    if (isOrdered) unsent.push(...followOrder.map((text) => named(text)));
    const at = unsent.push(statement) - 1;
    if (isOrdered) unsent.push(...endOrder.map((text) => named(text)));
    sending ??= sendUnsent();
    const { results, failure } = await sending;
    if (failure !== null) throw failure;
    return results[at] as Result;
  };

  const end = async (text: string): Promise<Result> => {
    const wasDue = state === 'due';
    state = 'none';
    if (text === 'rollback') {
      // What was asked for beside what failed may fail too, and a rollback behind it would not run.
      await sending;
      const [first] = unsent;
      unsent = [];
      if (first?.text === 'begin') return emptyResult('ROLLBACK');
    }
    if (wasDue) return emptyResult(text.toUpperCase());
    return sendWithOthers(named(text));
  };

  const runSeveral = async (text: string): Promise<Result> => {
    const last = unsent.pop();
    if (last) await sendWithOthers(last);
    return deadline.watch(client, client.query(text));
  };

  return (text, parameters) => {
    if (text === 'begin') {
      state = 'due';
      isCommitting = false;
      return emptyResult('BEGIN');
    }
    if (text === 'commit' || text === 'rollback') return end(text);
    if (state === 'due') {
      unsent.push(...begin.map((text) => named(text)));
      state = 'open';
    }
    if (parameters.length === 0 && hasSeveral.test(text)) return runSeveral(text);
    if (state === 'none') return sendAlone(text, parameters);
    if (!isUnawaited(parameters)) return sendWithOthers(named(text, parameters));
    unsent.push(named(text, parameters));
    return emptyResult('INSERT');
  };
}

function emptyResult(command: string): Promise<Result> {
  return Promise.resolve({ command, rowCount: 0, rows: [] });
}

/** What is around the statements. */
const frame: ReadonlySet<string> = new Set([...begin, ...beginInOrder, ...endOrder, 'commit']);

function report(
  observer: Observer,
  statements: readonly Statement[],
  startedAt: number,
  { results, error }: Outcome,
): void {
  const ran = statements.slice(0, results.length + 1);
  const last = ran.at(-1);
  const counted = ran.filter((statement) => !frame.has(statement.text) || (error !== null && statement === last));
  if (counted.length > 0) reportTogether(observer, counted, startedAt, error);
  if (error === null && last?.text === 'commit' && !followsOrder(ran)) observer.committed(1, startedAt);
}

/** What travels together ends together: its time is that of the last statement, whose text is followed by the others'. */
function reportTogether(observer: Observer, own: readonly Statement[], startedAt: number, error: unknown): void {
  const others = own.slice(0, -1).map(({ text }) => text);
  const now = performance.now();
  for (const text of others) observer.statementRan(text, now, null);
  observer.statementRan([own.at(-1)?.text, ...others].join('; '), startedAt, error);
}

/** Whether these are a read outside a transaction. */
function followsOrder(statements: readonly Statement[]): boolean {
  return beginInOrder.every((text, index) => statements[index]?.text === text);
}
