// Deliveries of webhooks: what was sent to whom, and how it went.

import { type OrderedQuery, type Readable, readableAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export type Delivery = {
  id: string;
  /** Also the header `webhook-id`, and the `id` in the body. */
  eventId: string;
  /** Name of the event, or `test`. */
  type: string;
  subscriberId: string;
  formId: string | null;
  url: string;
  status: DeliveryStatus;
  failure: string | null;
  attemptCount: number;
  nextAttemptAt: string | null;
  createdAt: string;
  deliveredAt: string | null;
};

export type DeliveryAttempt = {
  id: string;
  number: number;
  /** HTTP status; null where no answer came. */
  status: number | null;
  error: string | null;
  /** The first 16 KiB of the answer. */
  response: string;
  durationMs: number;
  createdAt: string;
};

export type DeliveryWithAttempts = Delivery & {
  /** As it is sent, byte for byte. */
  body: string;
  attempts: DeliveryAttempt[];
};

export type DeliveryQuery = OrderedQuery & {
  subscriber?: string;
  /** Name or id of the event. */
  event?: string;
  status?: DeliveryStatus;
};

type DeliveryShape = { listed: Delivery; one: DeliveryWithAttempts; query: DeliveryQuery };

export type Deliveries = Readable<DeliveryShape> & {
  /** Sends it again, at once. */
  resend(id: string, options?: CallOptions): Promise<Delivery>;
  /** Sends again all that failed, of a subscriber or in a window of time; answers how many. */
  resendFailed(
    window?: { subscriber?: string; from?: string; to?: string },
    options?: CallOptions,
  ): Promise<{ count: number }>;
};

export function deliveriesOf(connection: Connection): Deliveries {
  return {
    ...readableAt<DeliveryShape>(connection, '/deliveries'),
    resend: (id, { signal } = {}) => connection.request('POST', path`/deliveries/${id}/resend`, { signal }),
    resendFailed: (body = {}, { signal } = {}) => connection.request('POST', '/deliveries/resend', { body, signal }),
  };
}
