// Connections of a pool, as Kysely uses them. Its own driver takes several promises for each statement, which is more than
// a quick statement takes PostgreSQL.

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
import type { Observer } from '../telemetry/observer.ts';
import type { Result } from './postgres-exchange.ts';
import { markOfDatabase, type RunStatement, runOn, type StatementNames, statementNames } from './postgres-session.ts';
import type { QueryDeadline } from './query-deadline.ts';

/** One use of a connection. */
class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly run: RunStatement;
  #isBroken = false;

  constructor(client: pg.PoolClient, run: RunStatement) {
    this.#client = client;
    this.run = run;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(sql, parameters).then(asQueryResult) as Promise<QueryResult<R>>;
  }

  // biome-ignore lint/correctness/useYield: required by Kysely
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed; a snapshot is');
  }

  discard(): void {
    this.#isBroken = true;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames = statementNames();
  readonly #deadline: QueryDeadline;
  readonly #observer: Observer | null;

  constructor(pool: pg.Pool, deadline: QueryDeadline, observer: Observer | null) {
    this.#pool = pool;
    this.#deadline = deadline;
    this.#observer = observer;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    const client = await this.#pool.connect().catch((error) => {
      throw markOfDatabase(error);
    });
    return new Connection(client, runOn(client, this.#names, this.#deadline, this.#observer));
  }

  /** A statement outside a transaction. */
  async runAlone(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const connection = await this.acquireConnection();
    try {
      return await connection.executeQuery(query);
    } finally {
      connection.release();
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).run('begin', []);
  }

  /** A transaction in which a statement has failed is rolled back instead, and says so. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { command } = await (connection as Connection).run('commit', []);
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await (connection as Connection).run('rollback', []);
    } catch (error) {
      (connection as Connection).discard();
      throw error;
    }
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

function asQueryResult({ command, rowCount, rows }: Result): QueryResult<unknown> {
  return changes.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
}
