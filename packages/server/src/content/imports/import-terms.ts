// Tags and categories from another system.

import type { WriteContext } from '../../context.ts';
import { addTerm, type Taxonomy } from '../terms/add-term.ts';

export type ImportedTerm = {
  taxonomy: Taxonomy;
  /** Null: made from the name. */
  slug: string | null;
  name: string;
  description: string;
  parentId: string | null;
};

/** Stores a term. An existing one with the same slug, or without a slug the same name, stays unchanged. */
export async function importTerm(ctx: WriteContext, term: ImportedTerm): Promise<{ id: string; isNew: boolean }> {
  const existing = await ctx.db
    .selectFrom('terms')
    .select('id')
    .where('taxonomy', '=', term.taxonomy)
    .where(term.slug === null ? 'name' : 'slug', '=', term.slug ?? term.name)
    .executeTakeFirst();
  if (existing) return { id: existing.id, isNew: false };
  const { id } = await addTerm(ctx, { ...term, slug: term.slug ?? undefined });
  return { id, isNew: true };
}
