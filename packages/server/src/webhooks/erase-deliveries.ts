// Erases deliveries that name a person, with what receivers responded.

import type { WriteContext } from '../context/context.ts';

/** Returns how many there were. One that was not sent yet is not sent any more. */
export async function eraseDeliveries(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const some = ['', ...ids];
  await ctx.db.deleteFrom('attempts').where('deliveryId', 'in', some).execute();
  const { numDeletedRows } = await ctx.db.deleteFrom('deliveries').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
