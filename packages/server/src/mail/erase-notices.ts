// Forgets that an address has unsubscribed from notices, and that it waits for a digest.

import type { ReadContext, WriteContext } from '../context.ts';

/** Those of the addresses, in lower case, that have done either. */
export async function findNoticed(ctx: ReadContext, addresses: readonly string[]): Promise<string[]> {
  const optOuts = ctx.db
    .selectFrom('mailOptOuts')
    .select('address')
    .where('address', 'in', ['', ...addresses]);
  const entries = ctx.db
    .selectFrom('digestEntries')
    .select((eb) => eb.fn<string>('lower', ['recipient']).as('address'))
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', ['', ...addresses]));
  return (await optOuts.union(entries).execute()).map(({ address }) => address);
}

/** Returns how many addresses there were. */
export async function eraseNotices(ctx: WriteContext, addresses: readonly string[]): Promise<number> {
  const found = await findNoticed(ctx, addresses);
  await ctx.db
    .deleteFrom('mailOptOuts')
    .where('address', 'in', ['', ...found])
    .execute();
  await ctx.db
    .deleteFrom('digestEntries')
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', ['', ...found]))
    .execute();
  return found.length;
}
