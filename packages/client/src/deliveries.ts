// Deliveries of webhooks, with every attempt.

import type { Delivery, DeliveryWithAttempts, ListDeliveriesQuery, ResendWindow } from './api-types.ts';
import { type Readable, readableAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

type DeliveryShape = { listed: Delivery; one: DeliveryWithAttempts; query: ListDeliveriesQuery };

/** What was sent to webhooks, with every attempt. */
export type Deliveries = Readable<DeliveryShape> & {
  /** Sends a delivery again, now. */
  resend(id: string, options?: CallOptions): Promise<Delivery>;
  /** Sends failed deliveries again: all, or those of one subscriber or period. Returns how many. */
  resendFailed(window?: ResendWindow, options?: CallOptions): Promise<{ count: number }>;
};

export function deliveriesOf(connection: Connection): Deliveries {
  return {
    ...readableAt<DeliveryShape>(connection, '/deliveries'),
    resend: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', path`/deliveries/${id}/resend`, { signal, timeoutSeconds }),
    resendFailed: (body = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/deliveries/resend', { body, signal, timeoutSeconds }),
  };
}
