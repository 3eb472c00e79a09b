// A page of a list as JSON: one statement for the page, and one for the total unless the page is the whole list, or has no total.

import type { SearchQuery } from '../../lib/search-query.ts';
import { withCommas } from '../../lib/text-bytes.ts';
import { mapYielding } from '../../lib/yield-to-event-loop.ts';
import { expandItems } from '../expand/expand-items.ts';
import type { Expansion } from '../expand/read-expand.ts';
import { type ListRow, listItemJson } from '../model/item-json.ts';
import type { Memo } from '../model/memo.ts';
import { mayReadAll } from '../model/visibility.ts';
import { readHighlights } from '../search/highlight.ts';
import { forgiveTypos, type ItemSearch } from '../search/read-search.ts';
import type { Selected } from '../select/read-select.ts';
import { selectedJson, withFields } from '../select/selected-members.ts';
import { withoutFields } from '../types/hidden-fields.ts';
import { readRows } from './item-queries.ts';
import { readCursor, writeCursor } from './list-order.ts';
import { countItems, hasAtMost } from './list-paths.ts';
import type { ListContext, PageRow, Selection } from './selection.ts';
import { readSortCursor, type Sort, writeSortCursor } from './sort-keys.ts';
import { readSorted } from './sorted-queries.ts';
import { countTerms } from './term-facets.ts';

export type PageQuery = {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  /** Whether to show where the items have the words of the search. */
  highlight?: boolean | undefined;
  /** The taxonomies whose terms are counted, as conditions name them. */
  termFacets: readonly string[];
  expansion: Expansion | null;
  selected: Selected | null;
  /** The names of fields that the caller may not read. */
  hidden: readonly string[];
  /** What was searched for; null if there is nothing, or if it was widened already. */
  asked: ItemSearch | null;
};

/** Rows of the page and, if there is one, of the item behind it. */
type Rows = {
  rows: PageRow[];
  /** How many items come before the page; unknown behind a cursor with keys. */
  skip: number;
  /** The cursor of the page behind the last row of this one. */
  cursorAfter(last: PageRow, skip: number): string;
};

/** The list as JSON text in parts. */
export async function readPage(
  ctx: ListContext,
  query: PageQuery,
  selection: Selection,
  memo: Memo,
): Promise<string[]> {
  const { words, sort } = selection;
  const finds = words === null || words.included !== null;
  const { rows, skip, cursorAfter } = sort
    ? await readBySort(ctx, query, selection, memo, sort, finds)
    : await readByOrder(ctx, query, selection, memo, finds);
  const page = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  const isAll = !finds || (!query.cursor && !hasMore && (page.length > 0 || skip === 0));
  const knownTotal = isAll ? page.length && skip + page.length : null;
  const total = knownTotal ?? (selection.wantsTotal ? await countItems(ctx, memo, selection, rows) : null);
  const isEmpty = total === null ? page.length === 0 && (await hasAtMost(ctx, memo, selection, 0)) : total === 0;
  if (isEmpty && finds && query.asked) {
    const wider = await widen(ctx, selection, query.asked, memo);
    if (wider) return readPage(ctx, { ...query, asked: null }, wider, memo);
  }
  const shownItems = await showItems(ctx, query, selection, page);
  const items = query.highlight ? await addHighlights(ctx, selection, page, shownItems) : shownItems;
  const last = hasMore ? page.at(-1) : undefined;
  const next = last === undefined ? null : cursorAfter(last, skip + page.length);
  const facets = query.termFacets.length > 0 ? await countTerms(ctx, memo, selection, query.termFacets) : undefined;
  const end = {
    total: selection.wantsTotal ? total : null,
    ...(query.cursor === undefined ? {} : { nextCursor: next }),
    ...(facets && { termFacets: facets }),
  };
  return ['{"items":[', ...withCommas(items), `],${JSON.stringify(end).slice(1)}`];
}

async function readByOrder(
  ctx: ListContext,
  query: PageQuery,
  selection: Selection,
  memo: Memo,
  finds: boolean,
): Promise<Rows> {
  const { order } = selection;
  const cursor = query.cursor ? readCursor(order, query.cursor) : null;
  const skip = cursor && 'skip' in cursor ? cursor.skip : query.offset;
  const shown = query.selected?.members ?? null;
  const part = { cursor, limit: query.limit + 1, skip, shown };
  return {
    rows: finds ? await readRows(ctx, memo, selection, part) : [],
    skip,
    cursorAfter: ({ orderKey: key, id }, skip) => writeCursor(order, order.key ? { key, id } : { skip }),
  };
}

async function readBySort(
  ctx: ListContext,
  query: PageQuery,
  selection: Selection,
  memo: Memo,
  sort: Sort,
  finds: boolean,
): Promise<Rows> {
  const cursor = query.cursor ? readSortCursor(sort, query.cursor) : null;
  const shown = query.selected?.members ?? null;
  const part = { cursor, limit: query.limit + 1, skip: query.offset, shown };
  return {
    rows: finds ? await readSorted(ctx, memo, selection, sort, part) : [],
    skip: query.offset,
    cursorAfter: ({ orderKey, id }) => writeSortCursor(sort, { keys: orderKey as unknown[], id }),
  };
}

/** The items as JSON. */
async function showItems(
  ctx: ListContext,
  query: PageQuery,
  { type, now }: Selection,
  page: PageRow[],
): Promise<string[]> {
  const { expansion, selected, hidden } = query;
  const seesAll = mayReadAll(ctx, type);
  const seen = seesAll ? page : page.map((row) => ({ ...row, unpublishAt: null, drafted: 0 }));
  const rows = hidden.length === 0 ? seen : await mapYielding(seen, (row) => withoutFields(row, hidden));
  if (selected === null) {
    const shown = await expandItems(ctx, type, expansion, rows as ListRow[]);
    return mapYielding(shown, (row) => listItemJson(row, now));
  }
  const trimmed = await mapYielding(rows, (row) => withFields({ ...row, fields: row.fields ?? '{}' }, selected.fields));
  const shown = await expandItems(ctx, type, expansion, trimmed);
  return mapYielding(shown, (row) => selectedJson(row, selected.members, now));
}

/** The items with a member `highlight`, if there is something that was searched for. */
async function addHighlights(
  ctx: ListContext,
  { words }: Selection,
  page: PageRow[],
  items: string[],
): Promise<string[]> {
  if (words === null) return items;
  const ids = page.map(({ id }) => id);
  const highlights = await readHighlights(ctx, words, ids);
  return items.map((item, at) => `${item.slice(0, -1)},"highlight":${JSON.stringify(highlights.get(ids[at]!))}}`);
}

/** The same list with typos forgiven; null if that finds nothing more. The words are the same for every page and order. */
async function widen(ctx: ListContext, selection: Selection, asked: ItemSearch, memo: Memo): Promise<Selection | null> {
  const withWords = (words: SearchQuery, note: string): Selection => {
    return { ...selection, words, name: `${selection.name} ${note} ${JSON.stringify(words)}` };
  };
  const words = await memo.value(`widened ${selection.name}`, () => {
    const finds = async (words: SearchQuery) => !(await hasAtMost(ctx, memo, withWords(words, 'alone'), 0));
    return forgiveTypos({ ...ctx, db: ctx.slowDb }, asked, finds);
  });
  return words && withWords(words, 'similar');
}
