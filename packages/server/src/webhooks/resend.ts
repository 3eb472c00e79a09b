// Sends deliveries on request: one again, all that failed in a period, or a test.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import { eventHead } from '../events/events.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { enqueueDeliveries, storeDeliveries } from './deliveries.ts';
import { readDelivery } from './delivery-history.ts';
import { deliveriesFor, requireChange } from './event-access.ts';
import { describeWebhook, lockSubscriber } from './subscribers.ts';
import type { Delivery, ResendWindow } from './webhooks.schemas.ts';

/**
 * Makes a new attempt now, or after the one that is being made. A failed delivery starts its schedule again, a delivered one
 * gets one attempt, and the next attempt of a pending one is moved forward. Throws delivery_not_found, subscriber_gone, conflict
 * (the subscriber is disabled).
 */
export async function resendDelivery(ctx: WriteContext, id: string): Promise<Delivery> {
  const query = deliveriesFor(ctx, 'read').where('id', '=', id);
  const row = await ctx.dialect
    .lockRows(query.select(['id', 'subscriberId', 'status', 'attempts', 'type']))
    .executeTakeFirstOrThrow(() => fail('delivery_not_found'));
  const subscriber = await ctx.db
    .selectFrom('subscribers')
    .selectAll()
    .where('id', '=', row.subscriberId)
    .executeTakeFirstOrThrow(() => fail('subscriber_gone'));
  const { formId, events } = describeWebhook(subscriber);
  requireChange(ctx, { formId, events: row.type === 'test' ? events : [...events, row.type] });
  if (subscriber.status === 'disabled' && row.type !== 'test') {
    throw fail('conflict', 'The subscriber is disabled because its receiver responded with 410. Activate it first');
  }
  if (row.status === 'failed') await reopen(ctx, [row.id]);
  await enqueueDeliveries(ctx, [row], { again: true });
  return readDelivery(ctx, id);
}

const perTransaction = 500;

/** Resends the failed deliveries created in the window, except to deleted and disabled subscribers. Returns their number. */
export async function resendFailed(ctx: Context, window: ResendWindow): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const ids = await inTransaction(ctx, (ctx) => resendNext(ctx, window, after));
    const last = ids.at(-1);
    if (last === undefined) return count;
    count += ids.length;
    after = last;
  }
}

async function resendNext(
  ctx: WriteContext,
  { subscriberId, createdAt: { gte, lt } = {} }: ResendWindow,
  after: string,
): Promise<string[]> {
  const enabled = ctx.db.selectFrom('subscribers').select('id').where('status', '!=', 'disabled');
  let query = deliveriesFor(ctx, 'write')
    .select(['id', 'subscriberId', 'attempts'])
    .where('status', '=', 'failed')
    .where('id', '>', after)
    .where('subscriberId', 'in', enabled);
  if (subscriberId !== undefined) query = query.where('subscriberId', '=', subscriberId);
  if (gte !== undefined) query = query.where('createdAt', '>=', new Date(gte).toISOString());
  if (lt !== undefined) query = query.where('createdAt', '<', new Date(lt).toISOString());
  const rows = await ctx.dialect.lockRows(query.orderBy('id').limit(perTransaction)).execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await reopen(ctx, ids);
  await enqueueDeliveries(ctx, rows);
  return ids;
}

async function reopen(ctx: WriteContext, ids: string[]): Promise<void> {
  await ctx.db
    .updateTable('deliveries')
    .set({ status: 'pending', failure: null, nextAttemptAt: timeOf(ctx) })
    .where('id', 'in', ids)
    .execute();
}

/** Sends a test once, even to a paused subscriber. Throws subscriber_not_found. */
export async function sendTest(ctx: WriteContext, subscriberId: string): Promise<Delivery> {
  const { id, formId, url, events } = await lockSubscriber(ctx, subscriberId);
  const eventId = newId('evt');
  const subscriber = { id, url, events: JSON.parse(events) };
  const head = eventHead({ ...{ id: eventId, type: 'test' }, createdAt: timeOf(ctx), ...{ subject: id, sequence: 1 } });
  const body = JSON.stringify({ ...head, subscriber });
  const [deliveryId = ''] = await storeDeliveries(ctx, [{ eventId, subscriberId, formId, type: 'test', url, body }]);
  return readDelivery(ctx, deliveryId);
}
