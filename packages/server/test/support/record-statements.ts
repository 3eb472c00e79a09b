// Records the statements that the service runs in this process, on either database.

import type { TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { recordQueries } from './record-queries.ts';

export type Statement = { sql: string; parameters: readonly unknown[] };

/** Whether others have committed, and what is read again after any commit: who asks, settings, the versions of content, when the next item appears. */
const afterCommits =
  /^pragma data_version|pg_current_snapshot|from "tokens"|^select (?:"name", cast\("value" as text\) as )?"value" from "settings"|"contentVersion"|min\("next"\."at"\)/;

/** What is around a read that follows the index of an order; how the pool sets up a connection that it opens. */
const aroundReads = /^(?:(?:begin; )?set .*|commit)$/;

/** Without those that depend on the time and on what else is committed, such as the use of a key, or in another database of the server. */
export function countOfRequest(statements: readonly Statement[]): number {
  return statements.filter(({ sql }) => !afterCommits.test(sql) && !aroundReads.test(sql)).length;
}

/** How large tables are, which is looked at now and then (database/sqlite-slow-reads.ts). */
const ofSizes =
  /pragma_table_list|^select (max\(rowid\) from "\w+"|count\(\*\) from \(select 1 from "\w+" limit \d+\))$/;

/** Returns the statements of this process from now on, until the test ends. */
export function recordStatements(t: Pick<TestContext, 'after'>): Statement[] {
  const statements: Statement[] = [];
  const database = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1'));
  database.close();
  const originals = (['all', 'get', 'run', 'iterate'] as const).map((name) => [name, prototype[name]] as const);
  for (const [name, run] of originals)
    prototype[name] = function (this: { source: string; database: { name: string } }, ...parameters: unknown[]) {
      // The payment sandbox has a database of its own, in memory.
      if (this.database.name !== ':memory:' && !ofSizes.test(this.source))
        statements.push({ sql: this.source, parameters: parameters.flat() });
      return run.apply(this, parameters);
    };
  const undo = recordQueries(({ text, values }) => statements.push({ sql: text, parameters: values }));
  t.after(() => {
    for (const [name, run] of originals) prototype[name] = run;
    undo();
  });
  return statements;
}
