// The tags and categories of an item, given by slug or name and made on first use.

import type { WriteContext } from '../../context.ts';
import { slugify } from '../../lib/slug.ts';
import { fold } from '../../lib/text.ts';
import { addTerm, type Taxonomy } from './add-term.ts';

/** Makes `texts` the item's terms of this taxonomy. */
export async function setItemTerms(
  ctx: WriteContext,
  itemId: string,
  taxonomy: Taxonomy,
  texts: readonly string[],
): Promise<void> {
  const wanted = new Set(await findOrMakeTerms(ctx, taxonomy, texts));
  const carried = await ctx.db
    .selectFrom('itemTerms')
    .innerJoin('terms', 'terms.id', 'itemTerms.termId')
    .select('terms.id')
    .where('itemTerms.itemId', '=', itemId)
    .where('terms.taxonomy', '=', taxonomy)
    .execute();
  const dropped = carried.map((term) => term.id).filter((id) => !wanted.has(id));
  if (dropped.length > 0) {
    await ctx.db.deleteFrom('itemTerms').where('itemId', '=', itemId).where('termId', 'in', dropped).execute();
  }
  await linkTerms(ctx, itemId, [...wanted]);
}

/** Gives the item terms besides those it has. */
export async function addItemTerms(
  ctx: WriteContext,
  itemId: string,
  taxonomy: Taxonomy,
  texts: readonly string[],
): Promise<void> {
  await linkTerms(ctx, itemId, await findOrMakeTerms(ctx, taxonomy, texts));
}

export async function linkTerms(ctx: WriteContext, itemId: string, termIds: readonly string[]): Promise<void> {
  if (termIds.length === 0) return;
  await ctx.db
    .insertInto('itemTerms')
    .values(termIds.map((termId) => ({ itemId, termId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ids of the terms meant by slugs or names. */
async function findOrMakeTerms(ctx: WriteContext, taxonomy: Taxonomy, texts: readonly string[]): Promise<string[]> {
  // Sorted, so that two requests that make the same terms never wait for each other in a circle.
  const meant = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '').sort();
  if (meant.length === 0) return [];
  const slugs = [...new Set([...meant, ...meant.map(slugify)])];
  const known = await ctx.db
    .selectFrom('terms')
    .select(['id', 'slug', 'name'])
    .where('taxonomy', '=', taxonomy)
    .where((eb) => eb.or([eb('slug', 'in', slugs), eb('name', 'in', meant)]))
    .execute();
  const ids: string[] = [];
  for (const text of meant) {
    const term =
      known.find((term) => term.slug === text) ??
      known.find((term) => term.name === text) ??
      // `News` for `news`; but `C` is not `C++`, although their slugs are alike.
      known.find((term) => term.slug === slugify(text) && fold(term.name) === fold(text));
    if (term) ids.push(term.id);
    else {
      const made = await addTerm(ctx, { taxonomy, name: text });
      known.push(made);
      ids.push(made.id);
    }
  }
  return ids;
}
