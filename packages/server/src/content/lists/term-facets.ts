// How many items of a list, or of a search, have each term. All that are found count, not only those of the page; items of the
// terms below a term do not count for it.

import { type SelectQueryBuilder, sql } from 'kysely';
import { may } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import type { Tables } from '../../database/tables.ts';
import { taxonomyIn } from '../conditions/term-conditions.ts';
import type { Memo } from '../model/memo.ts';
import { all, conditionsOf, itemsOn, shapeOf, valuesOf } from './list-conditions.ts';
import { inBackground, pathOfCount } from './list-paths.ts';
import type { ListContext, Selection } from './selection.ts';
import { maxTerms, type TermFacets } from './term-facets.schemas.ts';

const queries = keptQueries();

/** Of a list: the same for all of its pages. */
export async function countTerms(
  ctx: ListContext,
  memo: Memo,
  selection: Selection,
  asked: readonly string[],
): Promise<TermFacets> {
  const facets: TermFacets = {};
  for (const name of asked) {
    facets[name] = await memo.value(`facet ${name} ${selection.name}`, async () => {
      if (selection.words?.wanted === null) return [];
      const path = await pathOfCount(ctx, memo, selection);
      const values = { ...valuesOf(ctx, selection), taxonomy: taxonomyIn(name) };
      const rows = await queries.run(inBackground(ctx), shapeOf(ctx, selection, `facet ${path}`), values, () => {
        const items = itemsOn(ctx, selection, path);
        const found = items.where((eb) => all(eb, conditionsOf(ctx, selection, path, null)));
        return termsOf(ctx, found, slot('taxonomy'));
      });
      return rows.map(shown);
    });
  }
  return facets;
}

/** Of any items. */
export async function countTermsOf(
  ctx: ReadContext,
  items: SelectQueryBuilder<Tables, 'items', object>,
  asked: readonly string[],
): Promise<TermFacets> {
  const facets: TermFacets = {};
  for (const name of asked) facets[name] = (await termsOf(ctx, items, taxonomyIn(name) ?? '').execute()).map(shown);
  return facets;
}

/** The items come first: SQLite keeps the order of cross joins. */
function termsOf(ctx: ReadContext, items: SelectQueryBuilder<Tables, 'items', object>, taxonomy: string) {
  // Visitors see the slugs of terms in items, but not what else there is to read.
  const name = may(ctx.actor, 'content:read')
    ? sql<string | null>`"terms"."name"`
    : sql<string | null>`(select "terms"."name" from "taxonomies"
        where "taxonomies"."name" = "terms"."taxonomy" and "taxonomies"."publicRead" = 1)`;
  return items
    .crossJoin('itemTerms')
    .crossJoin('terms')
    .whereRef('itemTerms.itemId', '=', 'items.id')
    .whereRef('terms.id', '=', 'itemTerms.termId')
    .where('terms.taxonomy', '=', taxonomy)
    .select((eb) => ['terms.slug', name.as('name'), eb.fn.countAll<number>().as('count')])
    .groupBy(['terms.id', 'terms.slug', 'terms.name', 'terms.taxonomy'])
    .orderBy('count', 'desc')
    .orderBy('terms.slug')
    .limit(sql.lit(maxTerms));
}

type Counted = { slug: string; name: string | null; count: number };

function shown({ slug, name, count }: Counted): TermFacets[string][number] {
  return { slug, ...(name === null ? {} : { name }), count: Number(count) };
}
