// Lists of the items behind a term, or behind items that others refer to. The rows of `linkedItems` have them in the order of
// time behind each of these, with what lists are sorted by (decision 0079).

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { slot } from '../../database/kept-queries.ts';
import type { Condition, Reached } from '../conditions/condition.ts';
import { hasTermNamed, reachTermNamed } from '../conditions/term-conditions.ts';
import { hasStatus, type ItemCondition, type StatusColumns, visibleTo } from '../model/visibility.ts';
import type { ListContext, Selection } from './selection.ts';

/** What orders of lists have there, by their names. */
const columns: Record<string, string> = { date: 'sortDate', title: 'titleKey', menu_order: 'menuOrder' };
/** Conditions that know an item by its ID and its time. */
const coveredIndexes = ['term', 'reference', 'sortDate'];

type Reach = Reached & { filter: Condition | null };

/** `walked`: in the order of the rows until the page is full; `sorted`: those of several terms, or in another order. */
export type LinkedWay = 'walked' | 'sorted';

/** How a page of the list is read from these rows; null if they do not have it. */
export function linkedWayOf(ctx: ReadContext, selection: Selection): LinkedWay | null {
  const { order, sort, words } = selection;
  if (sort !== null || words !== null || !Object.hasOwn(columns, order.by)) return null;
  const reach = reachOf(ctx, selection);
  if (reach === null) return null;
  if (reach.isOne && order.by === 'date') return 'walked';
  return isCoveredByLinks(selection) ? 'sorted' : null;
}

/** Whether the items themselves need not be read to know which of them the list has. */
export function isLinkedAlone(ctx: ReadContext, selection: Selection): boolean {
  return selection.words === null && reachOf(ctx, selection) !== null && isCoveredByLinks(selection);
}

/** Whether an item may be there several times. */
export function mayRepeat(ctx: ReadContext, selection: Selection): boolean {
  return !reachOf(ctx, selection)?.isOne;
}

/** The rows under the name of the items if they are enough, otherwise joined to them. */
export function linkedItemsOf({ db }: ReadContext, selection: Selection) {
  if (isCoveredByLinks(selection)) return db.selectFrom('linkedItems as items') as unknown as Items;
  const joined = db.selectFrom('linkedItems as link').crossJoin('items').whereRef('items.id', '=', 'link.id');
  return joined as unknown as Items;
}

type Items = ReturnType<typeof itemsOf>;
const itemsOf = ({ db }: ReadContext) => db.selectFrom('items');

/** What the list is sorted by. */
export function linkedKeyOf(selection: Selection): RawBuilder<unknown> {
  return sql.ref(`${rowsOf(selection)}.${columns[selection.order.by] ?? 'sortDate'}`);
}

/** The ID where the rows have it, so that those of the same time are in order as well. */
export function linkedIdOf(selection: Selection) {
  return sql.ref<string>(`${rowsOf(selection)}.id`).as('id');
}

export function linkedConditionsOf(
  ctx: ListContext,
  selection: Selection,
  stored: 'draft' | 'publish' | undefined,
): ItemCondition[] {
  const { type, status, tag, category, filters } = selection;
  const reach = reachOf(ctx, selection);
  if (reach === null) throw new Error('Nothing leads to the items of this list.');
  const rows = rowsOf(selection);
  const at = (name: string) => sql.ref(`${rows}.${name}`);
  const own: StatusColumns = { status: at('status'), sortDate: at('sortDate') };
  const isTo = reach.isOne ? sql`= (${reach.to()})` : ctx.dialect.isOneOf(reach.to());
  const others = filters.filter((filter) => filter !== reach.filter);
  const isByTag = reach.filter === null && tag !== undefined;
  const isByCategory = reach.filter === null && tag === undefined;
  return [
    () => sql<SqlBool>`${at('toId')} ${isTo}`,
    () => sql<SqlBool>`${at('type')} = ${sql.lit(type)}`,
    stored
      ? () => sql<SqlBool>`${at('status')} = ${sql.lit(stored)}`
      : hasStatus(status, slot(status === 'scheduled' ? 'now' : 'due'), own),
    visibleTo(ctx, type, slot('due'), own),
    ...(reach.field === null ? [] : [() => sql<SqlBool>`${at('field')} = ${sql.lit(reach.field)}`]),
    ...(reach.rest === null ? [] : [reach.rest]),
    ...(tag === undefined || isByTag ? [] : [() => hasTermNamed(ctx, 'tag', slot('tag'), false)]),
    ...(category === undefined || isByCategory ? [] : [() => hasTermNamed(ctx, 'category', slot('category'), false)]),
    ...others.map((filter) => () => filter.where(rows === 'items' && filter.index === 'sortDate')),
  ];
}

function reachOf(ctx: ReadContext, { through, tag, category, filters }: Selection): Reach | null {
  if (through === 'term' && tag !== undefined) return { ...reachTermNamed(ctx, 'tag', slot('tag')), filter: null };
  if (through === 'term' && category !== undefined)
    return { ...reachTermNamed(ctx, 'category', slot('category')), filter: null };
  if (through === null) return null;
  const filter = filters.find(({ index, reached }) => index === through && reached !== null);
  return filter?.reached ? { ...filter.reached, filter } : null;
}

function isCoveredByLinks({ filters }: Selection): boolean {
  return filters.every(({ index, opposite }) => coveredIndexes.includes(index ?? opposite?.index ?? ''));
}

function rowsOf(selection: Selection): 'items' | 'link' {
  return isCoveredByLinks(selection) ? 'items' : 'link';
}
