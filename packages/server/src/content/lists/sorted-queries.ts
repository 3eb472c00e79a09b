// The statements of a page of items that are sorted by several keys. Keys and IDs are sorted; the items are read for the page
// alone.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import type { Tables } from '../../database/tables.ts';
import type { Memo } from '../model/memo.ts';
import { all, conditionsOf, itemsOn, type Path, shapeOf, valuesOf } from './list-conditions.ts';
import { isInIndex, isInPart, type ListOrder, type Part } from './list-order.ts';
import { countKeyed, countWhole, maxSorted, pathOfPage, slowReader } from './list-paths.ts';
import { type ListContext, type PageRow, type Selection, type Shown, showMembers } from './selection.ts';
import { afterKeys, directionOfIds, type Sort, type SortCursor } from './sort-keys.ts';

const queries = keptQueries();

/** One of so many items at least has the first value of a sort, if a page of them is looked for along the second key. */
const commonShare = 50;
/** How many items are looked at for that: ten times as many as a page needs if the value is spread evenly. */
const maxWalked = 10_000;

type Page = { cursor: SortCursor | null; limit: number; skip: number; shown: Shown };

/** At most `limit` items in order: after the cursor if there is one, then `skip` items on. */
export async function readSorted(
  ctx: ListContext,
  memo: Memo,
  selection: Selection,
  sort: Sort,
  page: Page,
): Promise<PageRow[]> {
  const path = await pathOfPage(ctx, memo, selection);
  const read = (part: Part, more: Partial<Page> = {}) =>
    readPart(ctx, selection, sort, path, part, { ...page, ...more });
  if (path !== 'order') return read('all');
  const [first] = sort.keys;
  const common = await readCommon(ctx, memo, selection, sort, page);
  if (common) return common;
  if (!first.nullable) return read('all');
  const { cursor, limit, skip } = page;
  const isUnkeyed = cursor?.keys[0] === null;
  const keyed = isUnkeyed ? [] : await read('keyed');
  if (keyed.length === limit) return keyed;
  const isBehind = keyed.length === 0 && skip > 0;
  const rest = isBehind ? Math.max(0, skip - (await countKeyed(ctx, memo, selection))) : 0;
  const more = { cursor: isUnkeyed ? cursor : null, limit: limit - keyed.length, skip: rest };
  return [...keyed, ...(await read('unkeyed', more))];
}

async function readPart(
  ctx: ListContext,
  selection: Selection,
  sort: Sort,
  path: Path,
  part: Part,
  { cursor, limit, skip, shown }: Page,
): Promise<PageRow[]> {
  const read = path === 'order' && isInIndex(sort.keys[0]) ? queries.runInOrder : queries.run;
  const rows = await read(
    path === 'order' ? slowReader(ctx) : ctx,
    shapeOf(ctx, selection, shapeOfPage(`${path} ${part}`, sort, cursor, shown)),
    { ...slotsOf(ctx, selection, sort, cursor), limit, skip },
    () => {
      const keys = path === 'order' ? sort : unindexed(ctx, sort);
      const [first] = keys.keys;
      const isAfter = cursor && afterKeys(keys, cursor, 0, part);
      const conditions = [...conditionsOf(ctx, selection, path, first), ...isInPart(ctx, first, part)];
      const items = selectKeys(ctx, selection, path, keys).where((eb) =>
        all(eb, [...conditions, ...(isAfter ? [() => isAfter] : [])]),
      );
      const sorted = inOrder(items, keys, '', part).limit(slot('limit')).offset(slot('skip'));
      return showPage(ctx, sorted, keys, shown);
    },
  );
  return withKeys(rows, sort);
}

/**
 * The page, if many items have the first value: sorting them all takes long, and along the index of the second key there are
 * soon enough of them. Null where this is not so.
 */
async function readCommon(
  ctx: ListContext,
  memo: Memo,
  selection: Selection,
  sort: Sort,
  { cursor, limit, skip, shown }: Page,
): Promise<PageRow[] | null> {
  const [first, second] = sort.keys;
  if (second === undefined || !isInIndex(first) || !isInIndex(second) || selection.status === 'any') return null;
  if (skip > 0 || cursor?.keys[1] === null) return null;
  const value = cursor ? cursor.keys[0] : await firstValue(ctx, selection, first);
  if (value === null || !(await isCommon(ctx, memo, selection, first, value))) return null;
  const rows = await queries.runInOrder(
    slowReader(ctx),
    shapeOf(ctx, selection, shapeOfPage('common', sort, cursor, shown)),
    { ...slotsOf(ctx, selection, sort, cursor), key0: value, limit },
    () => {
      const isAfter = cursor && afterKeys(sort, cursor, 1, 'keyed');
      const conditions = [...conditionsOf(ctx, selection, 'order', second), ...isInPart(ctx, second, 'keyed')];
      const items = selectKeys(ctx, selection, 'order', sort).where((eb) =>
        all(eb, [...conditions, ...(isAfter ? [() => isAfter] : [])]),
      );
      const rest: Sort = { by: sort.by, keys: [second, ...sort.keys.slice(2)] };
      const walked = inOrder(items, rest, '', 'keyed', 1).limit(sql.lit(maxWalked)).as('walked');
      const found = ctx.db
        .selectFrom(walked)
        .selectAll()
        .where(sql<SqlBool>`"orderKey0" = ${slot('key0')}`);
      const page = inOrder(found, rest, '', 'keyed', 1).limit(slot('limit'));
      return showPage(ctx, page as unknown as Keys, sort, shown);
    },
  );
  // There may be more of this value, further on or without the second key, or only of the next.
  return rows.length < limit ? null : withKeys(rows, sort);
}

async function firstValue(ctx: ListContext, selection: Selection, order: ListOrder): Promise<unknown> {
  const shape = shapeOf(ctx, selection, `first ${order.shape}`);
  const [row] = await queries.runInOrder(slowReader(ctx), shape, { ...valuesOf(ctx, selection), limit: 1 }, () =>
    itemsOn(ctx, selection, 'order')
      .select(sql`${order.key}`.as('value'))
      .where((eb) => all(eb, [...conditionsOf(ctx, selection, 'order', order), ...isInPart(ctx, order, 'keyed')]))
      .orderBy(sql.ref('value'), order.direction)
      .limit(slot('limit')),
  );
  return row?.value ?? null;
}

/** Whether so many items have this value that a page of them comes soon in any order. */
function isCommon(
  ctx: ListContext,
  memo: Memo,
  selection: Selection,
  order: ListOrder,
  value: unknown,
): Promise<boolean> {
  return memo.lasting(`common ${order.shape} ${JSON.stringify(value)} ${selection.name}`, async () => {
    const whole = await countWhole(ctx, memo, selection);
    if (whole === null) return false;
    const end = Math.max(maxSorted, Math.round(whole / commonShare));
    const shape = shapeOf(ctx, selection, `common ${order.shape}`);
    const [row] = await queries.run(slowReader(ctx), shape, { ...valuesOf(ctx, selection), key0: value, end }, () =>
      itemsOn(ctx, selection, 'order')
        .select('items.id')
        .where((eb) => all(eb, conditionsOf(ctx, selection, 'order', order)))
        .where(sql<SqlBool>`${order.key} = ${slot('key0')}`)
        .limit(sql.lit(1))
        .offset(slot('end')),
    );
    return row !== undefined;
  });
}

function unindexed({ dialect }: ListContext, { by, keys: [first, ...rest] }: Sort): Sort {
  const without = (order: ListOrder): ListOrder =>
    order.key === null ? order : { ...order, key: dialect.unindexed(order.key) };
  return { by, keys: [without(first), ...rest.map(without)] };
}

function shapeOfPage(name: string, { keys }: Sort, cursor: SortCursor | null, shown: Shown): string {
  const shapes = keys.map(({ shape }) => shape);
  return ['sorted', name, ...shapes, cursor?.keys.map((key) => key === null), shown && [...shown]].join(' ');
}

function slotsOf(ctx: ListContext, selection: Selection, sort: Sort, cursor: SortCursor | null) {
  const values = valuesOf(ctx, selection);
  const keys = cursor?.keys ?? [];
  const [{ by, direction }] = sort.keys;
  // As in item-queries.ts: with the earlier of both times, SQLite begins at the cursor.
  const isOlder = by === 'date' && direction === 'desc' && typeof keys[0] === 'string' && keys[0] < (values.due ?? '');
  return {
    ...values,
    ...Object.fromEntries(keys.map((key, index) => [`key${index}`, key])),
    due: isOlder ? keys[0] : values.due,
    id: cursor?.id,
  };
}

function selectKeys(ctx: ListContext, selection: Selection, path: Path, { keys }: Sort) {
  return itemsOn(ctx, selection, path)
    .select('items.id')
    .select(keys.map(({ key }, index) => sql`${key as RawBuilder<unknown>}`.as(`orderKey${index}`)));
}

type Keys = SelectQueryBuilder<Tables, 'items', { id: string }>;

function showPage(ctx: ListContext, page: Keys, sort: Sort, shown: Shown) {
  const items = ctx.db.selectFrom(page.as('page')).crossJoin('items').whereRef('items.id', '=', 'page.id');
  const columns = sort.keys.map((_, index) => sql.ref(`page.orderKey${index}`).as(`orderKey${index}`));
  return inOrder(showMembers(items, shown).select(columns), sort, 'page.', 'all');
}

function withKeys(rows: readonly unknown[], sort: Sort): PageRow[] {
  return (rows as Record<string, unknown>[]).map((row) => {
    const orderKeys = sort.keys.map((_, index) => row[`orderKey${index}`]);
    return { ...(row as PageRow), orderKey: orderKeys };
  });
}

/** `start` is the place of the first of these keys among those of the list. */
function inOrder<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sort: Sort,
  table: 'page.' | '',
  part: Part,
  start = 0,
): SelectQueryBuilder<DB, TB, Row> {
  const sorted = sort.keys.reduce((query, { direction, nullable }, index) => {
    // All have none.
    if (index === 0 && part === 'unkeyed') return query;
    return query.orderBy(sql.ref(`${table}orderKey${start + index}`), (order) => {
      const directed = direction === 'asc' ? order.asc() : order.desc();
      return nullable && (index > 0 || part === 'all') ? directed.nullsLast() : directed;
    });
  }, query);
  return sorted.orderBy(sql.ref(`${table}id`), directionOfIds(sort));
}
