// Every difference between SQLite and PostgreSQL. To add one, add a member here, implement it in sqlite.ts and
// postgres.ts, and write a conformance test.

import {
  type Compilable,
  type Expression,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import { instantOf } from '../lib/instant.ts';
import type { SearchQuery } from '../lib/search-query.ts';
import type { Observer } from '../telemetry/observer.ts';
import type { RunTransaction } from './direct-statements.ts';
import type { IndexDoor } from './live-indexes.ts';
import type { Tables } from './tables.ts';

/**
 * The words of an item for the full-text index, already folded and split (lib/text.ts) so that both databases agree: one
 * space between two words.
 */
export type SearchDocument = { title: string; excerpt: string; body: string };

export type SearchEntry = { itemId: string; document: SearchDocument };

export interface SearchIndex {
  create(db: Kysely<Tables>): Promise<void>;
  write(db: Kysely<Tables>, itemId: string, document: SearchDocument): Promise<void>;
  /** Like write, for items that are not in the index yet. */
  add(db: Kysely<Tables>, entries: readonly SearchEntry[]): Promise<void>;
  remove(db: Kysely<Tables>, itemId: string): Promise<void>;
  /** A query that looks for something, in the database's own language. */
  textOf(query: SearchQuery): string;
  /** Rows (itemId, rank) of the items that match a `textOf`; a lower rank is a better match. Without `ranked`, all ranks are 0. */
  matches(text: string, options: { ranked: boolean }): RawBuilder<{ itemId: string; rank: number }>;
  /** Whether the item with this ID matches: for items that are read in an order, of which many match. */
  isMatch(text: string, itemId: Expression<unknown>): RawBuilder<SqlBool>;
  /**
   * At most `limit` rows (itemId) of items that match the query, anywhere or with the wanted words in their title, without reading the others. On SQLite
   * they are those that were saved last.
   */
  someMatches(query: SearchQuery, options: { inTitle: boolean; limit: number }): RawBuilder<{ itemId: string }>;
}

export type OpenOptions = {
  /** Is notified of statements and commits. */
  observer?: Observer | null;
  /**
   * For a process that works beside the service, with one transaction after another. On SQLite it commits at once, because a
   * commit that waits for others would hold the lock for nothing, and maps no part of the file into its memory.
   */
  isBeside?: boolean;
};

/** An open database. See database.ts for its members. */
export type Opened = {
  writer: Kysely<Tables>;
  transaction: RunTransaction;
  reader: Kysely<Tables>;
  slowReader: Kysely<Tables>;
  dialect: Dialect;
  stamp(): string | number;
  noteCommit(): void;
  startDeadline(): void;
  othersWait(): boolean;
  indexes: IndexDoor;
  openSnapshot(): Promise<Snapshot>;
  load(): DatabaseLoad;
  readSize(): Promise<DatabaseSize>;
};

/** How values are compared. */
export type Scalar = 'text' | 'number' | 'boolean' | 'instant';

/** What a value is compared with a `jsonValue` as. */
export function operandOf(value: unknown, as: Scalar): unknown {
  if (as === 'instant') return instantOf(String(value));
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Names that are known, which become part of the statement, as indexes need it; or a slot for a `jsonPath`. */
export type JsonPath = string[] | { slot: never };

export interface Dialect {
  name: 'sqlite' | 'postgres';
  /** Whether several processes may serve one database, so that what one of them keeps in memory is not all there is. */
  isShared: boolean;
  /** For text that compares byte by byte, for JSON that is returned exactly as it was written, and for bytes, which are Buffers here. */
  columnTypes: { text: string; json: string; bytes: string };
  /**
   * The value at `path` of a JSON column as text, number, boolean (0/1) or instant (lib/instant.ts); null if it is absent
   * or is something else.
   */
  jsonValue(column: Expression<unknown>, path: JsonPath, as: Scalar): RawBuilder<never>;
  /** A value of `jsonValue`, or what it is compared with, short enough for an index of any text. */
  indexKey(value: Expression<unknown>, as: Scalar): Expression<unknown>;
  /** Whether the JSON array at `path` contains the string `value`. */
  jsonArrayHas(column: Expression<unknown>, path: string[], value: string): RawBuilder<SqlBool>;
  /**
   * The same value, but no index of it is used: the query decides what it goes through. Databases plan without knowing the
   * values, or guess how many rows have them.
   */
  unindexed(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /**
   * What is true of every key that is there. PostgreSQL takes a range with one end for a third of all rows and reads them all,
   * and one with two ends for few.
   */
  otherEnd(key: RawBuilder<unknown>, operator: 'gt' | 'gte' | 'lt' | 'lte', as: Scalar): RawBuilder<SqlBool>;
  /** Whether an index of an expression is read without the rows it leads to. */
  readsKeysAlone: boolean;
  /** Whether a key is not null, so that an index of it is read from the first on that is there. */
  isThere(key: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** Whether the order of a union is also that in which its parts are read; if not, each needs an order and a limit. */
  sortsParts: boolean;
  /** Whether there is a value other than null at `path`. */
  jsonExists(column: Expression<unknown>, path: JsonPath): RawBuilder<SqlBool>;
  /** The path as a value, for names that come with a request. */
  jsonPath(path: string[]): string;
  /** The text of a JSON object with these members, at most 50. */
  jsonObject(members: Record<string, Expression<unknown>>): RawBuilder<string>;
  /** The text of the JSON object in a column with these members only. Those that it does not have are absent or null. */
  jsonMembers(column: Expression<unknown>, names: readonly string[]): RawBuilder<string>;
  /** Rows (key, value) of a JSON object with whole numbers. */
  jsonNumbers(json: string): RawBuilder<{ key: string; value: number }>;
  /**
   * A table with a row (key, value) for each member of a JSON object in a column, and the value as text: true and false as
   * words, lists and objects as JSON. The table is called `entries` in the query.
   */
  jsonEntries(column: Expression<unknown>): {
    entries: RawBuilder<unknown>;
    value: RawBuilder<string | null>;
    /** Null for everything else, such as a text of digits. */
    number: RawBuilder<number | null>;
  };
  search: SearchIndex;
  /** Locks the selected rows until the transaction ends. SQLite has only one writer, so it needs no locks. */
  lockRows<Query extends Lockable>(query: Query): Query;
  /** The same, except that other transactions may use lockKeyShare. For changes, but not for deleting. */
  lockRowsForChange<Query extends Lockable>(query: Query): Query;
  /**
   * Prevents the selected rows from being deleted until the transaction ends. Other transactions may do the same. Several rows
   * are locked `inOrder` of their IDs, so that two transactions cannot deadlock.
   */
  lockKeyShare<Query extends KeyShareLockable>(query: Query, options?: { inOrder?: boolean }): Query;
  /**
   * `condition`, for a query that locks the rows it selects: transactions that use the `key` of a row `alone` and those that
   * share it are served in the order in which they asked. Without it, those that share a row pass those that wait for it,
   * which would wait for ever behind a steady stream.
   */
  inTurn(condition: Expression<SqlBool>, key: Expression<string>, use: 'alone' | 'shared'): Expression<SqlBool>;
  /**
   * Locks values that are not stored yet until the transaction ends: another one that locks one of them in the same space
   * waits. Values of a space may share a lock, so that a transaction has few. Once per transaction, or with the space locked
   * alone in another way: else two could wait for each other.
   */
  lockValues(db: Kysely<Tables>, space: string, values: readonly string[]): Promise<void>;
  /**
   * Until the transaction ends, rows are found one after the other along an index. PostgreSQL plans by how many there were when
   * it last counted, which says nothing about rows that come and go, and those that went fill pages.
   */
  preferIndexes(db: Kysely<Tables>): Promise<void>;
  /** The end of a raw select that locks the rows of `table` and skips rows that others have locked. */
  forUpdateSkipLocked(table: string): RawBuilder<unknown>;
  /** The condition `in (query)`, for a query that depends on the row and has a limit, or whose rows are to be read before others. */
  isOneOf(query: RawBuilder<unknown>): RawBuilder<SqlBool>;
  isUniqueViolation(error: unknown): boolean;
  /** Whether the transaction may succeed if it is run again. */
  isRetryable(error: unknown): boolean;
  /** Whether a slow read exceeded its time. */
  isTooSlow(error: unknown): boolean;
  /** Whether the database could not be reached. */
  isUnavailable(error: unknown): boolean;
  /** Whether our database, and nothing else, ended the work, so that it may succeed soon. */
  isInterrupted(error: unknown): boolean;
}

interface Lockable {
  forUpdate(): this;
  forNoKeyUpdate(): this;
}

interface KeyShareLockable {
  forKeyShare(): this;
  orderBy(order: RawBuilder<unknown>): this;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Names and values in turn, as the functions of both databases take them. */
export function membersOf(members: Record<string, Expression<unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]));
}

// What a database is busy with, for metrics.

export type DatabaseSize = {
  bytes: number;
  /** The write-ahead log of SQLite; null on PostgreSQL, where it belongs to the server. */
  walBytes: number | null;
};

export type DatabaseLoad = {
  /** For the writer of SQLite, or for a connection to PostgreSQL. */
  transactionsWaiting: number;
  /** Long reads, for a thread or a connection of their own. */
  readsWaiting: number;
  /** Null on PostgreSQL. */
  readerThreads: number | null;
  /** None on SQLite. */
  pools: { pool: 'main' | 'slow'; open: number; idle: number; max: number }[];
};

// One consistent state of the database, read while others write: for copies of everything.

export interface Snapshot {
  /** The rows of a query, read a few at a time, so that they need not fit into the memory. */
  rows<Row>(query: Compilable<Row>): AsyncIterable<Row>;
  close(): Promise<void>;
}
