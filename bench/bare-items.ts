// The bound for creating items: a bare loop that writes the same rows (the item, its terms, its words) to a copy of the
// site, in groups with one durable commit each.

import path from 'node:path';
import { folder } from './programs.ts';

const durationMs = 1500;

/** Groups are as large as they can get with this many connections. Call while the service is running. */
export async function measureItemGroups(connections: number): Promise<{ of: string; perSecond: number }> {
  const { default: Sqlite } = await import('better-sqlite3');
  const file = path.join(folder, 'bare-items.db');
  const site = new Sqlite(path.join(folder, 'frontdesk.db'), { readonly: true });
  await site.backup(file);
  site.close();
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const sample = database.prepare(`select * from items where type = 'product' limit 1`).get() as Record<
    string,
    unknown
  >;
  const columns = Object.keys(sample);
  const insert = database.prepare(
    `insert into items (${columns.map((name) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
  );
  const terms = database.prepare('select distinct "termId" from "itemTerms" limit 3').pluck().all();
  const insertTerm = database.prepare('insert into "itemTerms" ("itemId", "termId") values (?, ?)');
  const insertNumber = database.prepare('insert into "itemSearchRows" ("itemId") values (?)');
  const insertWords = database.prepare('insert into "itemSearch" (rowid, title, excerpt, body) values (?, ?, ?, ?)');
  const [excerpt, body] = [sample.excerpt, sample.content].map((text) => String(text).toLowerCase());
  let items = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < durationMs) {
    database.exec('begin immediate');
    const numbers: (number | bigint)[] = [];
    for (let index = 0; index < connections; index++) {
      const id = `item_bare${String(items++).padStart(8, '0')}`;
      const own: Record<string, unknown> = {
        id,
        slug: id,
        fields: JSON.stringify({ price: items, sku: id, rank: items }),
      };
      insert.run(columns.map((name) => own[name] ?? sample[name]));
      for (const term of terms) insertTerm.run(id, term);
      numbers.push(insertNumber.run(id).lastInsertRowid);
    }
    for (const number of numbers) insertWords.run(number, `product ${number}`, excerpt, body);
    database.exec('commit');
  }
  const perSecond = (items * 1000) / (performance.now() - startedAt);
  database.close();
  return { of: 'bare groups of the same rows', perSecond };
}
