// The webhooks that one screen manages: those for payments, or those of one form.

import type { Subscribers } from '@frontdesk/client';

export type SubscriberArea = {
  /** The client for these webhooks. */
  subscribers: Subscribers<string>;
  /** The query key of the list. */
  queryKey: readonly unknown[];
  /** The events to choose from. */
  events: { name: string; label: string }[];
  mayEdit: boolean;
};

export type ShownSecret = { url: string; secret: string };
