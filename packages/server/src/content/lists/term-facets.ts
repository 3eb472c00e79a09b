// How many items of a list, or of a search, have each term. All that are found count, not only those of the page; items of the
// terms below a term do not count for it.

import { type SelectQueryBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { may } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import type { Tables } from '../../database/tables.ts';
import type { Fault } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { taxonomyIn } from '../conditions/term-conditions.ts';
import type { Memo } from '../model/memo.ts';
import { all, conditionsOf, itemsOn, shapeOf, valuesOf } from './list-conditions.ts';
import { pathOfCount, slowReader } from './list-paths.ts';
import type { ListContext, Selection } from './selection.ts';

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
      if (selection.words?.included === null) return [];
      const path = await pathOfCount(ctx, memo, selection);
      const values = { ...valuesOf(ctx, selection), taxonomy: taxonomyIn(name) };
      const rows = await queries.run(slowReader(ctx), shapeOf(ctx, selection, `facet ${path}`), values, () => {
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

// Counts of terms in queries and responses: `termFacets=tag,category,terms.brands`.

const maxTaxonomies = 10;
/** Of each taxonomy. */
const maxTerms = 100;

export const termFacetsQuery = {
  termFacets: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: `Up to ${maxTaxonomies} taxonomies, separated by commas: \`tag\`, \`category\`, and \`terms.\` with the name of one of the site. Counts the items that have each of their terms, in a member \`termFacets\``,
      examples: ['tag,category,terms.brands'],
    }),
  ),
};

const TermCount = Type.Object(
  {
    slug: Type.String({ description: 'Slug of a term' }),
    name: Type.Optional(Type.String({ description: 'Only for callers who may read the terms of the taxonomy' })),
    count: Type.Integer({ minimum: 1, description: 'How many of all items that are found have the term' }),
  },
  { title: 'TermCount', description: 'A term with the number of its items' },
);

export const TermFacetsSchema = Type.Unsafe<Record<string, Static<typeof TermCount>[]>>({
  type: 'object',
  additionalProperties: Type.Array(TermCount),
  title: 'TermFacets',
  description: `Only with \`termFacets\`: the terms of each taxonomy that was asked for, the ${maxTerms} with the most items, the most first`,
  examples: [{ tag: [{ slug: 'summer', name: 'Summer', count: 12 }] }],
});
export type TermFacets = Static<typeof TermFacetsSchema>;

/** The taxonomies in a query, as conditions name them. `known` are all that can be asked for. */
export function readTermFacets(
  text: string | undefined,
  known: readonly string[],
): { asked: readonly string[]; faults: Fault[] } {
  if (text === undefined) return { asked: [], faults: [] };
  const names = text.split(',').map((name) => name.trim());
  const asked = [...new Set(names.filter((name) => name !== ''))];
  const unknown = asked.find((name) => !known.includes(name));
  const fail = (detail: string) => ({
    asked: [],
    faults: [{ pointer: 'termFacets', code: 'invalid' as const, detail }],
  });
  if (asked.length === 0) return fail('must name what to count by, such as tag,category');
  if (asked.length > maxTaxonomies) return fail(`must name at most ${maxTaxonomies} taxonomies`);
  if (unknown === undefined) return { asked, faults: [] };
  return fail(`\`${unknown.slice(0, 100)}\` is not known${nearestHint(unknown, known) || `: ${known.join(', ')} are`}`);
}
