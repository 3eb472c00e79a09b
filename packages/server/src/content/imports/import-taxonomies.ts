// Taxonomies that another system has beside tags and categories.

import type { WriteContext } from '../../context/context.ts';
import { createTaxonomy, giveToType, isReserved, letNest } from '../terms/taxonomies.ts';

/**
 * The taxonomy for terms of one with this name in the source. A new one gets another name if this one means tags or
 * categories here.
 */
export async function importTaxonomy(
  ctx: WriteContext,
  wanted: string,
  { isNested }: { isNested: boolean },
): Promise<{ name: string; isNew: boolean }> {
  const name = isReserved(wanted) ? `${wanted}-2` : wanted;
  const existing = ctx.db.selectFrom('taxonomies').select('nested').where('name', '=', name);
  const known = await existing.executeTakeFirst();
  if (!known) await createTaxonomy(ctx, { name, nested: isNested });
  else if (isNested && known.nested === 0) await letNest(ctx, name);
  return { name, isNew: known === undefined };
}

/** Items of the type have terms of the taxonomy. */
export async function importTaxonomyOfType(ctx: WriteContext, taxonomy: string, type: string): Promise<void> {
  await giveToType(ctx, taxonomy, type);
}
