// Lists of items: what a query asks for, and what is wrong with it.

import type { Static } from 'typebox';
import { timeOf } from '../../context/context.ts';
import { type Fault, fail, failQuery } from '../../lib/errors.ts';
import type { Condition } from '../conditions/condition.ts';
import { readConditions } from '../conditions/read-conditions.ts';
import { readExpand } from '../expand/read-expand.ts';
import type { Memo } from '../model/memo.ts';
import { readItemSearch } from '../search/read-search.ts';
import { checkExpanded, readSelect } from '../select/read-select.ts';
import { hiddenIn } from '../types/hidden-fields.ts';
import type { PostType } from '../types/post-types.ts';
import { chooseIndex } from './choose-index.ts';
import { readPage } from './item-page.ts';
import { addHint, type ItemQuerySchema } from './item-query.schemas.ts';
import { indexesOf } from './list-conditions.ts';
import { readOrder } from './list-order.ts';
import type { ListContext, Selection } from './selection.ts';
import { readSort, singleOrder } from './sort-keys.ts';
import { readTermFacets } from './term-facets.ts';

type Query = Static<typeof ItemQuerySchema>;
/** With the defaults of the schema. */
export type ItemQuery = Query & Required<Pick<Query, 'limit' | 'offset' | 'total' | 'orderBy' | 'order' | 'status'>>;

/**
 * The list as JSON text in parts: `items`, `total`, and with a cursor `nextCursor`; and the IDs of items that it has null for. `query` also contains the filters
 * `fields[…]`. Throws 400 with `faults` and all other faults of the query.
 */
export async function listItems(
  ctx: ListContext,
  type: PostType,
  query: ItemQuery,
  memo: Memo,
  faults: Fault[] = [],
): Promise<{ json: string[]; hidden: ReadonlySet<string> }> {
  const valid = withoutFaulty(query, faults);
  const search = valid.search?.trim() ?? '';
  const filters = readConditions(ctx, type, valid, { status: query.status, typeNamed: memo.readable });
  const sort = readSort(ctx, type, valid, query.status);
  const timeOrder = readOrder(ctx, type, { orderBy: 'date', order: 'desc', ...valid, search });
  const { selected, faults: selectFaults } = readSelect(type, valid.select, 'list');
  const ownTaxonomies = (type.taxonomies ?? []).map((name) => `terms.${name}`);
  const facets = readTermFacets(valid.termFacets, ['tag', 'category', ...ownTaxonomies]);
  const { expansion, faults: expandFaults } = await readExpand(ctx, type, valid.expand, {
    hasContent: selected?.members.has('content') ?? false,
  });
  const all = [
    ...faults,
    ...filters.faults,
    ...selectFaults,
    ...expandFaults,
    ...facets.faults,
    ...checkExpanded(selected, valid.expand),
    ...('pointer' in timeOrder ? [timeOrder] : []),
    ...(sort && 'pointer' in sort ? [sort] : []),
  ];
  if (query.cursor !== undefined && query.offset > 0) {
    all.push({ pointer: 'offset', code: 'not_allowed', detail: 'cannot be combined with `cursor`' });
  }
  if (all.length > 0 || 'pointer' in timeOrder || (sort && 'pointer' in sort)) {
    throw failQuery(all.filter(isFirstForParameter).map((fault) => addHint(type, query, fault)));
  }
  const asked =
    search === '' ? null : await readItemSearch(ctx, search, { memo, languages: languagesIn(filters.conditions) });
  const single = sort && singleOrder(sort);
  const selection: Selection = {
    name: nameOf(type, query),
    type: type.name,
    status: query.status,
    tag: query.tag?.normalize('NFC'),
    category: query.category?.normalize('NFC'),
    filters: filters.conditions,
    words: asked?.query ?? null,
    order: single ?? sort?.keys[0] ?? timeOrder,
    sort: single === null ? sort : null,
    wantsTotal: query.total,
    through: indexesOf({ filters: filters.conditions, tag: query.tag, category: query.category })[0],
    found: null,
    now: timeOf(ctx),
  };
  try {
    const page = { ...query, termFacets: facets.asked, expansion, selected, asked, hidden: hiddenIn(type) };
    const json = await readPage(ctx, page, await chooseIndex(ctx, memo, selection), memo);
    return { json, hidden: expansion?.hidden ?? new Set() };
  } catch (error) {
    throw ctx.dialect.isTooSlow(error) ? tooSlow(type, selection, error) : error;
  }
}

/** The forms of words in other languages would only find what is not meant. */
function languagesIn(filters: readonly Condition[]): Condition['languages'] {
  return filters.find(({ languages }) => languages !== null)?.languages ?? null;
}

/** Names the items of a list, whatever the page and the order. */
function nameOf(type: PostType, query: ItemQuery): string {
  const {
    limit: _limit,
    offset: _offset,
    total: _total,
    cursor: _cursor,
    orderBy: _orderBy,
    order: _order,
    sort: _sort,
    select: _select,
    highlight: _highlight,
    termFacets: _facets,
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

// What to do about a list that took too long: each part of it that no index serves has a sentence.
function tooSlow(type: PostType, selection: Selection, error: unknown): Error {
  const { filters, order, sort, words, wantsTotal } = selection;
  const conditions = filters.flatMap(withParts);
  const sorted = (sort?.keys ?? [order]).map(({ by }) => by);
  const isUsed = (name: string) => conditions.some(({ field }) => field === name) || sorted.includes(`fields.${name}`);
  const fields = type.fields.filter(({ name, indexed }) => !indexed && isUsed(name)).map(({ name }) => name);
  const others = conditions.filter(
    ({ index, field, opposite, parts }) => index === null && field === null && opposite === null && parts.length === 0,
  );
  const sentences = [
    ...(fields.length > 0 ? [`Declare ${fields.join(', ')} of the type ${type.name} as indexed`] : []),
    ...(others.length > 0
      ? [`No index finds items by ${namesOf(others)}: combine this with a condition that an index finds items for`]
      : []),
    ...(conditions.some(({ about, index }) => about === 'or' && index === null)
      ? [
          'For this group in `or`, items are checked one by one: give each part a condition that an index finds items for',
        ]
      : []),
    ...(words === null ? [] : [`Search for rarer words${order.key === null ? ', or sort by date' : ''}`]),
    ...(wantsTotal ? ['Leave out the total with total=false'] : []),
  ];
  const detail = sentences.length === 0 ? {} : { detail: sentences.join('. ') };
  return fail('query_too_slow', { ...detail, headers: { 'retry-after': '10' } }, error);
}

function withParts(condition: Condition): Condition[] {
  return [condition, ...condition.parts.flatMap(withParts)];
}

function namesOf(conditions: readonly Condition[]): string {
  return [...new Set(conditions.map(({ about }) => about))].join(', ');
}
