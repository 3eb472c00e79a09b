// The tags and categories of an item, given by slug or name and created on first use.

import type { WriteContext } from '../../context.ts';
import { findOrCreateTerms } from './named-terms.ts';
import type { Taxonomy } from './terms.ts';

/** Replaces the item's terms of this taxonomy. Returns whether they changed. */
export async function setItemTerms(
  ctx: WriteContext,
  itemId: string,
  taxonomy: Taxonomy,
  texts: readonly string[],
): Promise<boolean> {
  const termIds = new Set(await findOrCreateTerms(ctx, taxonomy, texts));
  const current = await ctx.db
    .selectFrom('itemTerms')
    .innerJoin('terms', 'terms.id', 'itemTerms.termId')
    .select('terms.id')
    .where('itemTerms.itemId', '=', itemId)
    .where('terms.taxonomy', '=', taxonomy)
    .execute();
  const removed = current.map((term) => term.id).filter((id) => !termIds.has(id));
  if (removed.length > 0) {
    await ctx.db.deleteFrom('itemTerms').where('itemId', '=', itemId).where('termId', 'in', removed).execute();
  }
  await linkTerms(ctx, itemId, [...termIds]);
  return removed.length > 0 || termIds.size > current.length;
}

/** Adds terms to those the item has. */
export async function addItemTerms(
  ctx: WriteContext,
  itemId: string,
  texts: Record<Taxonomy, readonly string[]>,
): Promise<void> {
  const tags = await findOrCreateTerms(ctx, 'tag', texts.tag);
  const categories = await findOrCreateTerms(ctx, 'category', texts.category);
  await linkTerms(ctx, itemId, [...tags, ...categories]);
}

export async function linkTerms(ctx: WriteContext, itemId: string, termIds: readonly string[]): Promise<void> {
  if (termIds.length === 0) return;
  // A term that is deleted at this moment is not linked. Sorted, so that two transactions do not wait for each other.
  const terms = ctx.db.selectFrom('terms').select('id').where('id', 'in', termIds).orderBy('id');
  const existing = await ctx.dialect.lockKeyShare(terms).execute();
  if (existing.length === 0) return;
  await ctx.db
    .insertInto('itemTerms')
    .values(existing.map(({ id }) => ({ itemId, termId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
