// The history of deliveries.

import type { ReadContext, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { fail } from '../lib/errors.ts';
import { asReadBy, deliveriesFor } from './event-access.ts';
import { type Delivery, type DeliveryQuery, type DeliveryWithAttempts, deliveryList } from './webhooks.schemas.ts';

export async function listDeliveries(ctx: ReadContext, query: DeliveryQuery): Promise<RecordPage<Delivery>> {
  let matching = deliveriesFor(ctx, 'read');
  const { subject } = query;
  if (subject !== undefined)
    matching = matching.where('eventId', 'in', (eb) =>
      eb.selectFrom('events').select('events.id').where('events.subject', '=', subject),
    );
  return listRecords(matching.select(shownColumns), deliveryList, query, describe);
}

/** A delivery with its body, as far as the caller may read it, and its stored attempts. Throws delivery_not_found. */
export async function getDelivery(ctx: ReadContext, id: string): Promise<DeliveryWithAttempts> {
  const row = await deliveriesFor(ctx, 'read')
    .select([...shownColumns, 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => fail('delivery_not_found'));
  const attempts = await ctx.db
    .selectFrom('attempts')
    .select(['id', 'number', 'status', 'error', 'response', 'durationMs', 'createdAt'])
    .where('deliveryId', '=', id)
    .orderBy('number')
    .orderBy('id')
    .execute();
  return { ...describe(row), body: JSON.stringify(asReadBy(ctx, JSON.parse(row.body))), attempts };
}

/** A delivery as in lists, without checking access. */
export async function readDelivery(ctx: ReadContext, id: string): Promise<Delivery> {
  const query = ctx.db.selectFrom('deliveries').select(shownColumns).where('id', '=', id);
  return describe(await query.executeTakeFirstOrThrow());
}

const shownColumns = [
  'id',
  'eventId',
  'type',
  'subscriberId',
  'formId',
  'url',
  'status',
  'failure',
  'attempts',
  'nextAttemptAt',
  'createdAt',
  'deliveredAt',
] as const;

function describe<R extends Pick<Row<'deliveries'>, (typeof shownColumns)[number]>>(row: R) {
  const { attempts: attemptCount, ...rest } = row;
  return { ...rest, attemptCount };
}

// Erases deliveries that name a person, with what receivers responded.

/** Returns how many there were. One that was not sent yet is not sent any more. */
export async function eraseDeliveries(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const some = ['', ...ids];
  await ctx.db.deleteFrom('attempts').where('deliveryId', 'in', some).execute();
  const { numDeletedRows } = await ctx.db.deleteFrom('deliveries').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
