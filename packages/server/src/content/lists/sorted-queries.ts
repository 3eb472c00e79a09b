// The statement of a page of items that are sorted by several keys. Keys and IDs are sorted; the items are read for the page
// alone.

import { type SelectQueryBuilder, sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import type { Known } from '../response-cache.ts';
import { all, conditionsOf, itemsOn, type Path, shapeOf, valuesOf } from './list-conditions.ts';
import { inBackground, pathOfPage } from './list-paths.ts';
import type { ListContext, Selection } from './selection.ts';
import { type PageRow, type Shown, showMembers } from './shown-columns.ts';
import { afterKeys, directionOfIds, type Sort, type SortCursor } from './sort-keys.ts';

const queries = keptQueries();

type Part = { cursor: SortCursor | null; limit: number; skip: number; shown: Shown };

/** At most `limit` items in order: after the cursor if there is one, then `skip` items on. */
export async function readSorted(
  ctx: ListContext,
  known: Known,
  selection: Selection,
  sort: Sort,
  { cursor, limit, skip, shown }: Part,
): Promise<PageRow[]> {
  const path = await pathOfPage(ctx, known, selection);
  const values = valuesOf(ctx, selection);
  const keys = cursor?.keys ?? [];
  const [{ by, direction }] = sort.keys;
  // As in item-queries.ts: with the earlier of both times, SQLite begins at the cursor.
  const isOlder = by === 'date' && direction === 'desc' && typeof keys[0] === 'string' && keys[0] < (values.due ?? '');
  const shape = [
    'sorted',
    ...sort.keys.map(({ shape }) => shape),
    path,
    cursor && keys.map((key) => key === null),
    shown && [...shown],
  ].join(' ');
  const rows = await queries.run(
    path === 'order' ? inBackground(ctx) : ctx,
    shapeOf(ctx, selection, shape),
    {
      ...values,
      ...Object.fromEntries(keys.map((key, index) => [`key${index}`, key])),
      due: isOlder ? keys[0] : values.due,
      id: cursor?.id,
      limit,
      skip,
    },
    () => selectPage(ctx, selection, path, sort, cursor, shown),
  );
  return (rows as Record<string, unknown>[]).map((row) => {
    const orderKeys = sort.keys.map((_, index) => row[`orderKey${index}`]);
    return { ...(row as PageRow), orderKey: orderKeys };
  });
}

function selectPage(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  given: Sort,
  cursor: SortCursor | null,
  shown: Shown,
) {
  const [first, ...rest] = given.keys.map((order) => {
    const { key } = order;
    return path === 'order' || key === null ? order : { ...order, key: ctx.dialect.unindexed(key) };
  });
  if (first === undefined) throw new Error('A sort has keys');
  const sort: Sort = { by: given.by, keys: [first, ...rest] };
  const conditions = conditionsOf(ctx, selection, path, first);
  const isAfter = cursor && afterKeys(sort, cursor);
  const keys = itemsOn(ctx, selection, path)
    .select('items.id')
    .select(sort.keys.map(({ key }, index) => sql`${key}`.as(`orderKey${index}`)))
    .where((eb) => all(eb, [...conditions, ...(isAfter ? [() => isAfter] : [])]));
  const page = inOrder(keys, sort, '').limit(slot('limit')).offset(slot('skip')).as('page');
  const items = ctx.db.selectFrom(page).crossJoin('items').whereRef('items.id', '=', 'page.id');
  const columns = sort.keys.map((_, index) => sql.ref(`page.orderKey${index}`).as(`orderKey${index}`));
  return inOrder(showMembers(items, shown).select(columns), sort, 'page.');
}

function inOrder<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sort: Sort,
  table: 'page.' | '',
): SelectQueryBuilder<DB, TB, Row> {
  const sorted = sort.keys.reduce(
    (query, { direction, nullable }, index) =>
      query.orderBy(sql.ref(`${table}orderKey${index}`), (order) => {
        const directed = direction === 'asc' ? order.asc() : order.desc();
        return nullable ? directed.nullsLast() : directed;
      }),
    query,
  );
  return sorted.orderBy(sql.ref(`${table}id`), directionOfIds(sort));
}
