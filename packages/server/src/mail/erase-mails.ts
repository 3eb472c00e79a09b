// Erases mails of and about a person from the outbox.

import type { WriteContext } from '../context/context.ts';

/** Returns how many there were. */
export async function eraseMails(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('mails')
    .where('id', 'in', ['', ...ids])
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
