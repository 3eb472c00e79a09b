// What follows from each event, in its transaction. Whoever wonders "what else happens when…?" reads this page.

import type { React, StoredEvent, WriteContext } from './context.ts';
import type { EventData, EventType } from './events/event-types.ts';

type Reaction<Type extends EventType> = (
  ctx: WriteContext,
  event: StoredEvent & { type: Type; data: EventData[Type] },
) => Promise<void>;

const reactions: { [Type in EventType]: Reaction<Type>[] } = {
  'submission.submitted': [],
  'submission.paid': [],
  'payment.succeeded': [],
  'payment.failed': [],
  'payment.refunded': [],
  'subscription.created': [],
  'subscription.updated': [],
  'subscription.canceled': [],
  'invoice.paid': [],
  'invoice.payment_failed': [],
};

export const react: React = async (ctx, event) => {
  for (const reaction of reactions[event.type as EventType]) await (reaction as Reaction<never>)(ctx, event as never);
};
