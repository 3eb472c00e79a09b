// Deliveries: one event for one subscriber. Made in the transaction of the event; the job sends it.
//
//   pending    waits for its job; without a job while the subscriber is paused
//   delivered  the receiver said 2xx
//   failed     no attempt is left, or none would be of use (`failure` says why)

import { type StoredEvent, timeOf, type WriteContext } from '../context.ts';
import { enqueueMany } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';

export const deliverTask = 'webhooks.deliver';

/** `earlier`: attempts made before this round; the schedule counts from there. */
export type DeliverPayload = { deliveryId: string; earlier: number };

const rowsPerInsert = 500;

/**
 * Stores a delivery for every subscriber that chose the event: of the form, or with null of the workspace. `name` is
 * the event's name as subscribers choose it; `body` gives what is told of it, and is asked only where somebody listens.
 * Paused subscribers get theirs when they are active again, disabled ones none.
 */
export async function fanOut(
  ctx: WriteContext,
  event: StoredEvent,
  { formId, name, body }: { formId: string | null; name: string; body: () => Promise<object> },
): Promise<void> {
  const subscribers = await ctx.db
    .selectFrom('subscribers')
    .select(['id', 'url', 'events'])
    .where('formId', formId === null ? 'is' : '=', formId)
    .where('status', '!=', 'disabled')
    .execute();
  const chosen = subscribers.filter(({ events }) => JSON.parse(events).includes(name));
  if (chosen.length === 0) return;
  const { id: eventId, createdAt, sequence } = event;
  const text = JSON.stringify({ id: eventId, type: name, createdAt, sequence, ...(await body()) });
  await storeDeliveries(
    ctx,
    chosen.map(({ id, url }) => ({ eventId, subscriberId: id, formId, type: name, url, body: text })),
  );
}

type NewDelivery = {
  eventId: string;
  subscriberId: string;
  formId: string | null;
  type: string;
  url: string;
  body: string;
};

/** Rows and jobs, each many in one statement. A paused subscriber's job finds out by itself that it has to wait. */
export async function storeDeliveries(ctx: WriteContext, deliveries: NewDelivery[]): Promise<string[]> {
  const now = timeOf(ctx);
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    id: newId('dlv'),
    status: 'pending' as const,
    failure: null,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
    deliveredAt: null,
  }));
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await ctx.db
      .insertInto('deliveries')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute();
  }
  await enqueueDeliveries(ctx, rows);
  return rows.map((row) => row.id);
}

/** Jobs for deliveries, due now; a waiting one is hurried, never doubled. */
export async function enqueueDeliveries(
  ctx: WriteContext,
  deliveries: readonly { id: string; subscriberId: string; attempts: number }[],
): Promise<void> {
  const jobs = deliveries.map(({ id, subscriberId, attempts }) => ({
    payload: { deliveryId: id, earlier: attempts } satisfies DeliverPayload,
    lane: subscriberId,
    uniqueKey: id,
  }));
  await enqueueMany(ctx, deliverTask, jobs);
}

/** Sends what waited for a paused subscriber. Hold the lock on its row. */
export async function enqueuePending(ctx: WriteContext, subscriberId: string): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('deliveries')
    .select(['id', 'subscriberId', 'attempts'])
    .where('subscriberId', '=', subscriberId)
    .where('status', '=', 'pending')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  await enqueueDeliveries(ctx, waiting);
}
