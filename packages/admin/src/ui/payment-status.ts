// The words for what the API says of payments, and of submissions that are paid by them. LANGUAGE.md defines them.

import type { Payment, PaymentStatus, Submission } from '@frontdesk/client';
import { humanize } from './format.ts';
import type { Tone } from './status-badge.tsx';

export type StatusWords = { label: string; tone: Tone };

/** By the status of the payment. */
export const paymentWords: Record<PaymentStatus, StatusWords> = {
  open: { label: 'Awaiting payment', tone: 'warn' },
  processing: { label: 'Processing', tone: 'busy' },
  failed: { label: 'Payment failed', tone: 'bad' },
  canceled: { label: 'Payment canceled', tone: 'quiet' },
  expired: { label: 'Checkout expired', tone: 'quiet' },
  succeeded: { label: 'Paid', tone: 'good' },
};

/** What stands before the status of a payment, the most urgent first. */
const marks = {
  disputed: { label: 'Disputed', tone: 'bad' },
  needsReview: { label: 'Needs review', tone: 'bad' },
  partiallyRefunded: { label: 'Partially refunded', tone: 'warn' },
  refunded: { label: 'Refunded', tone: 'warn' },
  underpaid: { label: 'Underpaid', tone: 'bad' },
} as const satisfies Record<string, StatusWords>;

/** Those of a submission that its payment does not say. */
const submissionLabels: Record<string, string> = { awaiting_payment: 'Not paid' };

type Paid = Pick<Payment, 'amount' | 'amountRefunded'> & { status: string } & Partial<
    Pick<Payment, 'disputed' | 'review' | 'underpaid' | 'amountReceived'>
  >;

/** How the status of a payment is shown, with disputes, refunds, and what a person should look at. */
export function paymentStatusOf(payment: Paid): StatusWords {
  const { status, disputed, review, underpaid, amount, amountReceived = amount, amountRefunded } = payment;
  if (disputed) return marks.disputed;
  if (review) return marks.needsReview;
  if (amountRefunded > 0) return amountRefunded < amountReceived ? marks.partiallyRefunded : marks.refunded;
  if (underpaid) return marks.underpaid;
  return paymentWords[status as PaymentStatus] ?? { label: humanize(status), tone: 'quiet' };
}

/** The same words as of its payment, if it has one. One whose payment does not count as paid needs a review. */
export function submissionStatusOf({ status, payment }: Pick<Submission, 'status' | 'payment'>): StatusWords | null {
  if (!payment || (status !== 'awaiting_payment' && status !== 'paid')) return null;
  if (status === 'awaiting_payment' && payment.status === 'succeeded' && payment.amountRefunded === 0)
    return marks.needsReview;
  return paymentStatusOf(payment);
}

/** The status of a payment or a submission in lists and filters, where nothing else of it is known. */
export function statusLabel(status: string): string {
  return submissionLabels[status] ?? paymentWords[status as PaymentStatus]?.label ?? humanize(status);
}
