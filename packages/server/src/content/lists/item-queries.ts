// The statements of a list of items: one for a page and one for the total.
//
// A statement goes through the items on one of three paths. SQLite cannot know which is shortest, because it plans without
// the values, so the path is chosen here, and the other conditions are written so that they are only checked:
//
//   order    along the index of the order, until the page is full
//   fields   through the index of a field that is filtered by, then sorted
//   search   through the matches of the full-text search, then sorted
//
// What is sorted is only keys and IDs; the items are read for the page alone.

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import type { ListRow } from '../items/item-json.ts';
import { listColumns } from '../items/item-json.ts';
import type { Known } from '../response-cache.ts';
import { hasStatus, type ItemCondition, type ItemsBuilder, isOfType, mayReadAll, visibleTo } from '../visibility.ts';
import type { FieldCondition } from './field-filters.ts';
import { countAll, isCounted } from './item-counts.ts';
import { afterCursor, type Cursor, type ListOrder } from './list-order.ts';
import type { Place } from './list-places.ts';
import type { ListContext, Selection } from './selection.ts';

type Path = 'order' | 'fields' | 'search';

/** Up to this number, items that were found are sorted; more are looked for along the order. */
const maxSorted = 2000;
/** Up to this number, items are skipped quickly. */
export const maxSkipped = 5000;

const hasDraft = sql<number>`case when "items"."draft" is null then 0 else 1 end`;

const queries = keptQueries();

/** The number of items, counted once for all pages, unless a page came with it. */
export function countItems(
  ctx: ListContext,
  known: Known,
  selection: Selection,
  page: PageRow[] = [],
): Promise<number> {
  return known.value(`total ${selection.name}`, async () => {
    const total = page[0]?.total ?? null;
    if (total !== null) return Number(total);
    if (isCounted(ctx, selection)) return countAll(ctx, selection);
    const path = await pathOfCount(ctx, known, selection);
    return runCount(ctx, selection, path, `count ${path}`, null);
  });
}

async function runCount(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  name: string,
  order: ListOrder | null,
  more: ItemCondition[] = [],
) {
  const [row] = await queries.run(inBackground(ctx), shapeOf(ctx, selection, name), valuesOf(ctx, selection), () =>
    itemsOn(ctx, selection, path)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((eb) => all(eb, [...conditionsOf(ctx, selection, path, order), ...more])),
  );
  return Number(row?.count);
}

async function pathOfCount(ctx: ListContext, known: Known, selection: Selection): Promise<Path> {
  if (selection.words) return (await countMatches(ctx, known, selection.words)) <= maxSorted ? 'search' : 'order';
  return selection.filters.some(({ indexedField }) => indexedField !== null) ? 'fields' : 'order';
}

async function pathOfPage(ctx: ListContext, known: Known, selection: Selection): Promise<Path> {
  if (selection.order.key === null) return 'search';
  const path = await pathOfCount(ctx, known, selection);
  if (path !== 'fields') return path;
  return (await countItems(ctx, known, selection)) <= maxSorted ? 'fields' : 'order';
}

/** Of items of any type and status: the effort of going through them. */
function countMatches(ctx: ListContext, known: Known, words: NonNullable<Selection['words']>): Promise<number> {
  return known.value(`matches ${JSON.stringify(words)}`, async () => {
    const values = { words: ctx.dialect.search.textOf(words) };
    const [row] = await queries.run(inBackground(ctx), 'matches', values, () =>
      ctx.db
        .selectFrom(ctx.dialect.search.matches(slot('words'), { ranked: false }).as('found'))
        .select((eb) => eb.fn.countAll<number>().as('count')),
    );
    return Number(row?.count);
  });
}

/** `total` is that of the list, if the statement has found all its items. */
export type PageRow = ListRow & { orderKey: unknown; total?: number | null };

/** At most `limit` items in order: after the cursor or place if there is one, then `skip` items on. */
export async function readRows(
  ctx: ListContext,
  known: Known,
  selection: Selection,
  { cursor, limit, skip }: { cursor: Cursor | Place | null; limit: number; skip: number },
): Promise<PageRow[]> {
  const path = await pathOfPage(ctx, known, selection);
  const after = cursor && 'id' in cursor ? cursor : null;
  const read = (part: Part, after: Position | null, limit: number, skip: number) =>
    readPart(ctx, selection, path, part, { after, limit, skip });
  if (!selection.order.nullable) return read('all', after, limit, skip);
  // Items without a key come last. Each part is in the order of the index.
  const keyed = after?.key === null ? [] : await read('keyed', after, limit, skip);
  if (keyed.length === limit) return keyed;
  const isBehind = keyed.length === 0 && skip > 0;
  const rest = isBehind ? Math.max(0, skip - (await countKeyed(ctx, known, selection))) : 0;
  return [...keyed, ...(await read('unkeyed', after?.key === null ? after : null, limit - keyed.length, rest))];
}

type Position = { key: unknown; id: string };
/** The items that have a key in this order, or those that have none. */
type Part = 'all' | 'keyed' | 'unkeyed';

function isInPart({ key }: ListOrder, part: Part): ItemCondition[] {
  if (part === 'all' || key === null) return [];
  return [() => (part === 'keyed' ? sql<SqlBool>`${key} is not null` : sql<SqlBool>`${key} is null`)];
}

function countKeyed(ctx: ListContext, known: Known, selection: Selection): Promise<number> {
  const { order, name } = selection;
  return known.value(`keyed ${order.shape} ${name}`, () =>
    runCount(ctx, selection, 'order', `keyed ${order.shape}`, order, isInPart(order, 'keyed')),
  );
}

function readPart(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  part: Part,
  { after, limit, skip }: { after: Position | null; limit: number; skip: number },
): Promise<PageRow[]> {
  const { order } = selection;
  const { key = null, id = null } = after ?? {};
  const values = valuesOf(ctx, selection);
  // The newest of a list by time are before the cursor: with the earlier of both times, SQLite begins at the cursor.
  const isOlder = order.by === 'date' && order.direction === 'desc' && typeof key === 'string' && key < values.due;
  return queries.run(
    isQuickPage(selection, path, skip) ? ctx : inBackground(ctx),
    shapeOf(ctx, selection, `page ${order.shape} ${path} ${part} ${after !== null}`),
    { ...values, due: isOlder ? key : values.due, key, id, limit, skip, end: limit + skip },
    () => selectPart(ctx, selection, path, part, after),
  );
}

/** A path through few items, or along an index without conditions that many items may not meet. */
function isQuickPage({ order, tag, category, filters, words }: Selection, path: Path, skip: number): boolean {
  if (path === 'fields') return true;
  if (path === 'search') return order.key !== null;
  const isChecked = words !== null || filters.length > 0 || tag !== undefined || category !== undefined;
  const isInOrder = !order.nullable || order.indexedField !== null;
  return isInOrder && !isChecked && skip <= maxSkipped;
}

function inBackground({ slowDb, dialect }: ListContext) {
  return { db: slowDb, dialect };
}

function selectPart(ctx: ListContext, selection: Selection, path: Path, part: Part, after: Position | null) {
  const order = orderOn(ctx, selection, path);
  const key = order.key ?? sql`"found"."rank"`;
  // The best match has the lowest rank, and a descending list starts with it.
  const direction = (order.direction === 'asc') !== (order.key === null) ? 'asc' : 'desc';
  const isAfter = after && afterCursor(order, after);
  const select = (stored?: 'draft' | 'publish') => {
    const conditions = [
      ...conditionsOf(ctx, selection, path, order, stored),
      ...isInPart(order, part),
      ...(isAfter ? [() => isAfter] : []),
    ];
    return itemsOn(ctx, selection, path)
      .select(key.as('orderKey'))
      .where((eb) => all(eb, conditions));
  };
  if (isSorted(selection, path)) {
    const hasTotal = path === 'search' && part === 'all' && after === null;
    const total = sql<number | null>`${sql.raw(hasTotal ? 'count(*) over ()' : 'null')}`;
    const page = pageOf(select().select(['items.id', total.as('total')]), part, direction).as('page');
    return ctx.db
      .selectFrom(page)
      .crossJoin('items')
      .whereRef('items.id', '=', 'page.id')
      .select(listColumns)
      .select(hasDraft.as('hasDraft'))
      .select(['page.orderKey', 'page.total'])
      .orderBy('page.orderKey', direction)
      .orderBy('page.id', direction);
  }
  const rows = (stored?: 'draft' | 'publish') => select(stored).select(listColumns).select(hasDraft.as('hasDraft'));
  if (path !== 'order' || selection.status !== 'any') return pageOf(rows(), part, direction);
  // In the indexes, each stored status is in order by itself; the database merges them.
  const sorted = (stored: 'draft' | 'publish'): ReturnType<typeof rows> => {
    if (ctx.dialect.sortsParts) return rows(stored);
    const first = inOrder(rows(stored), part, direction).limit(slot('end')).as('part');
    return ctx.db.selectFrom(first).selectAll() as unknown as ReturnType<typeof rows>;
  };
  return pageOf(sorted('draft').unionAll(sorted('publish')), part, direction);
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

function isSorted({ order, filters }: Selection, path: Path): boolean {
  return path === 'search' || (path === 'fields' && !isOrderedBy(order, filters));
}

/** Whether the index of the order is also that of a filter. */
function isOrderedBy({ indexedField }: ListOrder, filters: FieldCondition[]): boolean {
  return indexedField !== null && filters.some((filter) => filter.indexedField === indexedField);
}

/** The order, written so that its index is not used if the items are found in another way. */
function orderOn(ctx: ListContext, { order, filters }: Selection, path: Path): ListOrder {
  if (path === 'order' || order.key === null || isOrderedBy(order, filters)) return order;
  return { ...order, key: ctx.dialect.unindexed(order.key) };
}

/** `order` is that of the statement, if it has one; `stored` is one of the stored statuses, if it is for one only. */
function conditionsOf(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  order: ListOrder | null,
  stored?: 'draft' | 'publish',
): ItemCondition[] {
  const { type, status, tag, category, filters, words } = selection;
  // Of several indexes, the database would prefer the one by time.
  const isByOther = path !== 'order' || (order !== null && order.by !== 'date');
  const column = sql.ref('items.sortDate');
  const sortDate = isByOther ? ctx.dialect.unindexed(column) : column;
  return [
    isOfType(type),
    stored
      ? (eb) => eb('items.status', '=', sql.lit(stored))
      : hasStatus(status, slot(status === 'scheduled' ? 'now' : 'due'), sortDate),
    visibleTo(ctx, slot('due'), sortDate),
    ...(tag === undefined ? [] : [hasTerm('tag')]),
    ...(category === undefined ? [] : [hasTerm('category')]),
    ...filters.map(({ indexedField, where }) => {
      const isSorted = path === 'order' && indexedField !== null && order?.indexedField === indexedField;
      return () => where(path === 'fields' || isSorted);
    }),
    ...(words && path !== 'search' ? [matches(ctx)] : []),
  ];
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

function matches(ctx: ListContext): ItemCondition {
  const found = ctx.dialect.search.matches(slot('words'), { ranked: false });
  return () => sql<SqlBool>`items.id in (select "itemId" from ${found} as "found")`;
}

/** The items; on the path of the search, joined to its matches. SQLite keeps the order of a cross join. */
function itemsOn(ctx: ListContext, { words, order }: Selection, path: Path) {
  const items = ctx.db.selectFrom('items');
  if (path !== 'search' || !words) return items;
  const found = ctx.dialect.search.matches(slot('words'), { ranked: order.key === null }).as('found');
  return ctx.db
    .selectFrom(found)
    .crossJoin('items')
    .whereRef('items.id', '=', 'found.itemId') as unknown as typeof items;
}

function all(eb: unknown, conditions: ItemCondition[]) {
  return (eb as ItemsBuilder).and(conditions.map((condition) => condition(eb as ItemsBuilder)));
}

/** What the text of a statement depends on; null if it is not worth keeping. */
function shapeOf(ctx: ListContext, { type, status, tag, category, filters, words }: Selection, name: string) {
  if (filters.some(({ shape }) => shape === null)) return null;
  const given = [tag !== undefined, category !== undefined, words !== null];
  return [name, type, mayReadAll(ctx), status, ...given, ...filters.map(({ shape }) => shape)].join(' ');
}

/** `due` is the time that published items have reached. */
function valuesOf({ dialect }: ListContext, { now, tag, category, words, filters }: Selection) {
  const text = words && dialect.search.textOf(words);
  return { now, due: now, tag, category, words: text, ...Object.assign({}, ...filters.map(({ values }) => values)) };
}
