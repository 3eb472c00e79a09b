// Webhook subscribers: of a form, of the payments, or of any kind.

import type * as api from './api-types.ts';
import { type Collection, collectionAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { PageQuery } from './pages.ts';
import { path } from './query.ts';

/** The same shape with the events of one area. */
type WithEvents<Shape, EventName> = Omit<Shape, 'events'> & { events: EventName[] };

export type Subscriber<EventName> = WithEvents<api.Subscriber, EventName>;
export type NewSubscriber<EventName> = WithEvents<api.NewFormSubscriber, EventName>;
/** Only a request that is repeated after its secret was replaced has none. */
type WithSecret<Shape> = Shape & { secret: string };
export type SubscriberWithSecret<EventName> = WithSecret<WithEvents<api.SubscriberWithSecret, EventName>>;
export type RotatedSecret<EventName> = WithSecret<WithEvents<api.RotatedSecret, EventName>>;
export type SubscriberChange<EventName> = Omit<api.FormSubscriberChange, 'events'> & { events?: EventName[] };

type SubscriberShape<EventName> = {
  listed: Subscriber<EventName>;
  one: Subscriber<EventName>;
  created: SubscriberWithSecret<EventName>;
  query: PageQuery;
  fresh: NewSubscriber<EventName>;
  change: SubscriberChange<EventName>;
};

export type Subscribers<EventName> = Collection<SubscriberShape<EventName>> & {
  /** The new secret signs from now on. The old one signs too, until the time in the answer. */
  rotateSecret(id: string, body?: { secret?: string }, options?: CallOptions): Promise<RotatedSecret<EventName>>;
  /** Sends a test delivery. */
  test(id: string, options?: CallOptions): Promise<api.Delivery>;
};

export function subscribersAt<EventName>(connection: Connection, address: string): Subscribers<EventName> {
  return {
    ...collectionAt<SubscriberShape<EventName>>(connection, address),
    rotateSecret: (id, body = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${address}${path`/${id}/rotate-secret`}`, { body, signal, timeoutSeconds }),
    test: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${address}${path`/${id}/test`}`, { signal, timeoutSeconds }),
  };
}

type WebhookShape = {
  listed: api.Webhook;
  one: api.Webhook;
  created: api.SubscriberWithSecret;
  query: PageQuery;
  fresh: api.NewWebhook;
  change: api.WebhookChange;
};

export type Webhooks = Collection<WebhookShape> & Pick<Subscribers<string>, 'rotateSecret' | 'test'>;

/** Webhooks of every kind; new ones are for content. */
export function webhooksOf(connection: Connection): Webhooks {
  const { rotateSecret, test } = subscribersAt<string>(connection, '/webhooks');
  return { ...collectionAt<WebhookShape>(connection, '/webhooks'), rotateSecret, test };
}
