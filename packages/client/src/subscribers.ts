// Webhook subscribers, of a form or of the workspace's payments.

import { type Collection, collectionAt, type PageQuery } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Delivery } from './deliveries.ts';
import { path } from './query.ts';

export type FormEventName = 'submitted' | 'paid';

export type PaymentEventName =
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.refunded'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.canceled'
  | 'invoice.paid'
  | 'invoice.payment_failed';

export type Subscriber<EventName> = {
  id: string;
  /** Null: payment events of the workspace. */
  formId: string | null;
  url: string;
  events: EventName[];
  /** Paused: deliveries wait. Disabled: the receiver said it is gone. */
  status: 'active' | 'paused' | 'disabled';
  failingSince: string | null;
  previousSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
};

export type NewSubscriber<EventName> = {
  url: string;
  events: EventName[];
  /** Left out to have one made. */
  secret?: string;
};

/** The answer to registering: beside that to rotating, the only one that shows the secret. */
export type SubscriberWithSecret<EventName> = {
  id: string;
  url: string;
  events: EventName[];
  secret: string;
  createdAt: string;
};

export type SubscriberChange<EventName> = { url?: string; events?: EventName[]; status?: 'active' | 'paused' };

type SubscriberShape<EventName> = {
  listed: Subscriber<EventName>;
  one: Subscriber<EventName>;
  created: SubscriberWithSecret<EventName>;
  query: PageQuery;
  fresh: NewSubscriber<EventName>;
  change: SubscriberChange<EventName>;
};

export type Subscribers<EventName> = Collection<SubscriberShape<EventName>> & {
  /** The new secret signs at once; until the time in the answer the old one signs too. */
  rotateSecret(
    id: string,
    body?: { secret?: string },
    options?: CallOptions,
  ): Promise<SubscriberWithSecret<EventName> & { previousSecretUntil: string }>;
  /** Sends a test delivery. */
  test(id: string, options?: CallOptions): Promise<Delivery>;
};

export function subscribersAt<EventName>(connection: Connection, address: string): Subscribers<EventName> {
  return {
    ...collectionAt<SubscriberShape<EventName>>(connection, address),
    rotateSecret: (id, body = {}, { signal } = {}) =>
      connection.request('POST', `${address}${path`/${id}/rotate-secret`}`, { body, signal }),
    test: (id, { signal } = {}) => connection.request('POST', `${address}${path`/${id}/test`}`, { signal }),
  };
}
