// The conditions of a list in SQL, written for the path that a statement takes (list-paths.ts).

import { type SqlBool, sql } from 'kysely';
import { audienceOf } from '../../context/access.ts';
import { slot } from '../../database/kept-queries.ts';
import type { Condition } from '../conditions/condition.ts';
import { isFieldIndex, isTypedIndex, otherIndexes, quickIndexes } from '../conditions/item-indexes.ts';
import { hasTermNamed } from '../conditions/term-conditions.ts';
import { hasStatus, type ItemCondition, type ItemsBuilder, isOfType, visibleTo } from '../model/visibility.ts';
import { linkedConditionsOf, linkedItemsOf } from './linked-rows.ts';
import type { ListOrder } from './list-order.ts';
import type { ListContext, Selection } from './selection.ts';

export type Path = 'order' | 'filters' | 'links' | 'search';

/** Whether an index can find the items that meet it. */
export function findsItems({ index }: Condition): boolean {
  return index !== null && index !== 'sortDate';
}

type Filters = Pick<Selection, 'filters' | 'tag' | 'category'>;

/** The indexes of which each can find the items, the best guess first; null stands for those of fields. */
export function indexesOf({ filters, tag, category }: Filters): [string | null, ...(string | null)[]] {
  const conditions: unknown[] = filters.map(({ index }) => index);
  if (tag !== undefined || category !== undefined) conditions.push('term');
  const quick = quickIndexes.find((name) => conditions.includes(name));
  if (quick !== undefined) return [quick];
  const others = otherIndexes.filter((name) => conditions.includes(name));
  const [first = null, ...rest] = filters.some(isOfField) ? [null, ...others] : others;
  return [first, ...rest];
}

export function isOfField({ index }: Condition): boolean {
  return isFieldIndex(index);
}

/** `order` is that of the statement, if it has one; `stored` is one of the stored statuses, if it is for one only. */
export function conditionsOf(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  order: Pick<ListOrder, 'by' | 'index'> | null,
  stored?: 'draft' | 'publish',
): ItemCondition[] {
  if (path === 'links') return linkedConditionsOf(ctx, selection, stored);
  const { type, status, tag, category, filters, words } = selection;
  const ownIndex = path === 'filters' ? selection.through : null;
  const isTyped = ownIndex === null || isTypedIndex(ownIndex);
  // Of several indexes, the database would prefer the one by time.
  const isByOther = path !== 'order' || (order !== null && order.by !== 'date');
  const [sortDate, storedStatus] = [sql.ref('items.sortDate'), sql.ref('items.status')];
  const columns = {
    sortDate: isByOther ? ctx.dialect.unindexed(sortDate) : sortDate,
    status: isTyped ? storedStatus : ctx.dialect.unindexed(storedStatus),
  };
  const ofType = sql<SqlBool>`${ctx.dialect.unindexed(sql.ref('items.type'))} = ${sql.lit(type)}`;
  const isThrough = (filter: Condition): boolean => {
    const { index } = filter;
    if (index === 'sortDate') return !isByOther;
    if (path === 'filters') return ownIndex === null ? isOfField(filter) : index === ownIndex;
    return path === 'order' && index !== null && index === order?.index;
  };
  return [
    isTyped || ownIndex === 'slug' ? isOfType(type) : () => ofType,
    stored
      ? (eb) => eb('items.status', '=', sql.lit(stored))
      : hasStatus(status, slot(status === 'scheduled' ? 'now' : 'due'), columns),
    visibleTo(ctx, type, slot('due'), columns),
    ...(tag === undefined ? [] : [() => hasTermNamed(ctx, 'tag', slot('tag'), ownIndex === 'term')]),
    ...(category === undefined
      ? []
      : [() => hasTermNamed(ctx, 'category', slot('category'), ownIndex === 'term' && tag === undefined)]),
    ...filters.map((filter) => () => filter.where(isThrough(filter))),
    ...(words && path !== 'search' ? [order === null ? matches(ctx) : isMatch(ctx)] : []),
  ];
}

function matches(ctx: ListContext): ItemCondition {
  const found = ctx.dialect.search.matches(slot('words'), { ranked: false });
  return () => sql<SqlBool>`items.id in (select "itemId" from ${found} as "found")`;
}

function isMatch(ctx: ListContext): ItemCondition {
  return () => ctx.dialect.search.isMatch(slot('words'), sql.ref('items.id'));
}

/** The items; on the path of the search, joined to its matches. SQLite keeps the order of a cross join. */
export function itemsOn(ctx: ListContext, selection: Selection, path: Path) {
  if (path === 'links') return linkedItemsOf(ctx, selection);
  const { words, order } = selection;
  const items = ctx.db.selectFrom('items');
  if (path !== 'search' || !words) return items;
  const found = ctx.dialect.search.matches(slot('words'), { ranked: order.key === null }).as('found');
  return ctx.db
    .selectFrom(found)
    .crossJoin('items')
    .whereRef('items.id', '=', 'found.itemId') as unknown as typeof items;
}

export function all(eb: unknown, conditions: ItemCondition[]) {
  return (eb as ItemsBuilder).and(conditions.map((condition) => condition(eb as ItemsBuilder)));
}

/** What the text of a statement depends on; null if it is not worth keeping. */
export function shapeOf(
  ctx: ListContext,
  { type, status, tag, category, filters, words, through }: Selection,
  name: string,
) {
  if (filters.some(({ shape }) => shape === null)) return null;
  const conditions = [tag !== undefined, category !== undefined, words !== null];
  return [name, type, audienceOf(ctx.actor), status, through, ...conditions, ...filters.map(({ shape }) => shape)].join(
    ' ',
  );
}

/** `due` is the time that published items have reached: now, or earlier if a condition says so, where an index begins. */
export function valuesOf({ dialect }: ListContext, { status, now, tag, category, words, filters }: Selection) {
  const text = words && dialect.search.textOf(words);
  const ends = status === 'publish' ? filters.flatMap(({ before }) => before ?? []) : [];
  const [due] = [now, ...ends].sort();
  return { now, due, tag, category, words: text, ...Object.assign({}, ...filters.map(({ values }) => values)) };
}
