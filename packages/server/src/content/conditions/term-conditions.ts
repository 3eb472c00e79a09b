// Conditions on the tags, categories and other terms of items, by their slugs.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { isNegative, type Operator } from '../../database/compare.ts';
import { asBoolean } from '../../fields/from-text.ts';
import type { TaxonomyKey } from '../terms/terms.ts';
import type { Reached, Read, Reading } from './condition.ts';

const ofTerms = ['eq', 'ne', 'in', 'nin', 'all', 'exists'] as const;

export const termOperators: Record<'tag' | 'category', readonly Operator[]> = {
  tag: ofTerms,
  category: [...ofTerms, 'under'],
};
/** Of taxonomies of the site. In one that is not nested `under` means `in`. */
export const ownTermOperators: readonly Operator[] = termOperators.category;

/** The taxonomy that the subject of a condition is; null if it is something else. `terms.brands` is one of the site. */
export function taxonomyIn(subject: string): TaxonomyKey | null {
  if (subject === 'tag' || subject === 'category') return subject;
  return /^terms\.([a-z][a-z0-9_-]{0,49})$/.exec(subject)?.[1] ?? null;
}

/** `in`: any of the terms; `under`: any of them or of what is below them. Without that, children do not count. */
export function readTermCondition(reading: Reading, taxonomy: TaxonomyKey, operator: Operator, texts: string[]): Read {
  const { ctx, hold } = reading;
  if (operator === 'exists') {
    const shouldExist = asBoolean(texts[0] ?? '');
    if (typeof shouldExist !== 'boolean') return 'must be true or false';
    const has = hasTerm(ctx, termsOf(ctx, taxonomy), false);
    return { variant: String(shouldExist), where: () => (shouldExist ? has : sql<SqlBool>`not ${has}`) };
  }
  const slugs = texts.map((text) => hold(text.normalize('NFC')));
  if (slugs.length === 0) return { where: () => (['nin', 'all'].includes(operator) ? sql`(1 = 1)` : sql`(1 = 0)`) };
  const [first, ...others] = operator === 'all' ? slugs.map((slug) => [slug]) : [slugs];
  const terms = () => (operator === 'under' ? termsUnder(ctx, taxonomy, slugs) : termsOf(ctx, taxonomy, first));
  const has = (through: boolean) => hasTerm(ctx, terms(), through);
  const hasOthers = () => others.map((slug) => hasTerm(ctx, termsOf(ctx, taxonomy, slug), false));
  const reached: Reached = {
    to: () => sql`${terms()}`,
    isOne: first?.length === 1 && operator !== 'under',
    field: null,
    rest: others.length === 0 ? null : () => sql<SqlBool>`(${sql.join(hasOthers(), sql` and `)})`,
  };
  if (isNegative(operator))
    return { opposite: { index: 'term', reached, where: has }, where: () => sql<SqlBool>`not ${has(false)}` };
  // The others are looked for among the links as well, before any item is read.
  const links = () =>
    sql`${linksOf(terms())}${sql.join(
      others.map((slug) => sql` and ${hasLink(ctx, sql.ref('termItems.itemId'), termsOf(ctx, taxonomy, slug))}`),
      sql``,
    )}`;
  const where = (through: boolean) =>
    through ? isLinked(ctx, links()) : sql<SqlBool>`(${sql.join([has(false), ...hasOthers()], sql` and `)})`;
  return { index: 'term', links, reached, where };
}

/** Whether an item has the term with this slug, which is in a slot. */
export function hasTermNamed(
  ctx: ReadContext,
  taxonomy: TaxonomyKey,
  slug: never,
  through: boolean,
): RawBuilder<SqlBool> {
  return hasTerm(ctx, termsOf(ctx, taxonomy, [slug]), through);
}

/** The same for what leads to items. */
export function reachTermNamed(ctx: ReadContext, taxonomy: TaxonomyKey, slug: never): Reached {
  return { to: () => sql`${termsOf(ctx, taxonomy, [slug])}`, isOne: true, field: null, rest: null };
}

/** The links that lead from the term with this slug, which is in a slot. */
export function linksOfTermNamed(ctx: ReadContext, taxonomy: TaxonomyKey, slug: never): RawBuilder<unknown> {
  return linksOf(termsOf(ctx, taxonomy, [slug]));
}

function linksOf(terms: Expression<unknown>): RawBuilder<unknown> {
  return sql`select "itemId" from "termItems" where "termId" in ${terms}`;
}

function isLinked(ctx: ReadContext, links: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(${sql.ref('items.id')} ${ctx.dialect.isOneOf(links)})`;
}

/** Finds the items of the terms, or checks each item. */
function hasTerm(ctx: ReadContext, terms: Expression<unknown>, through: boolean): RawBuilder<SqlBool> {
  return through ? isLinked(ctx, linksOf(terms)) : hasLink(ctx, sql.ref('items.id'), terms);
}

/** An item has few terms, and a site may have many. */
function hasLink(ctx: ReadContext, id: RawBuilder<unknown>, terms: Expression<unknown>): RawBuilder<SqlBool> {
  const term = ctx.dialect.unindexed(sql.ref('own.termId'));
  return sql`(exists (select 1 from "itemTerms" as "own" where "own"."itemId" = ${id}
    and ${term} ${ctx.dialect.isOneOf(sql`${terms}`)}))`;
}

/** The IDs of these terms, or of all. */
function termsOf(ctx: ReadContext, taxonomy: TaxonomyKey, slugs?: never[]): Expression<unknown> {
  return ctx.db
    .selectFrom('terms')
    .select('terms.id')
    .where('terms.taxonomy', '=', taxonomy)
    .$if(slugs !== undefined, (terms) => terms.where('terms.slug', 'in', slugs ?? []));
}

function termsUnder(ctx: ReadContext, taxonomy: TaxonomyKey, slugs: never[]): Expression<unknown> {
  return ctx.db
    .withRecursive('under(id)', (db) =>
      db
        .selectFrom('terms')
        .select('terms.id')
        .where('terms.taxonomy', '=', taxonomy)
        .where('terms.slug', 'in', slugs)
        .union(
          db
            .selectFrom('under')
            .innerJoin('terms', 'terms.parentId', 'under.id')
            .select('terms.id')
            .where('terms.taxonomy', '=', taxonomy),
        ),
    )
    .selectFrom('under')
    .select('under.id');
}
