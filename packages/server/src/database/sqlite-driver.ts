// Two Kysely drivers over one SQLite file: a reader, and a writer with group commit.
//
// Group commit: transactions that are waiting at the same time run one after another, each in its own savepoint, between
// one BEGIN IMMEDIATE and one COMMIT. Callers continue after that COMMIT, so "committed" still means on disk, but they
// share the cost of flushing it. Terms: a *turn* is the time one transaction holds the writer; a *group* is all turns
// between BEGIN and COMMIT.

import { setImmediate, setTimeout } from 'node:timers';
import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Observer } from '../telemetry/observer.ts';
import { PostponedChanges, type Query } from './sqlite-postponed.ts';
import type { WaitingWriters } from './waiting-writers.ts';

/** Limits how many turns fail with one COMMIT. */
const maxTurnsPerGroup = 256;
/** How long a group may go on while others join. */
const maxGroupMs = 50;
/** How often the event loop turns without anyone joining before a group is committed. */
const quietTurnsBeforeCommit = 2;
/** How long to wait while another process holds the write lock. */
const lockTimeoutMs = 15_000;
/** Between two tries: an import in another process frees the lock for some ms. */
const pauseMs = 1;
/** How long statements may run one after another before the event loop serves others. */
const maxBusyMs = 10;
/** How many rows are removed from the full-text index before FTS5 writes. It merges the more at once, the more there are. */
const removedRowsPerWrite = 50;

class Connection implements DatabaseConnection {
  readonly #run: (query: CompiledQuery) => Promise<QueryResult<unknown>>;
  /** Whether this connection currently holds the writer. */
  hasTurn = false;

  constructor(run: (query: CompiledQuery, connection: Connection) => Promise<QueryResult<unknown>>) {
    this.#run = (query) => run(query, this);
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(query) as Promise<QueryResult<R>>;
  }

  // biome-ignore lint/correctness/useYield: lists are read in pages, because an open cursor would block the connection
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported on SQLite: read in pages');
  }
}

/** Prepares each statement once per connection. */
export class StatementCache {
  readonly #database: SqliteDatabase.Database;
  readonly #statements = new Map<string, SqliteDatabase.Statement>();
  readonly #observer: Observer | null;

  constructor(database: SqliteDatabase.Database, observer: Observer | null = null) {
    this.#database = database;
    this.#observer = observer;
  }

  run(query: Query): QueryResult<unknown> {
    if (this.#observer === null) return this.runUnobserved(query);
    const startedAt = performance.now();
    try {
      const result = this.runUnobserved(query);
      this.#observer.statementRan(query.sql, startedAt, null);
      return result;
    } catch (error) {
      this.#observer.statementRan(query.sql, startedAt, error);
      throw error;
    }
  }

  runUnobserved(query: Query): QueryResult<unknown> {
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) };
    const { changes } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** The rows of a query, read one by one. */
  rowsOf(query: Query): Iterable<object> {
    if (this.#observer !== null) return this.#observedRows(query, this.#observer);
    return this.#prepare(query.sql).iterate(query.parameters) as Iterable<object>;
  }

  *#observedRows(query: Query, observer: Observer): Iterable<object> {
    const startedAt = performance.now();
    let failure: unknown = null;
    try {
      yield* this.#prepare(query.sql).iterate(query.parameters) as Iterable<object>;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      observer.statementRan(query.sql, startedAt, failure);
    }
  }

  #prepare(sql: string): SqliteDatabase.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    // Lists of IDs create endless new texts; removing the oldest statement bounds the memory.
    if (this.#statements.size >= 1000) this.#statements.delete(this.#statements.keys().next().value as string);
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** For reads: they see the last committed state and never wait for a writer. */
export class SqliteReaderDriver implements Driver {
  readonly #connection: Connection;
  readonly #database: SqliteDatabase.Database;

  constructor(database: SqliteDatabase.Database, run: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.#database = database;
    this.#connection = new Connection(run);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The reader does not support transactions');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    this.#database.close();
  }
}

type Waiter = { isKept: boolean; resolve: () => void; reject: (error: unknown) => void };

type WriterOptions = {
  observer?: Observer | null;
  /** Not together with others (OpenOptions.isBeside). */
  commitsAtOnce?: boolean;
};

/** For durable writes with group commit. A statement outside a transaction is a turn of its own. */
export class SqliteWriterDriver implements Driver {
  readonly #database: SqliteDatabase.Database;
  readonly #statements: StatementCache;
  readonly #postponed: PostponedChanges;
  readonly #waiting: WaitingWriters;
  readonly #observer: Observer | null;
  readonly #commitsAtOnce: boolean;
  readonly #queue: (() => void)[] = [];
  #group: Waiter[] = [];
  #turnTaken = false;
  #commitScheduled = false;
  #begunAt = 0;
  /** When the first statement of this turn of the event loop ran. */
  #busySince: number | null = null;

  constructor(
    database: SqliteDatabase.Database,
    waiting: WaitingWriters,
    { observer = null, commitsAtOnce = false }: WriterOptions = {},
  ) {
    this.#database = database;
    this.#waiting = waiting;
    this.#observer = observer;
    this.#commitsAtOnce = commitsAtOnce;
    this.#statements = new StatementCache(database, observer);
    this.#postponed = new PostponedChanges((query) => this.#statements.run(query));
  }

  /** How many transactions wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection((query, connection) => (connection.hasTurn ? this.#inTurn(query) : this.#alone(query)));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#takeTurn();
    (connection as Connection).hasTurn = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // If this fails, Kysely rolls the turn back.
    if (this.#postponed.isLong) await this.#runPostponed();
    (connection as Connection).hasTurn = false;
    await this.#endTurn(true);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // If the turn failed at its COMMIT, it has already ended.
    if (!(connection as Connection).hasTurn) return;
    (connection as Connection).hasTurn = false;
    await this.#endTurn(false);
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (this.#database.open) {
      this.#commit();
      this.#database.close();
    }
  }

  async #inTurn(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#postponed.isFull) await this.#runPostponed();
    await this.#letOthersRun();
    return this.#run(query);
  }

  async #runPostponed(): Promise<void> {
    const { removed, added } = this.#postponed.take();
    for (const [index, query] of removed.entries()) {
      await this.#letOthersRun();
      this.#statements.run(query);
      if (index % removedRowsPerWrite === removedRowsPerWrite - 1) this.#writeWords();
    }
    for (const query of added) {
      await this.#letOthersRun();
      this.#statements.run(query);
    }
  }

  #writeWords(): void {
    this.#control('savepoint words');
    this.#control('release words');
  }

  #run(query: CompiledQuery): QueryResult<unknown> {
    if (this.#postponed.accepts(query)) {
      this.#postponed.add(query);
      return { rows: [] };
    }
    this.#postponed.runBefore(query);
    return this.#statements.run(query);
  }

  /** Statements answer at once, so that without this a transaction of many would block the event loop until its end. */
  #letOthersRun(): Promise<void> | undefined {
    if (this.#busySince === null) {
      this.#busySince = Date.now();
      setImmediate(() => {
        this.#busySince = null;
      });
      return undefined;
    }
    if (Date.now() - this.#busySince < maxBusyMs) return undefined;
    return othersHaveRun();
  }

  async #alone(query: CompiledQuery): Promise<QueryResult<unknown>> {
    await this.#takeTurn();
    let result: QueryResult<unknown>;
    try {
      result = this.#run(query);
    } catch (error) {
      await this.#endTurn(false);
      throw error;
    }
    await this.#endTurn(true);
    return result;
  }

  /** Waits until all requests that arrive at once have been read: their transactions then run one right after another (decision 0002). */
  async #takeTurn(): Promise<void> {
    if (this.#turnTaken) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else {
      this.#turnTaken = true;
      if (!this.#commitsAtOnce) await othersHaveRun();
    }
    try {
      if (!this.#database.inTransaction) await this.#begin();
      this.#control('savepoint turn');
      this.#postponed.beginTurn();
    } catch (error) {
      this.#passTurn();
      throw error;
    }
  }

  #control(sql: string): void {
    this.#statements.runUnobserved({ sql, parameters: [] });
  }

  /** Another process may be writing: try again, without blocking the event loop. */
  async #begin(): Promise<void> {
    const deadline = Date.now() + lockTimeoutMs;
    let waits = false;
    try {
      for (;;) {
        try {
          this.#control('begin immediate');
          this.#begunAt = performance.now();
          return;
        } catch (error) {
          const isBusy = String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
          if (!isBusy || Date.now() > deadline) throw error;
        }
        if (!waits) this.#waiting.add();
        waits = true;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    } finally {
      if (waits) this.#waiting.remove();
    }
  }

  async #endTurn(isKept: boolean): Promise<void> {
    // After an error such as a full disk, SQLite rolls back the whole group itself.
    if (!this.#database.inTransaction) {
      const error = Object.assign(new Error('The database rolled back the transaction'), {
        code: 'SQLITE_ABORT_ROLLBACK',
      });
      this.#postponed.forget();
      this.#settleGroup(error);
      this.#passTurn();
      throw error;
    }
    try {
      if (!isKept) this.#control('rollback to turn');
      this.#control('release turn');
      if (!isKept) this.#postponed.rollBackTurn();
    } catch (error) {
      this.#passTurn();
      throw error;
    }
    const committed = new Promise<void>((resolve, reject) => this.#group.push({ isKept, resolve, reject }));
    this.#passTurn();
    await committed;
  }

  #passTurn(): void {
    if (this.#commitsAtOnce || this.#isFull) this.#commit();
    const next = this.#queue.shift();
    if (next) {
      next();
      return;
    }
    this.#turnTaken = false;
    this.#scheduleCommit();
  }

  /** Waits until requests that are arriving have joined the group: a flush takes as long for one as for many. */
  #scheduleCommit(quietTurns = 0): void {
    if (this.#commitScheduled) return;
    this.#commitScheduled = true;
    const { length } = this.#group;
    setImmediate(() => {
      this.#commitScheduled = false;
      // The end of that turn schedules it again.
      if (this.#turnTaken) return;
      const quiet = this.#group.length > length ? 0 : quietTurns + 1;
      if (quiet < quietTurnsBeforeCommit && !this.#isFull) this.#scheduleCommit(quiet);
      else this.#commit();
    });
  }

  get #isFull(): boolean {
    return this.#group.length >= maxTurnsPerGroup || performance.now() - this.#begunAt > maxGroupMs;
  }

  #commit(): void {
    if (!this.#database.open || !this.#database.inTransaction) {
      this.#settleGroup(null);
      return;
    }
    try {
      this.#postponed.run();
      const startedAt = this.#observer ? performance.now() : 0;
      this.#control('commit');
      this.#observer?.committed(this.#group.filter(({ isKept }) => isKept).length, startedAt);
      this.#settleGroup(null);
    } catch (error) {
      this.#postponed.forget();
      if (this.#database.inTransaction) this.#database.exec('rollback');
      this.#settleGroup(error);
    }
  }

  #settleGroup(error: unknown): void {
    const group = this.#group;
    this.#group = [];
    for (const waiter of group) error ? waiter.reject(error) : waiter.resolve();
  }
}

/** Resolves when everything that has arrived in this turn of the event loop has been served. */
function othersHaveRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
