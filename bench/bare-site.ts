// What bare programs write to a copy of the site: rows like the ones that are there, in groups with one durable commit each.

import type SqliteDatabase from 'better-sqlite3';

export type BareSite = {
  database: SqliteDatabase.Database;
  /** Returns what inserts copies of the first row that meets the condition, with these columns changed. */
  copiesOf(table: string, where: string): (changes: Record<string, unknown>) => void;
  /** Runs `write` in one transaction. */
  inGroup(write: () => void): void;
};

/** Opens a copy of the site. */
export async function openBareSite(file: string): Promise<BareSite> {
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  return {
    database,
    copiesOf: (table, where) => copiesOf(database, table, where),
    inGroup(write) {
      database.exec('begin immediate');
      write();
      database.exec('commit');
    },
  };
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
