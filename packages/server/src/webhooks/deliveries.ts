// Deliveries: one event for one subscriber, stored in the transaction of the event and sent by a job.
//
//   pending    waits for its job; without a job while the subscriber is paused
//   delivered  the receiver responded with 2xx
//   failed     all attempts failed, or no attempt makes sense (`failure` says why)

import { type StoredEvent, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, shapeOfInsert, slot, slotsForEach, valuesOf } from '../database/kept-queries.ts';
import { eventHead } from '../events/events.ts';
import { enqueueMany } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';

export const deliverTask = 'webhooks.deliver';

/**
 * `earlier`: attempts made before this round; the schedule counts from there. `deliveryId` is for the version before this one,
 * which may run beside it: this one finds the delivery by the key of the job.
 */
export type DeliverPayload = { deliveryId: string; earlier: number };

/** The payload of the job of a delivery. */
export function deliverPayload(deliveryId: string, earlier: number): DeliverPayload {
  return { deliveryId, earlier };
}

const queries = keptQueries();

const rowsPerInsert = 500;

/** Of which form an event is, or of which content type. */
type Subject = { formId?: string | null; contentType?: string };

/**
 * Stores a delivery for every subscriber to the event: those of its form, and those of no form. `body` is what the event says
 * beside its head, and only called if there is a subscriber. Paused subscribers get their deliveries when they are active again,
 * disabled ones get none.
 */
export async function fanOut(
  ctx: WriteContext,
  event: StoredEvent,
  { formId = null, contentType, body }: Subject & { body: () => Promise<object> },
): Promise<void> {
  const subscribers = await queries.run(ctx, `subscribers ${formId === null}`, { formId }, () =>
    ctx.db
      .selectFrom('subscribers')
      .select(['id', 'url', 'events', 'types'])
      .where((eb) => {
        const isOfNone = eb('formId', 'is', null);
        return formId === null ? isOfNone : eb.or([isOfNone, eb('formId', '=', slot('formId'))]);
      })
      .where('status', '!=', 'disabled'),
  );
  const head = eventHead(event);
  const { id: eventId, type } = head;
  const chosen = subscribers.filter(({ events, types }) => {
    if (!(JSON.parse(events) as string[]).includes(type)) return false;
    return contentType === undefined || types === null || (JSON.parse(types) as string[]).includes(contentType);
  });
  if (chosen.length === 0) return;
  const text = JSON.stringify({ ...head, ...(await body()) });
  await storeDeliveries(
    ctx,
    chosen.map(({ id, url }) => ({ eventId, subscriberId: id, formId, type, url, body: text })),
  );
}

type NewDelivery = Pick<Row<'deliveries'>, 'eventId' | 'subscriberId' | 'formId' | 'type' | 'url' | 'body'>;

/** Stores rows and jobs, many per statement. Jobs of paused subscribers hold their deliveries when they run. */
export async function storeDeliveries(ctx: WriteContext, deliveries: NewDelivery[]): Promise<string[]> {
  const now = timeOf(ctx);
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    id: newId('dlv'),
    status: 'pending' as const,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  }));
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const some = rows.slice(from, from + rowsPerInsert);
    await queries.send(ctx, shapeOfInsert(some), valuesOf(some), () =>
      ctx.db.insertInto('deliveries').values(slotsForEach(some)),
    );
  }
  await enqueueDeliveries(ctx, rows);
  return rows.map((row) => row.id);
}

/** Stores jobs for deliveries, due now. A job that is already waiting becomes due. `again`: enqueueMany. */
export async function enqueueDeliveries(
  ctx: WriteContext,
  deliveries: readonly { id: string; subscriberId: string; attempts: number }[],
  options: { again?: boolean } = {},
): Promise<void> {
  const jobs = deliveries.map(({ id, subscriberId, attempts }) => ({
    payload: deliverPayload(id, attempts),
    lane: subscriberId,
    uniqueKey: id,
  }));
  await enqueueMany(ctx, deliverTask, jobs, options);
}

/** Sends the pending deliveries of a subscriber. Lock its row first. */
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
