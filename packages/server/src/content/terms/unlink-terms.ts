// Removes terms from all items that have them. Who does so locks those items first, and then the terms.

import type { WriteContext } from '../../context/context.ts';

/** On SQLite, one statement for many would block the event loop. */
const itemsPerPart = 300;

/** Locks the items that have any of these terms, in the order in which all lock items: who changes several of them at once would wait for this, and this for them. */
export async function lockItemsWith(ctx: WriteContext, termIds: readonly string[]): Promise<void> {
  if (!ctx.dialect.isShared) return;
  const linked = ctx.db.selectFrom('termItems').select('itemId').where('termId', 'in', termIds);
  const items = ctx.db.selectFrom('items').select('id').where('id', 'in', linked).orderBy('id');
  const locked = ctx.dialect.lockRowsForChange(items).as('locked');
  await ctx.db
    .selectFrom(locked)
    .select((eb) => eb.fn.countAll().as('count'))
    .execute();
}

/** Yields the IDs of the items that had any of these locked terms, each once, after they have lost them: some at a time. */
export async function* unlinkTerms(ctx: WriteContext, termIds: readonly string[]): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const after = last;
    const linked = ctx.db
      .selectFrom('termItems')
      .select('itemId')
      .distinct()
      .where('termId', 'in', termIds)
      .limit(itemsPerPart)
      // Where others change items meanwhile, all go through them in one order, past the rows that this has deleted.
      .$if(ctx.dialect.isShared, (links) => links.where('itemId', '>', after).orderBy('itemId'));
    const items = (await linked.execute()).map(({ itemId }) => itemId);
    last = items.at(-1) ?? after;
    // There are none, or none of these had a link: a damaged file has rows of lists without one.
    if (last === after) return;
    const links = ctx.db.deleteFrom('itemTerms').where('itemId', 'in', items).where('termId', 'in', termIds);
    // Others may have removed some meanwhile, or all of them.
    const removed = await links.returning('itemId').execute();
    if (removed.length > 0) yield [...new Set(removed.map(({ itemId }) => itemId))];
  }
}
