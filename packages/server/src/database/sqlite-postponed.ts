// Changes of the full-text index that wait for the end of their transaction or the COMMIT of their group. FTS5 writes the
// words it holds in memory at each savepoint, and when a row comes after one with a higher number. So with a savepoint for
// each turn, and with the removal of an older row before each new one, it writes far more than once for the whole group
// (decision 0019).
//
// A read of the index runs what waits before it. What has run within a turn that is rolled back is rolled back with it, and
// what earlier turns postponed waits again.

import type { CompiledQuery } from 'kysely';

export type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

const table = '"itemSearch"';
const insertion = `insert into ${table} (rowid, `;
const deletion = `delete from ${table} where rowid `;
/** Characters of words that may wait for the COMMIT, which blocks the event loop. */
const maxAtCommit = 100_000;
/** Characters of words that may wait for the end of a transaction. */
const maxLength = 2_000_000;
/** A row takes as long as this many characters, however few it has. */
const rowLength = 250;
/** So does its removal, with the merging that follows. */
const removalLength = 1000;

/** By the number of the row. */
type Waiting = { removed: Map<number, Query>; added: Map<number, Query>; length: number };

export class PostponedChanges {
  readonly #run: (query: Query) => void;
  #waiting: Waiting = noneWaits();
  /** What waited when the current turn began. */
  #earlier: Waiting = noneWaits();

  constructor(run: (query: Query) => void) {
    this.#run = run;
  }

  /** Whether the query changes the index, and so waits. */
  accepts({ sql }: Query): boolean {
    return sql.startsWith(insertion) || sql.startsWith(deletion);
  }

  add(query: Query): void {
    const row = query.parameters[0] as number;
    if (query.sql.startsWith(insertion)) {
      this.#waiting.added.set(row, query);
      this.#waiting.length += lengthOf(query);
      return;
    }
    // A row that still waits need not be added first.
    if (this.#waiting.added.delete(row)) return;
    this.#waiting.removed.set(row, query);
    this.#waiting.length += removalLength;
  }

  /** Whether what waits would make the COMMIT too long. */
  get isLong(): boolean {
    return this.#waiting.length > maxAtCommit;
  }

  /** Whether no more should wait. */
  get isFull(): boolean {
    return this.#waiting.length > maxLength;
  }

  /** What waits, for a caller that runs all of it. */
  take(): { removed: Query[]; added: Query[] } {
    const { removed, added } = this.#waiting;
    this.#waiting = noneWaits();
    return { removed: inOrder(removed), added: inOrder(added) };
  }

  /** For a query that must see the changes. */
  runBefore({ sql }: Query): void {
    if (this.#waiting.length > 0 && sql.includes(table)) this.run();
  }

  run(): void {
    const { removed, added } = this.take();
    for (const query of [...removed, ...added]) this.#run(query);
  }

  beginTurn(): void {
    this.#earlier = copyOf(this.#waiting);
  }

  rollBackTurn(): void {
    this.#waiting = copyOf(this.#earlier);
  }

  forget(): void {
    this.#waiting = noneWaits();
  }
}

function noneWaits(): Waiting {
  return { removed: new Map(), added: new Map(), length: 0 };
}

function copyOf({ removed, added, length }: Waiting): Waiting {
  return { removed: new Map(removed), added: new Map(added), length };
}

function inOrder(rows: Map<number, Query>): Query[] {
  return [...rows].sort(([a], [b]) => a - b).map(([, query]) => query);
}

function lengthOf({ parameters }: Query): number {
  return parameters.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), rowLength);
}
