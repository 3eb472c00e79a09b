// The statements of a page of items in one order. What is sorted is only keys and IDs; the items are read for the page alone.

import { type SelectQueryBuilder, sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import type { Tables } from '../../database/tables.ts';
import { drafted } from '../model/borrowed-columns.ts';
import { listColumns } from '../model/item-json.ts';
import type { Memo } from '../model/memo.ts';
import { isLinkedAlone, linkedIdOf, linkedKeyOf, linkedWayOf } from './linked-rows.ts';
import { all, conditionsOf, itemsOn, type Path, shapeOf, valuesOf } from './list-conditions.ts';
import { afterCursor, type Cursor, isInIndex, isInPart, type ListOrder, type Part } from './list-order.ts';
import { countKeyed, pathOfPage, slowReader } from './list-paths.ts';
import { type ListContext, type PageRow, type Selection, type Shown, showMembers } from './selection.ts';

/** Up to this number, items are skipped quickly. */
const maxSkipped = 5000;

const queries = keptQueries();

/** At most `limit` items in order: after the cursor if there is one, then `skip` items on. */
export async function readRows(
  ctx: ListContext,
  memo: Memo,
  selection: Selection,
  { cursor, limit, skip, shown }: { cursor: Cursor | null; limit: number; skip: number; shown: Shown },
): Promise<PageRow[]> {
  const path = await pathOfPage(ctx, memo, selection);
  const after = cursor && 'id' in cursor ? cursor : null;
  const read = (part: Part, after: Position | null, limit: number, skip: number) =>
    readPart(ctx, selection, path, part, { after, limit, skip, shown });
  if (!selection.order.nullable) return read('all', after, limit, skip);
  // Items without a key come last. Each part is in the order of the index.
  const keyed = after?.key === null ? [] : await read('keyed', after, limit, skip);
  if (keyed.length === limit) return keyed;
  const isBehind = keyed.length === 0 && skip > 0;
  const rest = isBehind ? Math.max(0, skip - (await countKeyed(ctx, memo, selection))) : 0;
  return [...keyed, ...(await read('unkeyed', after?.key === null ? after : null, limit - keyed.length, rest))];
}

type Position = { key: unknown; id: string };

function readPart(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  part: Part,
  { after, limit, skip, shown }: { after: Position | null; limit: number; skip: number; shown: Shown },
): Promise<PageRow[]> {
  const { order } = selection;
  const { key = null, id = null } = after ?? {};
  const values = valuesOf(ctx, selection);
  // The newest of a list by time are before the cursor: with the earlier of both times, SQLite begins at the cursor.
  const isOlder = order.by === 'date' && order.direction === 'desc' && typeof key === 'string' && key < values.due;
  const read = isFollowed(ctx, selection, path) ? queries.runInOrder : queries.run;
  return read(
    isQuickPage(ctx, selection, path, skip) ? ctx : slowReader(ctx),
    shapeOf(
      ctx,
      selection,
      `page ${order.shape} ${path} ${part} ${after !== null} ${selection.wantsTotal} ${shown && [...shown]}`,
    ),
    { ...values, due: isOlder ? key : values.due, key, id, limit, skip, end: limit + skip },
    () => selectPart(ctx, selection, path, part, { after, shown }),
  );
}

/** Whether the page is looked for along an index of its order. Of a new site, PostgreSQL may take all items for one, and sort them. */
function isFollowed(ctx: ListContext, selection: Selection, path: Path): boolean {
  if (path === 'links') return linkedWayOf(ctx, selection) === 'walked';
  return path === 'order' && isInIndex(selection.order);
}

function isChecked({ tag, category, filters, words }: Selection): boolean {
  return words !== null || filters.length > 0 || tag !== undefined || category !== undefined;
}

/** A path through few items, or along an index without conditions that many items may not meet. */
function isQuickPage(ctx: ListContext, selection: Selection, path: Path, skip: number): boolean {
  const { order } = selection;
  if (path === 'filters') return true;
  if (path === 'links') return (selection.found === 'few' || isLinkedAlone(ctx, selection)) && skip <= maxSkipped;
  if (path === 'search') return order.key !== null;
  return isInIndex(order) && !isChecked(selection) && skip <= maxSkipped;
}

function selectPart(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  part: Part,
  { after, shown }: { after: Position | null; shown: Shown },
) {
  const order = orderOn(ctx, selection, path);
  const key = order.key ?? sql`"found"."rank"`;
  // The best match has the lowest rank, and a descending list starts with it.
  const direction = (order.direction === 'asc') !== (order.key === null) ? 'asc' : 'desc';
  const isAfter = after && afterCursor(order, after);
  const way = path === 'links' ? linkedWayOf(ctx, selection) : null;
  const select = (stored?: 'draft' | 'publish') => {
    const conditions = [
      ...conditionsOf(ctx, selection, path, order, stored),
      ...isInPart(ctx, order, part),
      ...(isAfter ? [() => isAfter] : []),
    ];
    return itemsOn(ctx, selection, path)
      .select(key.as('orderKey'))
      .where((eb) => all(eb, conditions));
  };
  // In the indexes, each stored status is in order by itself; the database merges them.
  const pageFrom = <Row>(read: (stored?: 'draft' | 'publish') => SelectQueryBuilder<Tables, 'items', Row>) => {
    if ((path !== 'order' && way !== 'walked') || selection.status !== 'any') return pageOf(read(), part, direction);
    const sorted = (stored: 'draft' | 'publish') => {
      if (ctx.dialect.sortsParts) return read(stored);
      const first = inOrder(read(stored), part, direction).limit(slot('end')).as('part');
      return ctx.db.selectFrom(first).selectAll() as unknown as ReturnType<typeof read>;
    };
    return pageOf(sorted('draft').unionAll(sorted('publish')), part, direction);
  };
  if (shown === null && !isSorted(selection, path))
    return pageFrom((stored) => select(stored).select(listColumns).select(drafted.as('drafted')));
  const hasTotal = selection.wantsTotal && path === 'search' && part === 'all' && after === null;
  const total = sql<number | null>`${sql.raw(hasTotal ? 'count(*) over ()' : 'null')}`;
  const page = pageFrom((stored) => {
    const id = path === 'links' ? linkedIdOf(selection) : sql.ref<string>('items.id').as('id');
    const found = select(stored).select([id, total.as('total')]);
    return way === 'sorted' ? found.distinct() : found;
  }).as('page');
  return ctx.db
    .selectFrom(page)
    .crossJoin('items')
    .whereRef('items.id', '=', 'page.id')
    .$call((items) => showMembers(items, shown))
    .select(['page.orderKey', 'page.total'])
    .orderBy('page.orderKey', direction)
    .orderBy('page.id', direction);
}

function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  part: Part,
  direction: 'asc' | 'desc',
): SelectQueryBuilder<DB, TB, Row> {
  return inOrder(query, part, direction).limit(slot('limit')).offset(slot('skip'));
}

function inOrder<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  part: Part,
  direction: 'asc' | 'desc',
): SelectQueryBuilder<DB, TB, Row> {
  const byKey = part === 'unkeyed' ? query : query.orderBy(sql.ref('orderKey'), direction);
  return byKey.orderBy(sql.ref('id'), direction);
}

function isSorted(selection: Selection, path: Path): boolean {
  return path === 'search' || path === 'links' || (path === 'filters' && !isOrderedBy(selection));
}

/** Whether the index of the order is also that of a filter. */
function isOrderedBy(selection: Selection): boolean {
  const { index } = selection.order;
  return index !== null && selection.through === null && selection.filters.some((filter) => filter.index === index);
}

/** The order, written so that its index is not used if the items are found in another way. */
function orderOn(ctx: ListContext, selection: Selection, path: Path): ListOrder {
  const { order } = selection;
  if (path === 'links') return { ...order, key: linkedKeyOf(selection) };
  if (path === 'order' || order.key === null || isOrderedBy(selection)) return order;
  return { ...order, key: ctx.dialect.unindexed(order.key) };
}
