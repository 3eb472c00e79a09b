// The tags and categories of an item, given by slug or name and created on first use.

import type { WriteContext } from '../../context/context.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { findOrCreateTerms, type NamedTerm } from './named-terms.ts';
import type { TaxonomyKey } from './terms.ts';

const queries = keptQueries();

/** Replaces the item's terms of this taxonomy. Returns whether they changed. */
export async function setItemTerms(
  ctx: WriteContext,
  itemId: string,
  taxonomy: TaxonomyKey,
  texts: readonly string[],
): Promise<boolean> {
  const terms = await findOrCreateTerms(ctx, { [taxonomy]: texts });
  const termIds = new Set(terms.map(({ id }) => id));
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
  await insertLinks(ctx, itemId, [...termIds]);
  return removed.length > 0 || termIds.size > current.length;
}

/** Adds terms to a new item. */
export async function addTermsTo(ctx: WriteContext, itemId: string, terms: readonly NamedTerm[]): Promise<void> {
  await insertLinks(
    ctx,
    itemId,
    terms.map(({ id }) => id),
  );
}

/** Adds terms to items; those that are not among the `existing` ones (lockNamed) are gone. */
export async function linkTerms(
  ctx: WriteContext,
  items: readonly { id: string; termIds: readonly string[] }[],
  existing: ReadonlyMap<string, string>,
): Promise<void> {
  const links = items.flatMap((item) =>
    item.termIds.filter((termId) => existing.has(termId)).map((termId) => ({ itemId: item.id, termId })),
  );
  await queries.sendRows(ctx, 'link', links, (slots) =>
    ctx.db
      .insertInto('itemTerms')
      .values(slots)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

async function insertLinks(ctx: WriteContext, itemId: string, termIds: string[]): Promise<void> {
  if (termIds.length === 0) return;
  await queries.send(ctx, `${termIds.length}`, { itemId, ...termIds }, () =>
    ctx.db
      .insertInto('itemTerms')
      .values(termIds.map((_, index) => ({ itemId: slot('itemId'), termId: slot(`${index}`) })))
      .onConflict((conflict) => conflict.doNothing()),
  );
}
