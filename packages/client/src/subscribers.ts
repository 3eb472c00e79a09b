// Webhooks: one resource, and the paths of a form and of payments, where they can be registered as well.

import type * as api from './api-types.ts';
import { type Collection, collectionAt, type Tagged } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

/** A webhook and its secret. Only a request that is repeated after its secret was replaced has none. */
export type WebhookWithSecret = api.WebhookWithSecret & {
  /** What its deliveries are signed with. */
  secret: string;
};
/** A webhook to register, with the events of one area. */
export type NewAreaWebhook<EventName> = Omit<api.NewFormWebhook, 'events'> & {
  /** The events to send. */
  events: EventName[];
};

type WebhookShape<New> = {
  listed: api.Webhook;
  one: Tagged<api.Webhook>;
  created: WebhookWithSecret;
  query: Omit<api.ListWebhooksQuery, 'total'>;
  fresh: New;
  change: api.WebhookChange;
};

/** The webhooks of a form or for payments. `client.webhooks` changes them. */
export type AreaWebhooks<EventName> = Omit<Collection<WebhookShape<NewAreaWebhook<EventName>>>, 'update'>;

/** Webhooks of every kind. */
export type Webhooks = Collection<WebhookShape<api.NewWebhook>> & {
  /** The new secret signs from now on. The old one signs too, until the time in the answer. */
  rotateSecret(id: string, body?: { secret?: string }, options?: CallOptions): Promise<WebhookWithSecret>;
  /** Sends a test delivery. */
  test(id: string, options?: CallOptions): Promise<api.Delivery>;
};

/** Those at a path such as `/payments/webhooks`. */
export function areaWebhooksAt<EventName>(connection: Connection, address: string): AreaWebhooks<EventName> {
  const { update: _, ...collection } = collectionAt<WebhookShape<NewAreaWebhook<EventName>>>(connection, address);
  return collection;
}

/** Webhooks of every kind. */
export function webhooksOf(connection: Connection): Webhooks {
  return {
    ...collectionAt<WebhookShape<api.NewWebhook>>(connection, '/webhooks'),
    rotateSecret: (id, body = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', path`/webhooks/${id}/rotate-secret`, { body, signal, timeoutSeconds }),
    test: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', path`/webhooks/${id}/test`, { signal, timeoutSeconds }),
  };
}
