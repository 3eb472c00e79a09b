// Drafts of items that name another author than the item has.

import { sql } from 'kysely';
import type { WriteContext } from '../../context/context.ts';
import { containsText } from '../../database/contains-text.ts';

/** The drafts that name this author. They are few beside the items, and no index has what is in them. */
export async function draftsOfAuthor(ctx: WriteContext, authorId: string) {
  const rows = await ctx.db
    .selectFrom('drafts')
    .select(['itemId', 'change'])
    .where(containsText(sql`cast(${sql.ref('drafts.change')} as text)`, authorId))
    .orderBy('itemId')
    .execute();
  return rows
    .map(({ itemId, change }) => ({ itemId, change: JSON.parse(change) }))
    .filter(({ change }) => change.authorId === authorId);
}

/** Their drafts name another author from now on. */
export async function moveDrafts(ctx: WriteContext, from: string, to: string): Promise<void> {
  for (const { itemId, change } of await draftsOfAuthor(ctx, from)) {
    const moved = JSON.stringify({ ...change, authorId: to });
    await ctx.db.updateTable('drafts').set({ change: moved }).where('itemId', '=', itemId).execute();
  }
}
