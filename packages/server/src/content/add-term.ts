// Making a term under a slug that is free, also while another request makes the same one.

import { timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { newId } from '../lib/ids.ts';
import { findFreeSlug, slugBase } from './free-slug.ts';

export type Taxonomy = 'tag' | 'category';

export type NewTerm = {
  id?: string | undefined;
  taxonomy: Taxonomy;
  /** Made from the name when absent. */
  slug?: string | undefined;
  name: string;
  description?: string | undefined;
  parentId?: string | null | undefined;
};

/** The term that was made; or, when another made one of that slug and name first, theirs. */
export async function addTerm(ctx: WriteContext, input: NewTerm): Promise<Row<'terms'>> {
  const id = input.id ?? newId('term');
  for (;;) {
    const base = input.slug ?? slugBase(input.name, id.replace('_', '-'));
    const slug = await findFreeSlug(base, (slugs) => findTakenTerms(ctx, input.taxonomy, slugs));
    const row: Row<'terms'> = {
      id,
      taxonomy: input.taxonomy,
      slug,
      name: input.name,
      description: input.description ?? '',
      parentId: input.parentId ?? null,
      createdAt: timeOf(ctx),
    };
    const inserted = await ctx.db
      .insertInto('terms')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return row;
    const theirs = await ctx.db
      .selectFrom('terms')
      .selectAll()
      .where('taxonomy', '=', input.taxonomy)
      .where((eb) => eb.or([eb('id', '=', id), eb.and([eb('slug', '=', slug), eb('name', '=', input.name)])]))
      .executeTakeFirst();
    if (theirs) return theirs;
  }
}

async function findTakenTerms(ctx: WriteContext, taxonomy: Taxonomy, slugs: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('terms')
    .select('slug')
    .where('taxonomy', '=', taxonomy)
    .where('slug', 'in', slugs)
    .execute();
  return new Set(rows.map((row) => row.slug));
}
