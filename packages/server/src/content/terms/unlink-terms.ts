// Removes terms from all items that have them.

import type { WriteContext } from '../../context.ts';

/** On SQLite, one statement for many would block the event loop. */
const itemsPerPart = 300;

/** Yields the IDs of the items that had any of these locked terms, each once, after they have lost them: some at a time. */
export async function* unlinkTerms(ctx: WriteContext, termIds: readonly string[]): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const items = ctx.db
      .selectFrom('termItems')
      .select('itemId')
      .distinct()
      .where('termId', 'in', termIds)
      .limit(itemsPerPart)
      // Where others change items meanwhile, all go through them in one order, past the rows that this has deleted.
      .$if(ctx.dialect.isShared, (links) => links.where('itemId', '>', last).orderBy('itemId'));
    const ids = (await items.execute()).map(({ itemId }) => itemId);
    if (ids.length === 0) return;
    const links = ctx.db.deleteFrom('itemTerms').where('itemId', 'in', ids).where('termId', 'in', termIds);
    if ((await links.executeTakeFirstOrThrow()).numDeletedRows === 0n) return;
    yield ids;
    last = ids.at(-1)!;
  }
}
