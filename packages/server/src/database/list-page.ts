// One page of a list, and the number of all its rows unless it is left out: what every list of the API answers.

import { type SelectQueryBuilder, sql } from 'kysely';
import { mapYielding } from '../lib/yield-to-event-loop.ts';

export type PageQuery = { limit?: number | undefined; offset?: number | undefined };
export type Page<Item> = { items: Item[]; total: number };

/** `total: false` leaves out the count, which goes through all rows. */
export type CountedQuery = PageQuery & { total?: boolean | undefined };
export type CountedPage<Item> = { items: Item[]; total: number | null };

/** Runs an ordered query for one page, and counts the rows it finds without limits, unless `total` is false. `describe` makes an item of a row. */
export async function listPage<DB, TB extends keyof DB, Row, Item = Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit = 20, offset = 0, total = true }: CountedQuery,
  describe: (row: Row) => Item = (row) => row as unknown as Item,
): Promise<CountedPage<Item>> {
  const rows = (await query.limit(limit).offset(offset).execute()) as Row[];
  const items = await mapYielding(rows, describe);
  if (!total) return { items, total: null };
  const count = query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>();
  const [counted] = await count.execute();
  return { items, total: counted?.total ?? 0 };
}

/** A page of rows by creation time, the newest first by default. */
export function listByTime<DB, TB extends keyof DB, Row, Item = Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { order = 'desc', ...page }: CountedQuery & { order?: 'asc' | 'desc' | undefined },
  describe?: (row: Row) => Item,
): Promise<CountedPage<Item>> {
  return listPage(query.orderBy(sql.ref('createdAt'), order).orderBy(sql.ref('id'), order), page, describe);
}
