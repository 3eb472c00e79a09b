// Takes a person out of events, which stay in their place in the feed.

import type { WriteContext } from '../context/context.ts';

type Snapshot = { customerId?: unknown; description?: unknown };

/** Their data name the customer in the processor's objects only; all else are IDs of records. Returns how many there were. */
export async function eraseFromEvents(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const rows = await ctx.db
    .selectFrom('events')
    .select(['id', 'data'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, data } of rows) {
    const known = JSON.parse(data) as { subscription?: Snapshot; invoice?: Snapshot };
    for (const snapshot of [known.subscription, known.invoice])
      if (snapshot) Object.assign(snapshot, { customerId: null, description: null });
    await ctx.db
      .updateTable('events')
      .set({ contactId: null, data: JSON.stringify(known) })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
