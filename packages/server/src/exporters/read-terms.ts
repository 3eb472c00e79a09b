// The terms of some items, by item.

import type { ReadContext } from '../context/context.ts';
import type { Snapshot } from '../database/snapshot.ts';
import { allOf } from './in-batches.ts';

export type ItemTerm = { itemId: string; taxonomy: string; slug: string; name: string };

export async function readTermsOf(
  ctx: ReadContext,
  snapshot: Snapshot,
  itemIds: readonly string[],
): Promise<Map<string, ItemTerm[]>> {
  const query = ctx.db
    .selectFrom('itemTerms')
    .innerJoin('terms', 'terms.id', 'itemTerms.termId')
    .select(['itemTerms.itemId', 'terms.taxonomy', 'terms.slug', 'terms.name'])
    .where('itemTerms.itemId', 'in', itemIds)
    .orderBy('terms.slug');
  return Map.groupBy(await allOf<ItemTerm>(snapshot.rows(query)), ({ itemId }) => itemId);
}
