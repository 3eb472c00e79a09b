// What is heard of a payment intent, from an event or because the processor was asked.

import type { Invoice } from './processor-billing.ts';
import type { Intent, Session } from './processor-objects.ts';

export type IntentNews = {
  intent: Intent;
  /** The processor was asked; otherwise this is what an event of its own told. */
  isCurrent: boolean;
  /** The checkout session it was paid in. */
  session?: Session;
  /** The processor's invoice it pays. */
  invoice?: Invoice | null;
  /** A declined try. `cause` tells it from the other tries of the same intent. */
  failure?: {
    cause: string;
    message: string | null;
    /** Another event tells of the same try: this one is news only while nothing was paid. */
    isEcho?: boolean;
  };
};
