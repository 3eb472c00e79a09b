// Statements that go straight to their connection. Kysely asks a provider of connections for each, in a dozen promises,
// which takes longer than a quick statement of SQLite (decision 0029).

import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type { Tables } from './tables.ts';

type Run = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

class DirectExecutor extends DefaultQueryExecutor {
  readonly #run: Run;

  constructor(compiler: QueryCompiler, adapter: DialectAdapter, connections: ConnectionProvider, run: Run) {
    super(compiler, adapter, connections);
    this.#run = run;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(query) as Promise<QueryResult<R>>;
  }
}

/** For a driver whose connections all run statements with `run`. */
export function kyselyOn(dialect: Dialect, driver: Driver, run: Run): Kysely<Tables> {
  const connections = new DefaultConnectionProvider(driver);
  const executor = new DirectExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), connections, run);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

/** Runs `run` in a transaction, and commits what it did unless it throws. */
export type RunTransaction = <T>(run: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;

/** What one of those who share a transaction has of it. */
export type Share = {
  db: Transaction<Tables>;
  /** Whether it has asked for anything but rows. */
  hasWritten(): boolean;
  /** Refuses what it asks for from now on: what it had begun at once may go on after it failed. */
  end(): void;
};

/** `faultOf`: why a statement must not run, null if it may. */
type Open = (faultOf?: (query: CompiledQuery) => Error | null) => Promise<Share>;

export type Transactions = {
  alone: RunTransaction;
  /** The same for several in one: `run` opens a share for each of them. */
  shared<T>(run: (open: Open) => Promise<T>): Promise<T>;
};

/**
 * Transactions of a driver. Kysely's own run one statement after another, also those that are asked for at once, which can
 * travel together to PostgreSQL.
 */
export function transactionsOf(dialect: Dialect, driver: Driver): Transactions {
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const runOn = async <T>(connection: DatabaseConnection, run: (open: Open) => Promise<T>) => {
    let hasEnded = false;
    const open: Open = async (faultOf = () => null) => {
      let hasWritten = false;
      let isOver = false;
      const execute: Run = (query) => {
        const fault = hasEnded || isOver ? new Error('The transaction has ended') : faultOf(query);
        if (fault) return Promise.reject(fault);
        hasWritten ||= !query.sql.startsWith('select');
        return connection.executeQuery(query);
      };
      const executor = new DirectExecutor(compiler, adapter, { provideConnection: (use) => use(connection) }, execute);
      await driver.beginTransaction(connection, {});
      const db = new Transaction<Tables>({ config: { dialect }, dialect, driver, executor });
      const end = (): void => {
        isOver = true;
      };
      return { db, hasWritten: () => hasWritten, end };
    };
    try {
      const result = await run(open);
      hasEnded = true;
      await driver.commitTransaction(connection);
      return result;
    } catch (error) {
      hasEnded = true;
      // If it fails too, the connection is lost, and the transaction with it: the first error says why.
      await driver.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  };
  const shared: Transactions['shared'] = async (run) => {
    const connection = await driver.acquireConnection();
    try {
      return await runOn(connection, run);
    } finally {
      await driver.releaseConnection(connection);
    }
  };
  return { shared, alone: (run) => shared(async (open) => run((await open()).db)) };
}
