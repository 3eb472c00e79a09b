// Totals and deep pages of lists without conditions, from the number of items of each day (decision 0079), so that they
// take no longer with more items.

import { sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import type { Known } from '../model/known.ts';
import { hasStatus, isOfType, mayReadAll, storedStatuses } from '../model/visibility.ts';
import type { Places } from './list-places.ts';
import type { ListContext, Selection } from './selection.ts';

const queries = keptQueries();

/** Whether the list depends on type and status only. Scheduled items are stored as published, and are few. */
export function isCounted(ctx: ListContext, { type, status, tag, category, filters, words }: Selection): boolean {
  const isWhole = tag === undefined && category === undefined && filters.length === 0 && words === null;
  return isWhole && status !== 'scheduled' && (mayReadAll(ctx, type) || status === 'publish');
}

/** The number of items of a list that `isCounted`. */
export async function countAll(ctx: ListContext, selection: Selection): Promise<number> {
  const { type, status, now } = selection;
  const [row] = await queries.run(ctx, `total ${type} ${status}`, { type, now }, () =>
    countsOf(ctx, selection).select(
      sql<number>`coalesce(sum("count"), 0) - ${scheduledOf(ctx, selection)}`.as('count'),
    ),
  );
  return Number(row?.count);
}

/** Adds the places at which days begin in a list by time that `isCounted`. */
export function addDays(ctx: ListContext, known: Known, selection: Selection, places: Places): Promise<void> {
  const { type, status, now, name, order } = selection;
  return known.value(`days ${order.shape} ${name}`, async () => {
    const rows = await queries.run(ctx, `days ${order.direction} ${type} ${status}`, { type, now }, () =>
      countsOf(ctx, selection)
        .select((eb) => ['day', eb.fn.sum<number>('count').as('count'), scheduledOf(ctx, selection).as('scheduled')])
        .groupBy('day')
        .orderBy('day', order.direction),
    );
    const isAscending = order.direction === 'asc';
    let skip = isAscending ? 0 : -Number(rows[0]?.scheduled);
    for (const { day, count } of rows) {
      skip += Number(count);
      // Scheduled items come after all others in time.
      const isPast = status !== 'publish' || (isAscending ? day < now.slice(0, 10) : day <= now);
      // Times of the day begin with it, and are less than it with `~`.
      if (isPast && skip > 0) places.add({ skip, key: isAscending ? `${day}~` : day, id: '' });
    }
  });
}

function countsOf(ctx: ListContext, { status }: Selection) {
  const counts = ctx.db.selectFrom('itemCounts').where('type', '=', slot('type'));
  return counts.where('status', 'in', storedStatuses(status));
}

/** How many of the items that are counted are not in the list yet. */
function scheduledOf(ctx: ListContext, { type, status }: Selection) {
  if (status !== 'publish') return sql<number>`0`;
  const items = ctx.db.selectFrom('items').where(isOfType(type));
  const scheduled = items.where(hasStatus('scheduled', slot('now'))).select((eb) => eb.fn.countAll().as('count'));
  return sql<number>`${scheduled}`;
}
