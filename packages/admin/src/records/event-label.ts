// The name of an event, the same on every screen: "Payment succeeded".

import { humanize } from '../ui/format.ts';

const labels: Record<string, string> = {
  'submission.submitted': 'Form submitted',
  submitted: 'Form submitted',
  paid: 'Submission paid',
  scanned: 'Files scanned',
  'submission.scanned': 'Files scanned',
  'invoice.reminded': 'Reminder sent',
  'payment.refund_failed': 'Refund failed',
  test: 'Test event',
};

/** `type` as in events, webhooks and deliveries: `payment.succeeded`. */
export function eventLabel(type: string): string {
  return labels[type] ?? humanize(type);
}
