// The conditions of a list in SQL, written for the path that a statement takes (list-paths.ts).

import { type SqlBool, sql } from 'kysely';
import { audienceOf } from '../../accounts/access.ts';
import { slot } from '../../database/kept-queries.ts';
import type { Condition } from '../conditions/condition.ts';
import { hasStatus, type ItemCondition, type ItemsBuilder, isOfType, visibleTo } from '../visibility.ts';
import type { ListOrder } from './list-order.ts';
import type { ListContext, Selection } from './selection.ts';

export type Path = 'order' | 'filters' | 'search';

/** Indexes of columns through which items can be found, the quickest first. */
const ownIndexes = ['id', 'slug', 'parentId'];

/** Whether an index can find the items that meet it. */
export function findsItems({ index }: Condition): boolean {
  return index !== null && index !== 'sortDate';
}

/** The index of a column through which the path of the filters goes; null if it goes through those of fields. */
export function ownIndexOf(filters: Condition[]): string | null {
  return ownIndexes.find((name) => filters.some(({ index }) => index === name)) ?? null;
}

/** `order` is that of the statement, if it has one; `stored` is one of the stored statuses, if it is for one only. */
export function conditionsOf(
  ctx: ListContext,
  selection: Selection,
  path: Path,
  order: Pick<ListOrder, 'by' | 'index'> | null,
  stored?: 'draft' | 'publish',
): ItemCondition[] {
  const { type, status, tag, category, filters, words } = selection;
  const ownIndex = path === 'filters' ? ownIndexOf(filters) : null;
  // Of several indexes, the database would prefer the one by time.
  const isByOther = path !== 'order' || (order !== null && order.by !== 'date');
  const [sortDate, storedStatus] = [sql.ref('items.sortDate'), sql.ref('items.status')];
  const columns = {
    sortDate: isByOther ? ctx.dialect.unindexed(sortDate) : sortDate,
    status: ownIndex === null ? storedStatus : ctx.dialect.unindexed(storedStatus),
  };
  const ofType = sql<SqlBool>`${ctx.dialect.unindexed(sql.ref('items.type'))} = ${sql.lit(type)}`;
  const isThrough = ({ index }: Condition): boolean => {
    if (index === 'sortDate') return !isByOther;
    if (path === 'filters') return ownIndex === null ? index !== null : index === ownIndex;
    return path === 'order' && index !== null && index === order?.index;
  };
  return [
    ownIndex === null || ownIndex === 'slug' ? isOfType(type) : () => ofType,
    stored
      ? (eb) => eb('items.status', '=', sql.lit(stored))
      : hasStatus(status, slot(status === 'scheduled' ? 'now' : 'due'), columns),
    visibleTo(ctx, type, slot('due'), columns),
    ...(tag === undefined ? [] : [hasTerm('tag')]),
    ...(category === undefined ? [] : [hasTerm('category')]),
    ...filters.map((filter) => () => filter.where(isThrough(filter))),
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
export function itemsOn(ctx: ListContext, { words, order }: Selection, path: Path) {
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
export function shapeOf(ctx: ListContext, { type, status, tag, category, filters, words }: Selection, name: string) {
  if (filters.some(({ shape }) => shape === null)) return null;
  const given = [tag !== undefined, category !== undefined, words !== null];
  return [name, type, audienceOf(ctx.actor), status, ...given, ...filters.map(({ shape }) => shape)].join(' ');
}

/** `due` is the time that published items have reached: now, or earlier if a condition says so, where an index begins. */
export function valuesOf({ dialect }: ListContext, { status, now, tag, category, words, filters }: Selection) {
  const text = words && dialect.search.textOf(words);
  const ends = status === 'publish' ? filters.flatMap(({ before }) => before ?? []) : [];
  const [due] = [now, ...ends].sort();
  return { now, due, tag, category, words: text, ...Object.assign({}, ...filters.map(({ values }) => values)) };
}
