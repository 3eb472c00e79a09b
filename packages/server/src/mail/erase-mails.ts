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

// Forgets that an address has unsubscribed from notices, and that it waits for a digest.

/** Returns how many there were. */
export async function eraseOptOuts(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const gone = ctx.db.deleteFrom('mailOptOuts').where('id', 'in', ['', ...ids]);
  return Number((await gone.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Returns how many submissions a digest would have reported to it. */
export async function eraseDigestEntries(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const gone = ctx.db.deleteFrom('digestEntries').where('id', 'in', ['', ...ids]);
  return Number((await gone.executeTakeFirstOrThrow()).numDeletedRows);
}
