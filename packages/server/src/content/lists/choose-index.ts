// Which of several indexes finds few items: neither database knows how many a tag has, or a range of a field. Counting ends
// at the number up to which items are sorted.

import { type RawBuilder, sql } from 'kysely';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { isLinkIndex } from '../conditions/item-indexes.ts';
import { linksOfTermNamed } from '../conditions/term-conditions.ts';
import type { Memo } from '../model/memo.ts';
import { linkedWayOf } from './linked-rows.ts';
import { all, conditionsOf, indexesOf, isOfField, shapeOf, valuesOf } from './list-conditions.ts';
import { findsAtMost, maxFound, maxSorted, slowReader } from './list-paths.ts';
import type { ListContext, Selection } from './selection.ts';

/** Of so many items that links lead to, so many in the list mean that the order soon comes to a page of them. */
const sample = { size: 400, enough: 100 };

const queries = keptQueries();

/** The selection with the first of its indexes that finds few items, if there is one. */
export async function chooseIndex(ctx: ListContext, memo: Memo, selection: Selection): Promise<Selection> {
  const indexes = indexesOf(selection);
  const [first] = indexes;
  const isLinked = isLinkIndex(first);
  // The exact total says how many items an only index finds; and words go through the search.
  const isKnown = selection.wantsTotal || !isLinked || isWalked(ctx, selection, first);
  if (selection.words !== null || (indexes.length === 1 && isKnown)) return selection;
  const choice = await memo.lasting(`index ${indexes.join()} ${selection.name}`, async () => {
    const max = selection.wantsTotal ? maxSorted : await maxFound(ctx, memo, selection);
    for (const through of indexes)
      if (await isSelective(ctx, { ...selection, through }, max)) return { through, found: 'few' as const };
    const walked = indexes.find((through) => isWalked(ctx, selection, through));
    if (walked !== undefined) return { through: walked };
    return isLinked && (await leadsToMany(ctx, selection)) ? { found: 'many' as const } : {};
  });
  return { ...selection, ...choice };
}

function isWalked(ctx: ListContext, selection: Selection, through: string | null): boolean {
  return linkedWayOf(ctx, { ...selection, through }) === 'walked';
}

async function isSelective(ctx: ListContext, selection: Selection, max: number): Promise<boolean> {
  const { filters, through } = selection;
  const links = linksOf(ctx, selection);
  if (links !== null) return (await countLinks(ctx, selection, links, max)) <= max;
  const own = filters.filter((filter) => (through === null ? isOfField(filter) : filter.index === through));
  return findsAtMost(ctx, { ...selection, filters: own, tag: undefined, category: undefined }, 'filters', max);
}

type Links = () => RawBuilder<unknown>;

/** The links of one of the conditions of this index; null if it has none. */
function linksOf(ctx: ListContext, { filters, through, tag, category }: Selection): Links | null {
  if (through === 'term' && tag !== undefined) return () => linksOfTermNamed(ctx, 'tag', slot('tag'));
  if (through === 'term' && category !== undefined) return () => linksOfTermNamed(ctx, 'category', slot('category'));
  return filters.find(({ index }) => index !== null && index === through)?.links ?? null;
}

/** At most one more than `max`. */
async function countLinks(ctx: ListContext, selection: Selection, links: Links, max: number): Promise<number> {
  const values = { ...valuesOf(ctx, selection), end: max + 1 };
  const [row] = await queries.run(slowReader(ctx), shapeOf(ctx, selection, 'links'), values, () =>
    ctx.db.selectFrom(firstOf(links).as('found')).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return Number(row?.count);
}

async function leadsToMany(ctx: ListContext, selection: Selection): Promise<boolean> {
  const links = linksOf(ctx, selection);
  if (links === null) return false;
  const values = { ...valuesOf(ctx, selection), end: sample.size };
  const [row] = await queries.run(slowReader(ctx), shapeOf(ctx, selection, 'sample'), values, () =>
    ctx.db
      .selectFrom(firstOf(links).as('found'))
      .crossJoin('items')
      .whereRef('items.id', '=', 'found.itemId')
      // No condition finds items here: the links do.
      .where((eb) => all(eb, conditionsOf(ctx, { ...selection, through: 'links' }, 'filters', null)))
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return Number(row?.count) >= sample.enough;
}

function firstOf(links: Links) {
  // SQLite would plan the statement again for each value of `limit ?`.
  return sql<{ itemId: string }>`(${links()} limit (${slot('end')} + 0))`;
}
