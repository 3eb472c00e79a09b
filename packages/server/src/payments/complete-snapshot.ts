// A signed event says by its name what has happened. Its object may be cut down to the least: the name fills what the
// object leaves out, so that nothing is judged by what is not there.

import { dateOf, numberOf, objectOf, type ProcessorObject, textOf } from './processor-objects.ts';

type Fill = (object: ProcessorObject) => ProcessorObject;

const fills: Record<string, Fill> = {
  'payment_intent.succeeded': statusOf('succeeded'),
  'payment_intent.processing': statusOf('processing'),
  'payment_intent.canceled': statusOf('canceled'),
  'payment_intent.payment_failed': (object) => ({
    status: 'requires_payment_method',
    last_payment_error: {},
    ...withoutBlanks(object),
  }),
  'checkout.session.completed': statusOf('complete'),
  'checkout.session.async_payment_succeeded': (object) => ({ status: 'complete', payment_status: 'paid', ...object }),
  'checkout.session.async_payment_failed': (object) => ({ status: 'complete', payment_status: 'unpaid', ...object }),
  'checkout.session.expired': statusOf('expired'),
  'refund.created': statusOf('succeeded'),
  'refund.updated': statusOf('succeeded'),
  'charge.refund.updated': statusOf('succeeded'),
  'refund.failed': statusOf('failed'),
  'customer.subscription.deleted': (object) => ({
    ...object,
    status: textOf(object.status) === 'incomplete_expired' ? object.status : 'canceled',
  }),
  'customer.subscription.paused': statusOf('paused'),
  'invoice.paid': paidInvoice,
  'invoice.payment_failed': statusOf('open'),
  'invoice.finalized': statusOf('open'),
  'invoice.voided': statusOf('void'),
  'invoice.marked_uncollectible': statusOf('uncollectible'),
};

/** The object of an event of this type; `created` (Unix seconds) stands in for the object's own. */
export function completeSnapshot(type: string, object: ProcessorObject, created: number): ProcessorObject {
  const fill = fills[type];
  const filled = fill ? fill(object) : object;
  return dateOf(filled.created) === null ? { ...filled, created } : filled;
}

function statusOf(status: string): Fill {
  return (object) => (textOf(object.status) === null ? { ...object, status } : object);
}

function paidInvoice(object: ProcessorObject): ProcessorObject {
  const paid = numberOf(object.amount_paid);
  const total = numberOf(object.total) || numberOf(object.amount_due);
  return {
    status: 'paid',
    ...withoutBlanks(object),
    amount_paid: object.amount_paid === undefined ? total : paid,
    total: object.total === undefined ? total || paid : object.total,
    status_transitions: objectOf(object.status_transitions) ?? {},
  };
}

/** The object without what is null in it. */
export function withoutBlanks(object: ProcessorObject): ProcessorObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
}
