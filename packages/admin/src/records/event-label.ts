// The events that webhooks can choose, and the name of an event, the same on every screen: "Payment succeeded".

import type { FormEventName, ItemEventName, PaymentEventName } from '@frontdesk/client';
import { humanize } from '../ui/format.ts';

export const itemEvents: ItemEventName[] = [
  'item.published',
  'item.updated',
  'item.unpublished',
  'item.trashed',
  'item.deleted',
];

export const formEvents: FormEventName[] = ['submitted', 'paid', 'scanned'];

export const paymentEvents: PaymentEventName[] = [
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'invoice.paid',
  'invoice.payment_failed',
];

const labels: Record<string, string> = {
  'submission.submitted': 'Form submitted',
  submitted: 'Form submitted',
  paid: 'Submission paid',
  scanned: 'Files scanned',
  'submission.scanned': 'Files scanned',
  'payment.refund_failed': 'Refund failed',
  test: 'Test event',
};

/** `type` as in events, webhooks and deliveries: `payment.succeeded`. */
export function eventLabel(type: string): string {
  return labels[type] ?? humanize(type);
}
