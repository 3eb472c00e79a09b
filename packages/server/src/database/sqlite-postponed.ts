// Changes of the full-text index that wait for the COMMIT of their group. FTS5 writes the words it holds in memory at each
// savepoint, so that with a savepoint for each turn it writes far more than once for the whole group (decision 0019).
//
// A read of the index runs what waits before it. What has run within a turn that is rolled back is rolled back with it, and
// what earlier turns postponed waits again.

import type { CompiledQuery } from 'kysely';

export type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

const table = '"itemSearch"';
/** Characters of words that may wait, so that the COMMIT does not block the event loop for long. */
const maxLength = 250_000;

export class PostponedChanges {
  readonly #run: (query: Query) => void;
  #waiting: Query[] = [];
  #length = 0;
  /** What waited when the current turn began. */
  #earlier: readonly Query[] = [];

  constructor(run: (query: Query) => void) {
    this.#run = run;
  }

  /** Whether the query changes the index, and so waits. */
  accepts({ sql }: Query): boolean {
    return sql.startsWith(`insert into ${table} `) || sql.startsWith(`delete from ${table} `);
  }

  add(query: Query): void {
    this.#waiting.push(query);
    this.#length += lengthOf(query);
    if (this.#length > maxLength) this.run();
  }

  /** For a query that must see the changes. */
  runBefore({ sql }: Query): void {
    if (this.#waiting.length > 0 && sql.includes(table)) this.run();
  }

  run(): void {
    for (let query = this.#waiting.shift(); query; query = this.#waiting.shift()) this.#run(query);
    this.#length = 0;
  }

  beginTurn(): void {
    this.#earlier = this.#waiting.slice();
  }

  rollBackTurn(): void {
    this.#waiting = [...this.#earlier];
    this.#length = this.#waiting.reduce((sum, query) => sum + lengthOf(query), 0);
  }

  forget(): void {
    this.#waiting = [];
    this.#length = 0;
  }
}

function lengthOf({ parameters }: Query): number {
  return parameters.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
