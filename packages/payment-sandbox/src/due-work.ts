// Work that becomes due in time: sessions expire, subscriptions renew or end, slow refunds settle.
import { expireSession } from './checkout-sessions.ts';
import type { Context } from './context.ts';
import { deleteOldRequests } from './idempotency.ts';
import { dueRefunds, settleRefund } from './refunds.ts';
import { renewSubscription } from './subscription-billing.ts';

/** Processes everything that is due at `ctx.now()`, each in its own transaction. Returns whether anything was done. */
export function processDueWork(ctx: Context): boolean {
  const { store } = ctx;
  const before = latestEvent(ctx);
  for (const id of dueSessions(ctx)) store.transaction(() => expireSession(ctx, id));
  // One period at a time: after a long pause, the next calls process the rest.
  for (const id of dueSubscriptions(ctx)) store.transaction(() => renewSubscription(ctx, id));
  for (const id of dueRefunds(ctx)) store.transaction(() => settleRefund(ctx, id));
  return latestEvent(ctx) !== before;
}

/** Deletes old data. Call it at the start. */
export function deleteOldData(ctx: Context): void {
  ctx.store.transaction(() => deleteOldRequests(ctx));
}

function latestEvent({ store }: Context): number {
  return (store.prepare('select coalesce(max(seq), 0) as seq from events').get() as { seq: number }).seq;
}

function dueSessions({ store, now }: Context): string[] {
  const sql = `select id from objects where kind = 'checkout.session' and json_extract(body, '$.status') = 'open'
    and json_extract(body, '$.expires_at') <= ?`;
  return (store.prepare(sql).all(now()) as { id: string }[]).map((row) => row.id);
}

function dueSubscriptions({ store, now }: Context): string[] {
  const sql = `select id from objects where kind = 'subscription' and json_extract(body, '$.status') in ('active', 'past_due')
    and json_extract(body, '$.items.data[0].current_period_end') <= ?`;
  return (store.prepare(sql).all(now()) as { id: string }[]).map((row) => row.id);
}
