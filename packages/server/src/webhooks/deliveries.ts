// Deliveries: one event for one subscriber, stored in the transaction of the event and sent by a job.
//
//   pending    waits for its job; without a job while the subscriber is paused
//   delivered  the receiver responded with 2xx
//   failed     all attempts failed, or no attempt makes sense (`failure` says why)

import { sql } from 'kysely';
import { type StoredEvent, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, shapeOfInsert, slot, slotsForEach, valuesOf } from '../database/kept-queries.ts';
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

/** Of which form, or of which content type; with `formId: null` alone the payments of the workspace. */
export type Subject = { formId: string | null; contentType?: string };

/**
 * Stores a delivery for every subscriber to the event. `name` is the event's name as subscribers know it; `body` is only
 * called if there is a subscriber. Paused subscribers get their deliveries when they are active again, disabled ones get
 * none.
 */
export async function fanOut(
  ctx: WriteContext,
  event: StoredEvent,
  { formId, contentType, name, body }: Subject & { name: string; body: () => Promise<object> },
): Promise<void> {
  const subscribers =
    contentType === undefined ? await readSubscribers(ctx, formId) : await readSubscribersTo(ctx, contentType);
  const chosen = subscribers.filter(({ events }) => JSON.parse(events).includes(name));
  if (chosen.length === 0) return;
  const { id: eventId, createdAt, sequence } = event;
  const text = JSON.stringify({ id: eventId, type: name, createdAt, sequence, ...(await body()) });
  const forContent = contentType === undefined ? 0 : 1;
  await storeDeliveries(
    ctx,
    chosen.map(({ id, url }) => ({ eventId, subscriberId: id, formId, forContent, type: name, url, body: text })),
  );
}

type Receiver = Pick<Row<'subscribers'>, 'id' | 'url' | 'events'>;

/** The subscribers of the form, or of the workspace. */
async function readSubscribers(ctx: WriteContext, formId: string | null): Promise<Receiver[]> {
  return queries.run(ctx, `subscribers ${formId === null}`, { formId }, () =>
    ctx.db
      .selectFrom('subscribers')
      .select(['id', 'url', 'events'])
      .where((eb) => (formId === null ? eb('formId', 'is', null) : eb('formId', '=', slot('formId'))))
      .where('forContent', '=', sql.lit(0))
      .where('status', '!=', 'disabled'),
  );
}

/** The subscribers to content of this type. */
async function readSubscribersTo(ctx: WriteContext, contentType: string): Promise<Receiver[]> {
  const subscribers = await queries.run(ctx, 'content subscribers', {}, () =>
    ctx.db
      .selectFrom('subscribers')
      .select(['id', 'url', 'events', 'types'])
      .where('forContent', '=', sql.lit(1))
      .where('status', '!=', 'disabled'),
  );
  return subscribers.filter(({ types }) => {
    const names: string[] = JSON.parse(types ?? '[]');
    return names.length === 0 || names.includes(contentType);
  });
}

type NewDelivery = Pick<
  Row<'deliveries'>,
  'eventId' | 'subscriberId' | 'formId' | 'forContent' | 'type' | 'url' | 'body'
>;

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
