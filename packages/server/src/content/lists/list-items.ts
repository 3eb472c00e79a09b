// Lists of items: one statement for the page, and one for the total unless the page is the whole list.

import { type SqlBool, sql } from 'kysely';
import type { Static } from 'typebox';
import { type ReadContext, timeOf } from '../../context.ts';
import { type Fault, failQuery } from '../../errors.ts';
import { queryWords } from '../../lib/text.ts';
import { type ListRow, listColumns, listItemJson } from '../items/item-json.ts';
import type { ItemQuerySchema } from '../items/items.schemas.ts';
import type { Totals } from '../response-cache.ts';
import type { PostType } from '../types/post-types.ts';
import { hasStatus, type ItemCondition, type ItemsBuilder, visibleTo } from '../visibility.ts';
import { readFieldFilters } from './field-filters.ts';
import { afterCursor, type Cursor, type ListOrder, readCursor, readOrder, writeCursor } from './list-order.ts';
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
  totals: Totals,
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
    (eb) => eb('items.type', '=', type.name),
    hasStatus(ctx, query.status),
    visibleTo(ctx),
    ...(query.tag === undefined ? [] : [hasTerm('tag', query.tag)]),
    ...(query.category === undefined ? [] : [hasTerm('category', query.category)]),
    ...filters.conditions.map((condition) => () => condition),
    ...(search === '' || order.key === null ? [] : [matchesSearch(ctx, search)]),
  ];
  const found = order.key === null ? queryWords(search) : null;
  const selection = { order, conditions, found };
  const count = () => totals.of(selectionOf(type, query), () => countItems(ctx, selection));
  return readPage(ctx, query, selection, count);
}

/** What selects the items of a list, whatever the page and the order. */
function selectionOf(type: PostType, query: ItemQuery): string {
  const { limit: _limit, offset: _offset, cursor: _cursor, orderBy: _orderBy, order: _order, ...rest } = query;
  return JSON.stringify([type.name, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
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
function hasTerm(taxonomy: 'tag' | 'category', slug: string): ItemCondition {
  return (eb) =>
    eb(
      'items.id',
      'in',
      eb
        .selectFrom('itemTerms')
        .innerJoin('terms', 'terms.id', 'itemTerms.termId')
        .select('itemTerms.itemId')
        .where('terms.taxonomy', '=', taxonomy)
        .where('terms.slug', '=', slug.normalize('NFC')),
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
type Selection = { order: ListOrder; conditions: ItemCondition[]; found: ReturnType<typeof queryWords> | null };

async function readPage(
  ctx: ReadContext,
  query: ItemQuery,
  selection: Selection,
  count: () => Promise<number>,
): Promise<string> {
  const { order, found } = selection;
  const cursor = query.cursor ? readCursor(order, query.cursor) : null;
  const skip = cursor && 'skip' in cursor ? cursor.skip : query.offset;
  const nothing = found !== null && isEmpty(found);
  const rows = nothing ? [] : await readRows(ctx, selection, cursor, query.limit + 1, skip);
  const page = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const totalKnown = nothing || (!cursor && !hasMore && (page.length > 0 || skip === 0));
  const total = totalKnown ? page.length && skip + page.length : await count();
  const now = timeOf(ctx);
  const items = page.map((row) => listItemJson(row, now)).join(',');
  if (query.cursor === undefined) return `{"items":[${items}],"total":${total}}`;
  const last = hasMore ? page.at(-1) : undefined;
  const end: Cursor | undefined =
    last && (order.key ? { key: last.orderKey, id: last.id } : { skip: skip + page.length });
  const next = end ? writeCursor(order, end) : null;
  return `{"items":[${items}],"total":${total},"nextCursor":${JSON.stringify(next)}}`;
}

function readRows(
  ctx: ReadContext,
  { order, conditions, found }: Selection,
  cursor: Cursor | null,
  limit: number,
  skip: number,
): Promise<(ListRow & { orderKey: unknown })[]> {
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
    .limit(limit)
    .offset(skip)
    .execute();
}

async function countItems(ctx: ReadContext, { conditions, found }: Selection): Promise<number> {
  const { count } = await itemsFrom(ctx, found)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.and(applyAll(conditions, eb)))
    .executeTakeFirstOrThrow();
  return Number(count);
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
