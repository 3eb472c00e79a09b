// Lists of items: one statement for the page, and one for the total unless the page is the whole list.

import type { Static } from 'typebox';
import { timeOf } from '../../context.ts';
import { type Fault, fail, failQuery } from '../../errors.ts';
import { mapGently } from '../../lib/gently.ts';
import type { SearchQuery } from '../../lib/search-query.ts';
import { withCommas } from '../../lib/text-bytes.ts';
import { readConditions } from '../conditions/read-conditions.ts';
import { expandItems } from '../expand/expand-items.ts';
import { type Expansion, readExpand } from '../expand/read-expand.ts';
import { type ListRow, listItemJson } from '../items/item-json.ts';
import type { ItemQuerySchema } from '../items/items.schemas.ts';
import type { Known } from '../response-cache.ts';
import { forgiveTypos, type ItemSearch, readItemSearch } from '../search/read-search.ts';
import { checkExpanded, readSelect, type Selected } from '../select/read-select.ts';
import { selectedJson, withFields } from '../select/selected-members.ts';
import type { PostType } from '../types/post-types.ts';
import { mayReadAll } from '../visibility.ts';
import { addDays, isCounted } from './item-counts.ts';
import { maxSkipped, type PageRow, readRows } from './item-queries.ts';
import { type Cursor, readCursor, readOrder, writeCursor } from './list-order.ts';
import { countItems } from './list-paths.ts';
import { createPlaces, type Places } from './list-places.ts';
import { addHint } from './parameter-hints.ts';
import type { ListContext, Selection } from './selection.ts';

type Query = Static<typeof ItemQuerySchema>;
/** With the defaults of the schema. */
export type ItemQuery = Query & Required<Pick<Query, 'limit' | 'offset' | 'orderBy' | 'order' | 'status'>>;

/**
 * The list as JSON text in parts: `items`, `total`, and with a cursor `nextCursor`. `query` also contains the filters
 * `fields[…]`. Throws 400 with `faults` and all other faults of the query.
 */
export async function listItems(
  ctx: ListContext,
  type: PostType,
  query: ItemQuery,
  known: Known,
  faults: Fault[] = [],
): Promise<string[]> {
  const valid = withoutFaulty(query, faults);
  const search = valid.search?.trim() ?? '';
  const filters = readConditions(ctx, type, valid, query.status);
  const order = readOrder(ctx, type, { orderBy: 'date', order: 'desc', ...valid, search });
  const { selected, faults: selectFaults } = readSelect(type, valid.select, 'list');
  const { expansion, faults: expandFaults } = await readExpand(ctx, type, valid.expand, {
    hasContent: selected?.members.has('content') ?? false,
  });
  const all = [
    ...faults,
    ...filters.faults,
    ...selectFaults,
    ...expandFaults,
    ...checkExpanded(selected, valid.expand),
    ...('pointer' in order ? [order] : []),
  ];
  if (query.cursor !== undefined && query.offset > 0) {
    all.push({ pointer: 'offset', code: 'not_allowed', detail: 'cannot be combined with `cursor`' });
  }
  if (all.length > 0 || 'pointer' in order) {
    throw failQuery(all.filter(isFirstForParameter).map((fault) => addHint(type, query, fault)));
  }
  const asked = search === '' ? null : await readItemSearch(ctx, search, known);
  const selection: Selection = {
    name: nameOf(type, query),
    type: type.name,
    status: query.status,
    tag: query.tag?.normalize('NFC'),
    category: query.category?.normalize('NFC'),
    filters: filters.conditions,
    words: asked?.query ?? null,
    order,
    now: timeOf(ctx),
  };
  try {
    return await readPage(ctx, { ...query, expansion, selected, asked }, selection, known);
  } catch (error) {
    throw ctx.dialect.isTooSlow(error) ? tooSlow(type, query, error) : error;
  }
}

function tooSlow(type: PostType, query: ItemQuery, error: unknown): Error {
  const names = type.fields.filter(({ name, indexed }) => !indexed && isUsed(query, name)).map(({ name }) => name);
  const detail =
    names.length === 0 ? {} : { detail: `Declare ${names.join(', ')} of the type ${type.name} as indexed` };
  return fail('query_too_slow', { ...detail, headers: { 'retry-after': '10' } }, error);
}

function isUsed(query: ItemQuery, field: string): boolean {
  return query.orderBy === `fields.${field}` || Object.keys(query).some((name) => name.startsWith(`fields[${field}]`));
}

/** Names the items of a list, whatever the page and the order. */
function nameOf(type: PostType, query: ItemQuery): string {
  const {
    limit: _limit,
    offset: _offset,
    cursor: _cursor,
    orderBy: _orderBy,
    order: _order,
    select: _select,
    expand: _,
    ...rest
  } = query;
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

type Part = ItemQuery & { expansion: Expansion | null; selected: Selected | null; asked: ItemSearch | null };

async function readPage(ctx: ListContext, query: Part, selection: Selection, known: Known): Promise<string[]> {
  const { order } = selection;
  const shown = query.selected?.members ?? null;
  const places = await placesOf(ctx, selection, known, query.offset);
  const cursor = query.cursor ? readCursor(order, query.cursor) : null;
  const skip = cursor && 'skip' in cursor ? cursor.skip : query.offset;
  const place = cursor ? null : (places?.before(skip) ?? null);
  const part = { cursor: cursor ?? place, limit: query.limit + 1, skip: skip - (place?.skip ?? 0), shown };
  const finds = selection.words === null || selection.words.wanted !== null;
  const rows = finds ? await readRows(ctx, known, selection, part) : [];
  const page = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const totalKnown = !finds || (!cursor && !hasMore && (page.length > 0 || skip === 0));
  const total = totalKnown ? page.length && skip + page.length : await countItems(ctx, known, selection, rows);
  if (total === 0 && finds && query.asked) {
    const wider = await widen(ctx, selection, query.asked, known);
    if (wider) return readPage(ctx, { ...query, asked: null }, wider, known);
  }
  const items = await showItems(ctx, query, selection, page);
  const parts = ['{"items":[', ...withCommas(items)];
  const last = hasMore ? page.at(-1) : undefined;
  if (last && !cursor) places?.add({ skip: skip + page.length, key: last.orderKey, id: last.id });
  if (query.cursor === undefined) return [...parts, `],"total":${total}}`];
  const end: Cursor | undefined =
    last && (order.key ? { key: last.orderKey, id: last.id } : { skip: skip + page.length });
  const next = end ? writeCursor(order, end) : null;
  return [...parts, `],"total":${total},"nextCursor":${JSON.stringify(next)}}`];
}

/** The items as JSON. */
async function showItems(ctx: ListContext, query: Part, { type, now }: Selection, page: PageRow[]): Promise<string[]> {
  const { expansion, selected } = query;
  const seesAll = mayReadAll(ctx);
  const rows = seesAll ? page : page.map((row) => ({ ...row, unpublishAt: null, hasDraft: 0 }));
  if (selected === null) {
    const shown = await expandItems(ctx, type, expansion, rows as ListRow[]);
    return mapGently(shown, (row) => listItemJson(row, now));
  }
  const trimmed = await mapGently(rows, (row) => withFields({ ...row, fields: row.fields ?? '{}' }, selected.fields));
  const shown = await expandItems(ctx, type, expansion, trimmed);
  return mapGently(shown, (row) => selectedJson(row, selected.members, now));
}

/** The same list with typos forgiven; null if that finds nothing more. */
function widen(ctx: ListContext, selection: Selection, asked: ItemSearch, known: Known): Promise<Selection | null> {
  return known.value(`widened ${selection.name}`, async () => {
    const withWords = (words: SearchQuery, note: string): Selection => {
      return { ...selection, words, name: `${selection.name} ${note} ${JSON.stringify(words)}` };
    };
    const finds = async (words: SearchQuery) => (await countItems(ctx, known, withWords(words, 'alone'))) > 0;
    const words = await forgiveTypos({ ...ctx, db: ctx.slowDb }, asked, finds);
    return words && withWords(words, 'similar');
  });
}

/** Where pages of the list began; null for orders without a key for every item. */
async function placesOf(ctx: ListContext, selection: Selection, known: Known, skip: number): Promise<Places | null> {
  const { order, name } = selection;
  if (order.key === null || order.nullable) return null;
  const places = await known.value(`places ${order.shape} ${name}`, async () => createPlaces());
  if (skip > maxSkipped && order.by === 'date' && isCounted(ctx, selection))
    await addDays(ctx, known, selection, places);
  return places;
}
