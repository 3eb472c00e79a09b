// A test delivery, so that the owner of a receiver can try it.

import { timeOf, type WriteContext } from '../context.ts';
import { newId } from '../lib/ids.ts';
import { storeDeliveries } from './deliveries.ts';
import { readDelivery } from './delivery-history.ts';
import { lockSubscriber, type Owner } from './subscribers.ts';
import type { Delivery } from './webhooks.schemas.ts';

/** Sends a test to a subscriber, once, also while it is paused. Throws subscriber_not_found. */
export async function sendTest(ctx: WriteContext, owner: Owner, subscriberId: string): Promise<Delivery> {
  const { id, url, events } = await lockSubscriber(ctx, owner, subscriberId);
  const eventId = newId('evt');
  const subscriber = { id, url, events: JSON.parse(events) };
  const body = JSON.stringify({ id: eventId, type: 'test', createdAt: timeOf(ctx), subscriber });
  const [deliveryId = ''] = await storeDeliveries(ctx, [
    { eventId, subscriberId, formId: owner.formId, type: 'test', url, body },
  ]);
  return readDelivery(ctx, deliveryId);
}
