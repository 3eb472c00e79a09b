// Creating a term under a free slug, safe when two requests create the same one.

import { timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { newId } from '../../lib/ids.ts';
import { fold } from '../../lib/text.ts';
import { findFreeSlug, slugBase } from '../slugs.ts';

export type Taxonomy = 'tag' | 'category';

export type TermInput = {
  id?: string | undefined;
  taxonomy: Taxonomy;
  /** Made from the name if absent. */
  slug?: string | undefined;
  name: string;
  description?: string | undefined;
  parentId?: string | null | undefined;
};

/**
 * The new term; or the one with the same `id` or, without a given slug, the same name, if another request created it
 * first. A slug that another term has is numbered.
 */
export async function addTerm(ctx: WriteContext, input: TermInput): Promise<Row<'terms'>> {
  const id = input.id ?? newId('term');
  const base = input.slug ?? slugBase(input.name, id.replace('_', '-'));
  for (;;) {
    let same: Row<'terms'> | undefined;
    const slug = await findFreeSlug(base, async (slugs) => {
      const existing = await findTerms(ctx, input.taxonomy, slugs, id);
      same ??= existing.find((term) => term.id === id || (!input.slug && fold(term.name) === fold(input.name)));
      return new Set(existing.map((term) => term.slug));
    });
    if (same) return same;
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
  }
}

function findTerms(ctx: WriteContext, taxonomy: Taxonomy, slugs: string[], id: string): Promise<Row<'terms'>[]> {
  return ctx.db
    .selectFrom('terms')
    .selectAll()
    .where('taxonomy', '=', taxonomy)
    .where((eb) => eb.or([eb('slug', 'in', slugs), eb('id', '=', id)]))
    .execute();
}
