// The bound for searches never asked before: a bare loop of the same full-text statements on the same connection, with the
// items as JSON.

import path from 'node:path';
import { connect } from '../packages/server/src/database/sqlite-connection.ts';
import { folder } from './programs.ts';

const durationMs = 1500;

const matches = `(select "itemSearchRows"."itemId" as "itemId" from "itemSearch"
  join "itemSearchRows" on "itemSearchRows"."rowId" = "itemSearch".rowid where "itemSearch" match ? limit -1)`;
const price = `case when json_type("items"."fields", '$."price"') in ('integer', 'real')
  then json_extract("items"."fields", '$."price"') end`;

/** `match` is the n-th search, and all prices are at least `minPrice`. */
export function measureSearches(match: (n: number) => string, minPrice: (n: number) => number) {
  const database = connect(path.join(folder, 'frontdesk.db'), { readonly: true });
  const page = database.prepare(
    `select "items"."id", "slug", "title", "excerpt", "fields", "type", "status", "publishedAt", "updatedAt", "total"
     from (select "items"."id", "sortDate" as "key", count(*) over () as "total" from ${matches} as "found"
       cross join "items" where "items"."id" = "found"."itemId" and "items"."type" = 'product'
       and "status" = 'publish' and "sortDate" <= ? and ${price} >= ?
       order by "sortDate" desc, "items"."id" desc limit 21) as "page"
     cross join "items" where "items"."id" = "page"."id" order by "key" desc, "page"."id" desc`,
  );
  let searches = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < durationMs) {
    const rows = page.all(match(searches), new Date().toISOString(), minPrice(searches)) as {
      fields: string;
      total: number;
    }[];
    const items = rows.slice(0, 20).map(({ total: _, ...row }) => ({ ...row, fields: JSON.parse(row.fields) }));
    Buffer.from(JSON.stringify({ items, total: rows[0]?.total ?? 0 }));
    searches++;
  }
  const perSecond = (searches * 1000) / (performance.now() - startedAt);
  database.close();
  return { of: 'bare full-text statements', perSecond };
}
