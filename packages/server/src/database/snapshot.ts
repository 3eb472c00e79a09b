// One consistent state of the database, read while others write: for copies of everything.

import type { Compilable } from 'kysely';

export interface Snapshot {
  /** The rows of a query, read a few at a time, so that they need not fit into the memory. */
  rows<Row>(query: Compilable<Row>): AsyncIterable<Row>;
  close(): Promise<void>;
}
