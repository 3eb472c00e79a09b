// Changes of the full-text index that wait for the end of their transaction or the COMMIT of their group. FTS5 writes the
// words it holds in memory at each savepoint, and when a row comes after one with a higher number. So with a savepoint for
// each turn, and with the removal of an older row before each new one, it writes far more than once for the whole group
// (decision 0002).
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

/** What changes the row of this number. */
type Change = { row: number; query: Query; isAdded: boolean };

export class PostponedChanges {
  readonly #run: (query: Query) => void;
  #waiting: Change[] = [];
  #length = 0;
  /** Of what waits, how many changes are of earlier turns, and their length. */
  #earlierCount = 0;
  #earlierLength = 0;
  /** What earlier turns postponed, if it has run within the current one. */
  #earlierRun: Change[] | null = null;

  constructor(run: (query: Query) => void) {
    this.#run = run;
  }

  /** Whether the query changes the index, and so waits. */
  accepts({ sql }: Query): boolean {
    return sql.startsWith(insertion) || sql.startsWith(deletion);
  }

  add(query: Query): void {
    const isAdded = query.sql.startsWith(insertion);
    this.#waiting.push({ row: query.parameters[0] as number, query, isAdded });
    this.#length += isAdded ? lengthOf(query) : removalLength;
  }

  /** Whether what waits would make the COMMIT too long. */
  get isLong(): boolean {
    return this.#length > maxAtCommit;
  }

  /** Whether no more should wait. */
  get isFull(): boolean {
    return this.#length > maxLength;
  }

  /** What waits, for a caller that runs all of it. */
  take(): { removed: Query[]; added: Query[] } {
    const [removed, added] = [new Map<number, Query>(), new Map<number, Query>()];
    for (const { row, query, isAdded } of this.#waiting) {
      if (isAdded) added.set(row, query);
      // A row that still waits need not be added first.
      else if (!added.delete(row)) removed.set(row, query);
    }
    this.#earlierRun ??= this.#waiting.slice(0, this.#earlierCount);
    this.#waiting = [];
    this.#length = 0;
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
    this.#earlierCount = this.#waiting.length;
    this.#earlierLength = this.#length;
    this.#earlierRun = null;
  }

  rollBackTurn(): void {
    this.#waiting = this.#earlierRun ?? this.#waiting.slice(0, this.#earlierCount);
    this.#length = this.#earlierLength;
  }

  forget(): void {
    this.#waiting = [];
    this.#length = 0;
  }
}

function inOrder(rows: Map<number, Query>): Query[] {
  return [...rows].sort(([a], [b]) => a - b).map(([, query]) => query);
}

function lengthOf({ parameters }: Query): number {
  return parameters.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), rowLength);
}
