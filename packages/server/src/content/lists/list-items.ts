// Lists of items: one statement for the page, and one for the total unless the page is the whole list.

import { type SqlBool, sql } from 'kysely';
import type { Static } from 'typebox';
import { type ReadContext, timeOf } from '../../context.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { type Fault, failQuery } from '../../errors.ts';
import { queryWords } from '../../lib/text.ts';
import { type ListRow, listColumns, listItemJson } from '../items/item-json.ts';
import type { ItemQuerySchema } from '../items/items.schemas.ts';
import type { Known } from '../response-cache.ts';
import type { PostType } from '../types/post-types.ts';
import { hasStatus, type ItemCondition, type ItemsBuilder, mayReadAll, visibleTo } from '../visibility.ts';
import { readFieldFilters } from './field-filters.ts';
import { afterCursor, type Cursor, type ListOrder, readCursor, readOrder, writeCursor } from './list-order.ts';
import { createPlaces, type Place, type Places } from './list-places.ts';
import { addHint } from './parameter-hints.ts';

type Query = Static<typeof ItemQuerySchema>;
/** With the defaults of the schema. */
export type ItemQuery = Query & Required<Pick<Query, 'limit' | 'offset' | 'orderBy' | 'order' | 'status'>>;

/**
 * The list as JSON text: `items`, `total`, and with a cursor `nextCursor`. `query` also contains the filters
 * `fields[…]`. Throws 400 with `faults` and all other faults of the query.
 */
export async function listItems(
  ctx: ReadContext,
  type: PostType,
  query: ItemQuery,
  known: Known,
  faults: Fault[] = [],
): Promise<string> {
  const valid = withoutFaulty(query, faults);
  const search = valid.search?.trim() ?? '';
  const filters = readFieldFilters(ctx, type, valid);
  const order = readOrder(ctx, type, { orderBy: 'date', order: 'desc', ...valid, search });
  const all = [...faults, ...filters.faults, ...('pointer' in order ? [order] : [])];
  if (query.cursor !== undefined && query.offset > 0) {
    all.push({ pointer: 'offset', code: 'not_allowed', detail: 'cannot be combined with `cursor`' });
  }
  if (all.length > 0 || 'pointer' in order) {
    throw failQuery(all.filter(isFirstForParameter).map((fault) => addHint(type, query, fault)));
  }
  const conditions: ItemCondition[] = [
    (eb) => eb('items.type', '=', slot('type')),
    hasStatus(query.status, slot(query.status === 'scheduled' ? 'now' : 'due')),
    visibleTo(ctx, slot('due')),
    ...(query.tag === undefined ? [] : [hasTerm('tag')]),
    ...(query.category === undefined ? [] : [hasTerm('category')]),
    ...filters.conditions.map((condition) => () => condition),
    ...(search === '' || order.key === null ? [] : [matchesSearch(ctx, search)]),
  ];
  const found = order.key === null ? queryWords(search) : null;
  const now = timeOf(ctx);
  const tag = query.tag?.normalize('NFC');
  const category = query.category?.normalize('NFC');
  const isPlain = search === '' && filters.conditions.length === 0;
  const selection: Selection = {
    order,
    conditions,
    found,
    values: { type: type.name, now, due: now, tag, category },
    shape: isPlain ? shapeOf(ctx, query) : null,
  };
  const name = nameOf(type, query);
  const count = () => known.value(`total ${name}`, () => countItems(ctx, selection));
  const places =
    order.key && !order.nullable
      ? await known.value(`places ${order.shape} ${name}`, async () => createPlaces())
      : null;
  return readPage(ctx, query, selection, count, places);
}

/** Names the items of a list, whatever the page and the order. */
function nameOf(type: PostType, query: ItemQuery): string {
  const { limit: _limit, offset: _offset, cursor: _cursor, orderBy: _orderBy, order: _order, ...rest } = query;
  return JSON.stringify([type.name, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The same for all lists without search and filters whose conditions have the same text. */
function shapeOf(ctx: ReadContext, { status, tag, category }: ItemQuery): string {
  return `${mayReadAll(ctx)} ${status} ${tag !== undefined} ${category !== undefined}`;
}

/** The parameters that can be read: one with a fault may even have another type. */
function withoutFaulty(query: ItemQuery, faults: Fault[]): Partial<ItemQuery> {
  const entries = Object.entries(query).filter(([name]) => !faults.some(({ pointer }) => pointer === name));
  return Object.fromEntries(entries);
}

/** A filter that is given several times may have several faults. */
function isFirstForParameter(fault: Fault, index: number, all: Fault[]): boolean {
  return all.findIndex((other) => other.pointer === fault.pointer) === index;
}

/** Only the term itself counts: items of a category's children are not in the category. */
function hasTerm(taxonomy: 'tag' | 'category'): ItemCondition {
  return (eb) =>
    eb(
      'items.id',
      'in',
      eb
        .selectFrom('itemTerms')
        .innerJoin('terms', 'terms.id', 'itemTerms.termId')
        .select('itemTerms.itemId')
        .where('terms.taxonomy', '=', taxonomy)
        .where('terms.slug', '=', slot(taxonomy)),
    );
}

function matchesSearch(ctx: ReadContext, search: string): ItemCondition {
  const words = queryWords(search);
  if (isEmpty(words)) return (eb) => eb.lit(false);
  return () => sql<SqlBool>`items.id in (select "itemId" from ${ctx.dialect.search.matches(words)} as "found")`;
}

function isEmpty(words: { words: string[]; prefix: string | null }): boolean {
  return words.words.length === 0 && words.prefix === null;
}

/** What both statements of a list share. */
type Selection = {
  order: ListOrder;
  conditions: ItemCondition[];
  found: ReturnType<typeof queryWords> | null;
  /** For the slots of the conditions. `due` is the time that published items have reached. */
  values: Record<string, string | undefined> & { now: string; due: string };
  /** Of the conditions; null if their text depends on their values. */
  shape: string | null;
};

const queries = keptQueries();

async function readPage(
  ctx: ReadContext,
  query: ItemQuery,
  selection: Selection,
  count: () => Promise<number>,
  places: Places | null,
): Promise<string> {
  const { order, found } = selection;
  const cursor = query.cursor ? readCursor(order, query.cursor) : null;
  const skip = cursor && 'skip' in cursor ? cursor.skip : query.offset;
  const nothing = found !== null && isEmpty(found);
  const place = cursor ? null : (places?.before(skip) ?? null);
  const rows = nothing
    ? []
    : await readRows(ctx, selection, cursor ?? place, query.limit + 1, skip - (place?.skip ?? 0));
  const page = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const totalKnown = nothing || (!cursor && !hasMore && (page.length > 0 || skip === 0));
  const total = totalKnown ? page.length && skip + page.length : await count();
  const items = page.map((row) => listItemJson(row, selection.values.now)).join(',');
  const last = hasMore ? page.at(-1) : undefined;
  if (last && !cursor) places?.add({ skip: skip + page.length, key: last.orderKey, id: last.id });
  if (query.cursor === undefined) return `{"items":[${items}],"total":${total}}`;
  const end: Cursor | undefined =
    last && (order.key ? { key: last.orderKey, id: last.id } : { skip: skip + page.length });
  const next = end ? writeCursor(order, end) : null;
  return `{"items":[${items}],"total":${total},"nextCursor":${JSON.stringify(next)}}`;
}

function readRows(
  ctx: ReadContext,
  selection: Selection,
  cursor: Cursor | Place | null,
  limit: number,
  skip: number,
): Promise<(ListRow & { orderKey: unknown })[]> {
  const { order, values, shape } = selection;
  const { key = null, id = null } = cursor && 'id' in cursor ? cursor : {};
  // The newest of a list by time are before the cursor: with the earlier of both times, SQLite begins at the cursor.
  const isOlder = order.by === 'date' && order.direction === 'desc' && typeof key === 'string' && key < values.due;
  const cursorShape = id === null ? 'first' : key === null ? 'null' : 'key';
  return queries.run(
    ctx,
    shape && `page ${shape} ${order.shape} ${cursorShape}`,
    { ...values, due: isOlder ? key : values.due, key, id, limit, skip },
    () => selectPage(ctx, selection, cursor),
  );
}

function selectPage(ctx: ReadContext, { order, conditions, found }: Selection, cursor: Cursor | null) {
  const after = cursor && afterCursor(order, cursor);
  const key = order.key ?? sql`"found"."rank"`;
  // The best match has the lowest rank, and a descending list starts with it.
  const ascending = (order.direction === 'asc') !== (order.key === null);
  return itemsFrom(ctx, found)
    .select(listColumns)
    .select(key.as('orderKey'))
    .where((eb) => eb.and([...applyAll(conditions, eb), ...(after ? [after] : [])]))
    .orderBy(key, (by) => {
      const directed = ascending ? by.asc() : by.desc();
      return order.nullable ? directed.nullsLast() : directed;
    })
    .orderBy('items.id', ascending ? 'asc' : 'desc')
    .limit(slot('limit'))
    .offset(slot('skip'));
}

async function countItems(ctx: ReadContext, { conditions, found, values, shape }: Selection): Promise<number> {
  const [row] = await queries.run(ctx, shape && `count ${shape}`, values, () =>
    itemsFrom(ctx, found)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((eb) => eb.and(applyAll(conditions, eb))),
  );
  return Number(row?.count);
}

function applyAll(conditions: ItemCondition[], eb: unknown) {
  return conditions.map((condition) => condition(eb as ItemsBuilder));
}

/** The items, with their rank if sorted by relevance. */
function itemsFrom(ctx: ReadContext, found: ReturnType<typeof queryWords> | null) {
  const items = ctx.db.selectFrom('items');
  if (!found) return items;
  const matches = ctx.dialect.search.matches(found).as('found');
  return items.innerJoin(matches, 'found.itemId', 'items.id') as unknown as typeof items;
}
