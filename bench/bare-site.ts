// Bare loops that write to a copy of the site: rows like the ones that are there, in groups with one durable commit each.

import path from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { folder } from './programs.ts';
import type { Bound } from './row.ts';

const durationMs = 1500;

export type BareSite = {
  database: SqliteDatabase.Database;
  /** Returns what inserts copies of the first row that meets the condition, with these columns changed. */
  copiesOf(table: string, where: string): (changes: Record<string, unknown>) => void;
};

/**
 * Runs `prepare` on a copy of the site, and what it returns for each group of numbers, over and over. Call it while the
 * service is running.
 */
export async function measureGroups(
  size: number,
  prepare: (site: BareSite) => (numbers: readonly number[]) => void,
): Promise<Bound> {
  const { default: Sqlite } = await import('better-sqlite3');
  const file = path.join(folder, 'bare-site.db');
  const site = new Sqlite(path.join(folder, 'frontdesk.db'), { readonly: true });
  await site.backup(file);
  site.close();
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const writeGroup = prepare({ database, copiesOf: (table, where) => copiesOf(database, table, where) });
  const startedAt = performance.now();
  let written = 0;
  for (; performance.now() - startedAt < durationMs; written += size) {
    database.exec('begin immediate');
    writeGroup(Array.from({ length: size }, (_, index) => written + index));
    database.exec('commit');
  }
  const perSecond = (written * 1000) / (performance.now() - startedAt);
  database.close();
  return { of: 'bare groups of the same rows', perSecond };
}

function copiesOf(database: SqliteDatabase.Database, table: string, where: string) {
  const sample = database.prepare(`select * from "${table}" where ${where} limit 1`).get() as Record<string, unknown>;
  const columns = Object.keys(sample);
  const names = columns.map((name) => `"${name}"`).join();
  const insert = database.prepare(`insert into "${table}" (${names}) values (${columns.map(() => '?').join()})`);
  return (changes: Record<string, unknown>): void => {
    insert.run(columns.map((name) => (name in changes ? changes[name] : sample[name])));
  };
}
