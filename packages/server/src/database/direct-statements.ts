// Statements that go straight to their connection. Kysely asks a provider of connections for each, in a dozen promises,
// which takes longer than a quick statement of SQLite (decision 0002).

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

/**
 * Transactions of a driver. In Kysely's own, statements that are asked for at once wait for each other, which PostgreSQL does
 * not need.
 */
export function transactionsOf(dialect: Dialect, driver: Driver): RunTransaction {
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const runOn = async <T>(connection: DatabaseConnection, run: (transaction: Transaction<Tables>) => Promise<T>) => {
    let hasEnded = false;
    const execute: Run = (query) =>
      hasEnded ? Promise.reject(new Error('The transaction has ended')) : connection.executeQuery(query);
    const executor = new DirectExecutor(compiler, adapter, { provideConnection: (use) => use(connection) }, execute);
    try {
      await driver.beginTransaction(connection, {});
      const result = await run(new Transaction<Tables>({ config: { dialect }, dialect, driver, executor }));
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
  return async (run) => {
    const connection = await driver.acquireConnection();
    try {
      return await runOn(connection, run);
    } finally {
      await driver.releaseConnection(connection);
    }
  };
}
