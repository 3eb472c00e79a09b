// A place where subscribers are managed: of a form, or of the workspace's payment events.

import type { Subscribers } from '@frontdesk/client';

export type SubscriberArea = {
  /** Where they are managed, of the client. */
  subscribers: Subscribers<string>;
  /** Begins the keys of what is read here. */
  queryKey: readonly unknown[];
  /** What they can choose from, with words for people. */
  events: { name: string; label: string }[];
  mayChange: boolean;
};

export type ShownSecret = { url: string; secret: string };
