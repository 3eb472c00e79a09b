// The bound for creating items: a bare loop that writes the same rows to a copy of the site, in groups with one durable
// commit each.

import path from 'node:path';
import { folder } from './programs.ts';

const groupSize = 32;
const durationMs = 1500;

export async function measureItemGroups(): Promise<{ of: string; perSecond: number }> {
  const { default: Sqlite } = await import('better-sqlite3');
  const file = path.join(folder, 'bare-items.db');
  const site = new Sqlite(path.join(folder, 'frontdesk.db'), { readonly: true });
  await site.backup(file);
  site.close();
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const sample = database.prepare('select * from items limit 1').get() as Record<string, unknown>;
  const columns = Object.keys(sample);
  const insert = database.prepare(
    `insert into items (${columns.map((name) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
  );
  const insertNumber = database.prepare('insert into "itemSearchRows" ("itemId") values (?)');
  const insertWords = database.prepare('insert into "itemSearch" (rowid, title, excerpt, body) values (?, ?, ?, ?)');
  const words = String(sample.excerpt).toLowerCase();
  let items = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < durationMs) {
    database.exec('begin immediate');
    for (let index = 0; index < groupSize; index++) {
      const id = `item_bare${items++}`;
      insert.run(columns.map((name) => (name === 'id' || name === 'slug' ? id : sample[name])));
      const { lastInsertRowid } = insertNumber.run(id);
      insertWords.run(lastInsertRowid, `product ${items}`, words, words);
    }
    database.exec('commit');
  }
  const perSecond = (items * 1000) / (performance.now() - startedAt);
  database.close();
  return { of: 'bare groups of the same rows', perSecond };
}
