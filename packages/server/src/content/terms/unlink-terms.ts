// Removes terms from all items that have them.

import type { WriteContext } from '../../context.ts';

/** Returns the IDs of the items that had one of these terms, once for each that it had. */
export async function unlinkTerms(ctx: WriteContext, termIds: readonly string[]): Promise<string[]> {
  const items = ctx.db.selectFrom('termItems').select('itemId').where('termId', 'in', termIds);
  const removed = ctx.db.deleteFrom('itemTerms').where('itemId', 'in', items).where('termId', 'in', termIds);
  return (await removed.returning('itemId').execute()).map(({ itemId }) => itemId);
}
