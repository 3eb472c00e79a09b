// Reads the processor's subscriptions and invoices into our own terms, in the shapes of its old and new API versions.
// What moved in 2025-03-31.basil: invoice.subscription, invoice.charge, subscription.current_period_start and _end.

import type { ProcessorInvoice } from '../crm/paid-invoices.ts';
import {
  dateOf,
  type Hints,
  hintsOf,
  idOf,
  listOf,
  numberOf,
  objectOf,
  type Payer,
  type ProcessorObject,
  textOf,
} from './processor-objects.ts';

export type SubscriptionSnapshot = {
  id: string;
  status: string;
  customerId: string | null;
  currency: string | null;
  description: string | null;
  items: {
    id: string | null;
    priceId: string | null;
    productId: string | null;
    quantity: number;
    unitAmount: number | null;
    currency: string | null;
    interval: string | null;
    intervalCount: number | null;
  }[];
  currentPeriodStart: string | null;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  cancelAt: string | null;
  canceledAt: string | null;
  endedAt: string | null;
  trialStart: string | null;
  trialEnd: string | null;
  /** What happens to invoices while collection is paused; null while it is not. */
  pauseBehavior: string | null;
  pausedUntil: string | null;
  startedAt: string | null;
};

export type Subscription = { snapshot: SubscriptionSnapshot; payer: Payer; hints: Hints; ended: boolean };

export function readSubscription(object: ProcessorObject): Subscription {
  const items = listOf(object.items);
  const customer = objectOf(object.customer);
  const pause = objectOf(object.pause_collection);
  const status = textOf(object.status) ?? 'active';
  return {
    snapshot: {
      id: idOf(object) ?? '',
      status,
      customerId: idOf(object.customer),
      currency: textOf(object.currency),
      description: textOf(object.description),
      items: items.map(readItem),
      currentPeriodStart: dateOf(object.current_period_start ?? items[0]?.current_period_start),
      currentPeriodEnd: dateOf(object.current_period_end ?? items[0]?.current_period_end),
      cancelAtPeriodEnd: object.cancel_at_period_end === true,
      cancelAt: dateOf(object.cancel_at),
      canceledAt: dateOf(object.canceled_at),
      endedAt: dateOf(object.ended_at),
      trialStart: dateOf(object.trial_start),
      trialEnd: dateOf(object.trial_end),
      pauseBehavior: textOf(pause?.behavior),
      pausedUntil: dateOf(pause?.resumes_at),
      startedAt: dateOf(object.start_date ?? object.created),
    },
    payer: {
      customerId: idOf(object.customer),
      email: textOf(customer?.email),
      name: textOf(customer?.name),
      phone: textOf(customer?.phone),
    },
    hints: hintsOf(object),
    ended: status === 'canceled' || status === 'incomplete_expired',
  };
}

function readItem(item: ProcessorObject): SubscriptionSnapshot['items'][number] {
  const price = objectOf(item.price) ?? objectOf(item.plan);
  const recurring = objectOf(price?.recurring) ?? objectOf(item.plan);
  return {
    id: idOf(item),
    priceId: idOf(price),
    productId: idOf(price?.product),
    quantity: item.quantity === undefined ? 1 : numberOf(item.quantity),
    unitAmount: (price?.unit_amount ?? price?.amount ?? null) as number | null,
    currency: textOf(price?.currency),
    interval: textOf(recurring?.interval),
    intervalCount: (recurring?.interval_count ?? null) as number | null,
  };
}

export type Invoice = {
  facts: ProcessorInvoice;
  customerId: string | null;
  payer: Payer;
  hints: Hints;
  attempts: number;
  chargeId: string | null;
  hostedUrl: string | null;
  billingReason: string | null;
};

const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

export function readInvoice(object: ProcessorObject): Invoice {
  const parent = objectOf(objectOf(object.parent)?.subscription_details);
  const details = parent ?? objectOf(object.subscription_details);
  const own = hintsOf(object);
  const ofSubscription = hintsOf(details ?? {});
  const moves = objectOf(object.status_transitions);
  const status = invoiceStatuses.find((name) => name === object.status) ?? (object.paid === true ? 'paid' : 'open');
  return {
    facts: {
      processorInvoiceId: idOf(object) ?? '',
      invoiceId: own.invoice,
      contactId: null,
      subscriptionId: idOf(details?.subscription) ?? idOf(object.subscription),
      number: textOf(object.number),
      status,
      amount: object.total === undefined ? numberOf(object.amount_due) : numberOf(object.total),
      amountPaid: numberOf(object.amount_paid),
      currency: textOf(object.currency) ?? 'usd',
      description: textOf(object.description),
      dueAt: dateOf(object.due_date),
      paidAt: dateOf(moves?.paid_at) ?? (status === 'paid' ? dateOf(object.created) : null),
    },
    customerId: idOf(object.customer),
    payer: {
      customerId: idOf(object.customer),
      email: textOf(object.customer_email),
      name: textOf(object.customer_name),
      phone: textOf(object.customer_phone),
    },
    hints: {
      ...own,
      contact: own.contact ?? ofSubscription.contact,
      contactGuess: own.contactGuess ?? ofSubscription.contactGuess,
    },
    attempts: numberOf(object.attempt_count),
    chargeId: idOf(object.charge),
    hostedUrl: textOf(object.hosted_invoice_url),
    billingReason: textOf(object.billing_reason),
  };
}
