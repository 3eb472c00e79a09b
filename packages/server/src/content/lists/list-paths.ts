// How many items a list has, and which path a statement takes to them. SQLite cannot know which is shortest, because it
// plans without the values, so the path is chosen here, and the other conditions are written so that they are only checked:
//
//   order    along the index of the order, until the page is full
//   filters  through the index of a field or column that is filtered by, then sorted
//   links    through the rows behind a term or behind what items refer to
//   search   through the matches of the full-text search, then sorted

import { type SelectQueryBuilder, sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { isFieldIndex } from '../conditions/item-indexes.ts';
import type { Memo } from '../model/memo.ts';
import { hasStatus, type ItemCondition, isOfType, mayReadAll, storedStatuses } from '../model/visibility.ts';
import { isLinkedAlone, linkedWayOf, mayRepeat } from './linked-rows.ts';
import { all, conditionsOf, findsItems, indexesOf, itemsOn, type Path, shapeOf, valuesOf } from './list-conditions.ts';
import { isInPart, type ListOrder } from './list-order.ts';
import type { ListContext, Selection } from './selection.ts';

/** Up to this number, items that were found are sorted; more are looked for along the order. */
export const maxSorted = 2000;
const minSorted = 300;
/** The same, if an index has all that is sorted by. */
const maxCovered = 5000;
/** About as many as a page has. */
const pageLength = 20;

const queries = keptQueries();

/** The number of items, counted once for all pages, unless a page came with it. */
export function countItems(
  ctx: ListContext,
  memo: Memo,
  selection: Selection,
  page: readonly { total?: number | null }[] = [],
): Promise<number> {
  return memo.value(`total ${selection.name}`, async () => {
    const total = page[0]?.total ?? null;
    if (total !== null) return Number(total);
    if (isCounted(ctx, selection)) return countAll(ctx, selection);
    const counted = opposites(ctx, selection);
    if (counted === null) return countFound(ctx, memo, selection);
    const others = await countFound(ctx, memo, counted.others);
    return Math.max(0, (await countAll(ctx, counted.all)) - others);
  });
}

/** Whether there are at most this many items, without counting more if the list has no total. */
export async function hasAtMost(ctx: ListContext, memo: Memo, selection: Selection, max: number): Promise<boolean> {
  if (selection.wantsTotal) return (await countItems(ctx, memo, selection)) <= max;
  return memo.value(`at most ${max} ${selection.name}`, async () => {
    const path = await pathOfCount(ctx, memo, selection);
    return findsAtMost(ctx, selection, path, max);
  });
}

/** How many items of this type and status there are, more or less; null if they are not counted. */
export async function countWhole(ctx: ListContext, memo: Memo, selection: Selection): Promise<number | null> {
  const whole: Selection = { ...selection, tag: undefined, category: undefined, filters: [], words: null };
  if (!isCounted(ctx, whole)) return null;
  return memo.lasting(`whole ${selection.type} ${selection.status}`, () => countAll(ctx, whole));
}

/**
 * Up to how many items it is quicker to find and sort those of a list without a total than to look for a page of them along
 * the order: in a small table, a page comes soon.
 */
export async function maxFound(ctx: ListContext, memo: Memo, selection: Selection): Promise<number> {
  if (isCoveredByIndex(ctx, selection) || linkedWayOf(ctx, selection) === 'sorted') return maxCovered;
  const whole = await countWhole(ctx, memo, selection);
  if (whole === null) return maxSorted;
  return Math.min(maxSorted, Math.max(minSorted, Math.round(Math.sqrt(pageLength * whole))));
}

/** Whether the items need not be read to be found and sorted by time. */
function isCoveredByIndex(
  { dialect }: ListContext,
  { filters, tag, category, words, order, sort }: Selection,
): boolean {
  const [filter, ...more] = filters;
  if (!filter || more.length > 0 || tag !== undefined || category !== undefined || words !== null) return false;
  if (order.by !== 'date' || sort !== null) return false;
  return dialect.readsKeysAlone && (filter.index === 'authorId' || isFieldIndex(filter.index));
}

/** Whether so few items are found that they are sorted. */
async function findsFew(ctx: ListContext, memo: Memo, selection: Selection, path: Path): Promise<boolean> {
  if (selection.wantsTotal) return hasAtMost(ctx, memo, selection, path === 'links' ? maxCovered : maxSorted);
  return memo.lasting(`few ${path} ${selection.through} ${selection.order.by} ${selection.name}`, async () =>
    findsAtMost(ctx, selection, path, await maxFound(ctx, memo, selection)),
  );
}

/** The same through one path, whether or not the list has a total. */
export async function findsAtMost(ctx: ListContext, selection: Selection, path: Path, max: number): Promise<boolean> {
  const values = { ...valuesOf(ctx, selection), end: max + 1 };
  const [row] = await queries.run(slowReader(ctx), shapeOf(ctx, selection, `some ${path}`), values, () => {
    const found = itemsOn(ctx, selection, path)
      .select('items.id')
      .where((eb) => all(eb, conditionsOf(ctx, selection, path, null)))
      .limit(slot('end'));
    return ctx.db.selectFrom(found.as('found')).select((eb) => eb.fn.countAll<number>().as('count'));
  });
  return Number(row?.count) <= max;
}

async function countFound(ctx: ListContext, memo: Memo, selection: Selection): Promise<number> {
  const path = await pathOfCount(ctx, memo, selection);
  const own = path === 'filters' && isLinkedAlone(ctx, selection) ? 'links' : path;
  return runCount(ctx, selection, own, `count ${own}`, null);
}

/** Items that do not meet something are all but those that do, if these are quicker to count. */
function opposites(ctx: ListContext, selection: Selection): { all: Selection; others: Selection } | null {
  const [filter, ...more] = selection.filters;
  if (!filter?.opposite || more.length > 0) return null;
  const { opposite, shape } = filter;
  const other = { ...filter, ...opposite, opposite: null, shape: shape && `opposite of ${shape}` };
  const all = { ...selection, filters: [] };
  return isCounted(ctx, all) && findsItems(other)
    ? { all, others: { ...selection, filters: [other], through: indexesOf({ ...selection, filters: [other] })[0] } }
    : null;
}

export async function runCount(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  name: string,
  order: ListOrder | null,
  more: ItemCondition[] = [],
) {
  const [row] = await queries.run(slowReader(ctx), shapeOf(ctx, selection, name), valuesOf(ctx, selection), () => {
    const found = itemsOn(ctx, selection, path).where((eb) =>
      all(eb, [...conditionsOf(ctx, selection, path, order), ...more]),
    );
    const counted =
      path === 'links' && mayRepeat(ctx, selection)
        ? ctx.db.selectFrom(found.select('items.id').distinct().as('found'))
        : (found as unknown as SelectQueryBuilder<Record<string, unknown>, string, object>);
    return counted.select((eb) => eb.fn.countAll<number>().as('count'));
  });
  return Number(row?.count);
}

/** How many items have a key in the order of the list. */
export function countKeyed(ctx: ListContext, memo: Memo, selection: Selection): Promise<number> {
  const { order, name } = selection;
  return memo.value(`keyed ${order.shape} ${name}`, () =>
    runCount(ctx, selection, 'order', `keyed ${order.shape}`, order, isInPart(ctx, order, 'keyed')),
  );
}

export async function pathOfCount(ctx: ListContext, memo: Memo, selection: Selection): Promise<Path> {
  if (selection.words) return (await matchesFew(ctx, memo, selection.words)) ? 'search' : 'order';
  const isOfTerm = selection.tag !== undefined || selection.category !== undefined;
  return isOfTerm || selection.filters.some(findsItems) ? 'filters' : 'order';
}

export async function pathOfPage(ctx: ListContext, memo: Memo, selection: Selection): Promise<Path> {
  if (selection.order.key === null) return 'search';
  const path = await pathOfCount(ctx, memo, selection);
  if (path !== 'filters') return path;
  const way = linkedWayOf(ctx, selection);
  if (way === 'walked') return 'links';
  const few = way === 'sorted' ? 'links' : path;
  if (selection.found !== null) return selection.found === 'few' ? few : 'order';
  return (await findsFew(ctx, memo, selection, few)) ? few : 'order';
}

/** Of items of any type and status: the effort of going through them. */
function matchesFew(ctx: ListContext, memo: Memo, words: NonNullable<Selection['words']>): Promise<boolean> {
  return memo.lasting(`matches ${JSON.stringify(words)}`, async () => {
    const values = { words: ctx.dialect.search.textOf(words), end: maxSorted + 1 };
    const [row] = await queries.run(slowReader(ctx), 'matches', values, () => {
      const found = ctx.db
        .selectFrom(ctx.dialect.search.matches(slot('words'), { ranked: false }).as('match'))
        .select('itemId')
        .limit(slot('end'));
      return ctx.db.selectFrom(found.as('found')).select((eb) => eb.fn.countAll<number>().as('count'));
    });
    return Number(row?.count) <= maxSorted;
  });
}

/** Reads that may take long are made beside the event loop. */
export function slowReader({ slowDb, dialect }: ListContext) {
  return { db: slowDb, dialect };
}

/** Whether the list depends on type and status only. Scheduled items are stored as published, and are few. */
function isCounted(ctx: ListContext, { type, status, tag, category, filters, words }: Selection): boolean {
  const isWhole = tag === undefined && category === undefined && filters.length === 0 && words === null;
  return isWhole && status !== 'scheduled' && (mayReadAll(ctx, type) || status === 'publish');
}

/**
 * The number of items of a list that `isCounted`, from the number of each type and status (decision 0079): it takes no longer
 * with more items.
 */
async function countAll(ctx: ListContext, { type, status, now }: Selection): Promise<number> {
  const [row] = await queries.run(ctx, `total ${type} ${status}`, { type, now }, () => {
    const counts = ctx.db.selectFrom('itemCounts').where('type', '=', slot('type'));
    const stored = counts.where('status', 'in', storedStatuses(status));
    if (status !== 'publish') return stored.select(sql<number>`coalesce(sum("count"), 0)`.as('count'));
    const scheduled = ctx.db
      .selectFrom('items')
      .where(isOfType(type))
      .where(hasStatus('scheduled', slot('now')))
      .select((eb) => eb.fn.countAll().as('count'));
    return stored.select(sql<number>`coalesce(sum("count"), 0) - ${scheduled}`.as('count'));
  });
  return Number(row?.count);
}
