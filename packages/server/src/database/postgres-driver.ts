// Connections of a pool, as Kysely uses them. A statement is sent before those in front of it are answered (`pipeline` of the
// driver), so that a transaction does not wait for its beginning. Texts that come often are prepared by name, so that each
// connection parses them once and plans them a few times.

import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { sha256 } from '../lib/crypto.ts';
import type { Observer } from '../telemetry/observer.ts';
import type { KeptQuery } from './kept-queries.ts';

/**
 * PostgreSQL has no statistics of an index that is for some rows only, and none at all of a new site: it takes what is behind
 * a cursor for a fraction of what there is, and reads and sorts that. These settings leave it the index that has the order.
 */
const followOrder = 'set local enable_sort = off; set local enable_bitmapscan = off';
const endOrder = 'set local enable_bitmapscan to default; set local enable_sort to default';

/**
 * PostgreSQL keeps the plan of a statement, and of the check of a foreign key, until the table is analyzed. When it had a few
 * rows, reading them all was the plan, and remains it for all that come.
 */
const begin = 'begin; set local enable_seqscan = off';

/** How a statement that follows an order begins, outside a transaction. */
export const beginInOrder = `begin; ${followOrder}`;

/** Of a statement, once the server counts as available. */
const deadlineMs = 15_000;

/** What the connections of a pool share. */
type Shared = { names: StatementNames; observer: Observer | null; hasDeadline: boolean };

/** One use of a connection. */
class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #shared: Shared;
  #transaction: 'none' | 'open' | 'committing' = 'none';
  /** Why the transaction has failed. Of the statements behind, PostgreSQL says only that it has. */
  #failure: PostgresError | null = null;

  constructor(client: pg.PoolClient, shared: Shared) {
    this.#client = client;
    this.#shared = shared;
  }

  async executeQuery<R>(query: KeptQuery): Promise<QueryResult<R>> {
    const running = query.followsOrder ? this.#runInOrder(query) : this.#run(query);
    if (!query.isUnawaited || this.#transaction === 'none') return asQueryResult(await running) as QueryResult<R>;
    // The commit fails, and so do the statements before it.
    running.catch(() => {});
    return { rows: [] };
  }

  // biome-ignore lint/correctness/useYield: required by Kysely
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed; a snapshot is');
  }

  begin(): void {
    this.#transaction = 'open';
    this.#failure = null;
    this.#send(begin).catch(() => {});
  }

  /** A transaction in which a statement has failed is rolled back instead, and says so. */
  async commit(): Promise<void> {
    this.#transaction = 'committing';
    const startedAt = performance.now();
    const { command } = await this.#send('commit');
    if (command === 'ROLLBACK') throw this.#failure ?? new AbortedTransactionError();
    this.#transaction = 'none';
    this.#shared.observer?.committed(1, startedAt);
  }

  async rollback(): Promise<void> {
    await this.#send('rollback');
    this.#transaction = 'none';
  }

  /** One whose transaction may still be open is not used again. */
  release(): void {
    this.#client.release(this.#client.getTransactionStatus() !== 'I');
  }

  async #run({ sql, parameters }: CompiledQuery): Promise<pg.QueryResult> {
    const { names, observer } = this.#shared;
    const startedAt = observer ? performance.now() : 0;
    const isAlone = this.#transaction === 'none';
    const send = (): Promise<pg.QueryResult> => this.#send(sql, parameters, names.of(sql));
    try {
      const result = await send().catch((error) => {
        // A transaction runs again as a whole.
        if (names.noteError(error) && isAlone) return send();
        throw error;
      });
      observer?.statementRan(sql, startedAt, null);
      return result;
    } catch (error) {
      observer?.statementRan(sql, startedAt, error);
      throw error;
    }
  }

  async #runInOrder(query: CompiledQuery): Promise<pg.QueryResult> {
    const isAlone = this.#transaction === 'none';
    const before = this.#send(isAlone ? beginInOrder : followOrder);
    const running = this.#run(query);
    await Promise.allSettled([before, running, this.#send(isAlone ? 'commit' : endOrder)]);
    return running;
  }

  async #send(text: string, values: readonly unknown[] = [], name?: string): Promise<pg.QueryResult> {
    const deadline = this.#shared.hasDeadline ? { query_timeout: deadlineMs } : {};
    try {
      return await this.#client.query({ text, values: values as unknown[], ...(name && { name }), ...deadline });
    } catch (error) {
      const failure = new PostgresError(error, this.#transaction === 'open');
      if (this.#transaction === 'none') throw failure;
      this.#failure ??= failure;
      throw this.#failure;
    }
  }
}

/** What PostgreSQL or the connection to it refused. */
export class PostgresError extends Error {
  override name = 'PostgresError';
  readonly code: string | undefined;
  /** Of a transaction whose commit was never sent: nothing of it remains. */
  readonly isUncommitted: boolean;

  constructor(error: unknown, isUncommitted: boolean) {
    const { message, code } = error as { message: string; code?: string };
    super(message);
    this.code = code;
    this.isUncommitted = isUncommitted;
  }
}

export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #shared: Shared;

  constructor(pool: pg.Pool, observer: Observer | null) {
    this.#pool = pool;
    this.#shared = { names: statementNames(), observer, hasDeadline: false };
  }

  /** From now on, an answer that is late ends the connection. Before it, migrations may take as long as they need. */
  startDeadline(): void {
    this.#shared.hasDeadline = true;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    const client = await this.#pool.connect().catch((error) => {
      throw new PostgresError(error, false);
    });
    return new Connection(client, this.#shared);
  }

  /** A statement outside a transaction. */
  async runAlone(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const connection = await this.acquireConnection();
    try {
      return await connection.executeQuery(query as KeptQuery);
    } finally {
      connection.release();
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

/** What Kysely needs to know beside the driver. */
export function dialectOver(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

function asQueryResult({ command, rowCount, rows }: pg.QueryResult): QueryResult<unknown> {
  return changes.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
}

/** How often a text must come before it gets a name: many texts, with lists of any length in them, come once. */
const minUses = 3;
const maxNames = 300;
/** Of an identifier, in PostgreSQL. */
const maxNameLength = 63;
const maxCounted = 3000;

/** Only single statements can be prepared. */
const hasSeveral = /;\s*\S/;

export type StatementNames = {
  of(text: string): string | undefined;
  /** Looks at the error of a statement with a name. Whether the statement may succeed under another name, or without one. */
  noteError(error: unknown): boolean;
};

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
      if (count < minUses || hasSeveral.test(text)) {
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
