// The complete list of differences between SQLite and PostgreSQL. A new difference is one member here,
// an answer in sqlite.ts and one in postgres.ts, and one conformance test.

import type { Expression, Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import type { Tables } from './tables.ts';

/** The words of one item for the full-text index, already folded and split (lib/text.ts), so that both databases agree. */
export type SearchDocument = { title: string[]; excerpt: string[]; body: string[] };

/** All `words` must occur; `prefix` is the beginning of one more. */
export type SearchQuery = { words: string[]; prefix: string | null };

export interface SearchIndex {
  create(db: Kysely<Tables>): Promise<void>;
  write(db: Kysely<Tables>, itemId: string, document: SearchDocument): Promise<void>;
  remove(db: Kysely<Tables>, itemId: string): Promise<void>;
  /** Rows (itemId, rank) of the items that match; a lower rank is a better match. */
  matches(query: SearchQuery): RawBuilder<{ itemId: string; rank: number }>;
}

/** A database that was opened. See database.ts for what the members are. */
export type Opened = {
  writer: Kysely<Tables>;
  reader: Kysely<Tables>;
  dialect: Dialect;
  stamp(): string | number;
  noteCommit(): void;
};

export interface Dialect {
  name: 'sqlite' | 'postgres';
  /** Column type of text that compares byte by byte. */
  textType: string;
  /** Column type of JSON that comes back exactly as it was written. */
  jsonType: string;
  /** The value at `path` of a JSON column as text, number or boolean (0/1); null where it is absent or of another kind. */
  jsonValue(column: Expression<unknown>, path: string[], as: 'text' | 'number' | 'boolean'): RawBuilder<never>;
  /** Whether the JSON array at `path` holds the text `value`. */
  jsonArrayHas(column: Expression<unknown>, path: string[], value: string): RawBuilder<SqlBool>;
  /** Whether there is a value other than null at `path`, of whatever kind. */
  jsonExists(column: Expression<unknown>, path: string[]): RawBuilder<SqlBool>;
  /** Makes a table `counter` whose one `value` rises in every transaction that changes one of these tables. */
  countChanges(db: Kysely<Tables>, counter: keyof Tables, tables: (keyof Tables)[]): Promise<void>;
  search: SearchIndex;
  /** Locks the selected rows until the transaction ends; on SQLite there is one writer anyway. */
  lockRows<Query extends Lockable>(query: Query, options?: { of?: string; skipLocked?: boolean }): Query;
  /** Keeps the selected rows from being removed until the transaction ends; others may do the same meanwhile. */
  keepRows<Query extends Keepable>(query: Query): Query;
  isUniqueViolation(error: unknown): boolean;
  /** Whether the same transaction may well succeed when it is run again. */
  isRetryable(error: unknown): boolean;
  /** Whether the store itself could not be reached. */
  isUnavailable(error: unknown): boolean;
}

interface Lockable {
  // biome-ignore lint/suspicious/noExplicitAny: the builder narrows it to the tables of the query
  forUpdate(of?: any): this;
  skipLocked(): this;
}

interface Keepable {
  forKeyShare(): this;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
