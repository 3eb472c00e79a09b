// The webhooks that one screen manages: those for payments, those of one form, or all.

import type { Subscriber, Subscribers } from '@frontdesk/client';
import type { Column } from '../ui/data-table.tsx';

export type SubscriberArea = {
  /** The client for these webhooks. */
  subscribers: Subscribers<string>;
  /** The query key of the list. */
  queryKey: readonly unknown[];
  /** The events to choose from. */
  events: { name: string; label: string }[];
  mayEdit: boolean;
  /** Content types to choose from, for webhooks for content. */
  types?: { value: string; label: string }[];
  /** One more column of the list. */
  column?: Column<Subscriber<string>>;
  /** For a list of several kinds: what holds for this one. */
  areaOf?(subscriber: Subscriber<string>): SubscriberArea;
};

export type ShownSecret = { url: string; secret: string };
