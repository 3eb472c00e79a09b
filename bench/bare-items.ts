// The rows of a new item: the item, its terms, its words.

import type { BareSite } from './bare-site.ts';

/** Returns what writes one item for each number. */
export function itemWriter({ database, copiesOf }: BareSite): (numbers: readonly number[]) => void {
  const insert = copiesOf('items', `type = 'product'`);
  const terms = database.prepare('select distinct "termId" from "itemTerms" limit 3').pluck().all();
  const insertTerm = database.prepare('insert into "itemTerms" ("itemId", "termId") values (?, ?)');
  const insertNumber = database.prepare('insert into "itemSearchRows" ("itemId") values (?)');
  const insertWords = database.prepare('insert into "itemSearch" (rowid, title, excerpt, body) values (?, ?, ?, ?)');
  const texts = database.prepare(`select excerpt, content from items where type = 'product' limit 1`).raw().get();
  const [excerpt, body] = (texts as unknown[]).map((text) => String(text).toLowerCase());
  return (numbers) => {
    const rows = numbers.map((n) => {
      const id = `item_bare${String(n).padStart(8, '0')}`;
      insert({ id, slug: id, fields: JSON.stringify({ price: n, sku: id, rank: n }) });
      for (const term of terms) insertTerm.run(id, term);
      return insertNumber.run(id).lastInsertRowid;
    });
    for (const row of rows) insertWords.run(row, `product ${row}`, excerpt, body);
  };
}
