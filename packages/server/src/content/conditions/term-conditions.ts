// Conditions on the tags and categories of items, by their slugs.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context.ts';
import { asBoolean } from '../../fields/from-text.ts';
import type { Taxonomy } from '../terms/terms.ts';
import { isNegative } from './compare.ts';
import type { Operator, Read, Reading } from './condition.ts';

const ofTerms = ['eq', 'ne', 'in', 'nin', 'all', 'exists'] as const;

export const termOperators: Record<Taxonomy, readonly Operator[]> = {
  tag: ofTerms,
  category: [...ofTerms, 'under'],
};

/** `in`: any of the terms; `under`: any of them or of what is below them. Without that, children do not count. */
export function readTermCondition(reading: Reading, taxonomy: Taxonomy, operator: Operator, texts: string[]): Read {
  const { ctx, hold } = reading;
  if (operator === 'exists') {
    const shouldExist = asBoolean(texts[0] ?? '');
    if (typeof shouldExist !== 'boolean') return 'must be true or false';
    const has = hasTerm(ctx, taxonomy, null);
    return { variant: String(shouldExist), where: () => (shouldExist ? has : sql<SqlBool>`not ${has}`) };
  }
  const slugs = texts.map((text) => hold(text.normalize('NFC')));
  return {
    where() {
      if (operator === 'all')
        return sql`(${sql.join([sql`(1 = 1)`, ...slugs.map((slug) => hasTerm(ctx, taxonomy, [slug]))], sql` and `)})`;
      if (slugs.length === 0) return isNegative(operator) ? sql`(1 = 1)` : sql`(1 = 0)`;
      if (operator === 'under') return isUnder(ctx, taxonomy, slugs);
      const has = hasTerm(ctx, taxonomy, slugs);
      return isNegative(operator) ? sql`not ${has}` : has;
    },
  };
}

/** Any of these terms, or any term at all. */
function hasTerm(ctx: ReadContext, taxonomy: Taxonomy, slugs: never[] | null): RawBuilder<SqlBool> {
  const linked = ctx.db
    .selectFrom('itemTerms')
    .innerJoin('terms', 'terms.id', 'itemTerms.termId')
    .select('itemTerms.itemId')
    .where('terms.taxonomy', '=', taxonomy)
    .$if(slugs !== null, (terms) => terms.where('terms.slug', 'in', slugs ?? []));
  return sql<SqlBool>`(${sql.ref('items.id')} in ${linked})`;
}

function isUnder(ctx: ReadContext, taxonomy: Taxonomy, slugs: never[]): RawBuilder<SqlBool> {
  const linked = ctx.db
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
    .selectFrom('itemTerms')
    .select('itemTerms.itemId')
    .where('itemTerms.termId', 'in', (eb) => eb.selectFrom('under').select('under.id'));
  return sql<SqlBool>`(${sql.ref('items.id')} in ${linked})`;
}
