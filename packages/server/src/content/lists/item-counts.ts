// Totals of lists without conditions, from the number of items of each type and status (decision 0079), so that they take
// no longer with more items.

import { sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { hasStatus, isOfType, mayReadAll, storedStatuses } from '../model/visibility.ts';
import type { ListContext, Selection } from './selection.ts';

const queries = keptQueries();

/** Whether the list depends on type and status only. Scheduled items are stored as published, and are few. */
export function isCounted(ctx: ListContext, { type, status, tag, category, filters, words }: Selection): boolean {
  const isWhole = tag === undefined && category === undefined && filters.length === 0 && words === null;
  return isWhole && status !== 'scheduled' && (mayReadAll(ctx, type) || status === 'publish');
}

/** The number of items of a list that `isCounted`. */
export async function countAll(ctx: ListContext, { type, status, now }: Selection): Promise<number> {
  const [row] = await queries.run(ctx, `total ${type} ${status}`, { type, now }, () => {
    const counts = ctx.db.selectFrom('itemCounts').where('type', '=', slot('type'));
    const stored = counts.where('status', 'in', storedStatuses(status));
    if (status !== 'publish') return stored.select(sql<number>`coalesce(sum("count"), 0)`.as('count'));
    const scheduled = ctx.db
      .selectFrom('items')
      .where(isOfType(type))
      .where(hasStatus('scheduled', slot('now')))
      .select((eb) => eb.fn.countAll().as('count'));
    return stored.select(sql<number>`coalesce(sum("count"), 0) - ${scheduled}`.as('count'));
  });
  return Number(row?.count);
}
