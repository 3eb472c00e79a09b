// The rows of a new item: the item, its terms, its words. They differ as those of the service do: each item has words, terms
// and values of its own, and comes last in the orders of time.

import { newId } from '../packages/server/src/lib/ids.ts';
import type { BareSite } from './bare-site.ts';
import { item } from './sample-site.ts';

/** Items from this number on are in neither the site nor a copy of it. */
const firstNumber = 1_000_000;

/** Returns what writes one item for each number. */
export function itemWriter({ database, copiesOf }: BareSite): (numbers: readonly number[]) => void {
  const insert = copiesOf('items', `type = 'product'`);
  const insertTerm = database.prepare('insert into "itemTerms" ("itemId", "termId") values (?, ?)');
  const insertNumber = database.prepare('insert into "itemSearchRows" ("itemId") values (?)');
  const insertWords = database.prepare('insert into "itemSearch" (rowid, title, excerpt, body) values (?, ?, ?, ?)');
  const terms = new Map(database.prepare('select name, id from terms').raw().all() as [string, string][]);
  return (numbers) => {
    const words = numbers.map((n) => {
      const { title, slug, content, fields, categories, tags } = item(firstNumber + n);
      const id = newId('item');
      const now = new Date().toISOString();
      const times = { publishedAt: now, sortDate: now, createdAt: now, updatedAt: now };
      const foldedFields = JSON.stringify({ sku: fields.sku.toLowerCase() });
      const texts = { title, titleKey: title.toLowerCase(), content, fields: JSON.stringify(fields), foldedFields };
      insert({ id, slug, ...texts, ...times });
      const names = new Set([...categories, ...tags]);
      for (const name of names) insertTerm.run(id, terms.get(name));
      const { lastInsertRowid: row } = insertNumber.run(id);
      return [row, texts.titleKey, [...names].join(' ').toLowerCase(), content.replaceAll(/<\/?p>/g, '').toLowerCase()];
    });
    for (const row of words) insertWords.run(row);
  };
}
