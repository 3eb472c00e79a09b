// The status of a submission; a refund of its payment shows the same words as the payment.

import type { Submission } from '@frontdesk/client';
import { StatusBadge } from '../ui/status-badge.tsx';

export function SubmissionStatusBadge({ submission: { status, payment } }: { submission: Submission }) {
  return <StatusBadge status={status === 'paid' && payment ? (refundStatus(payment) ?? status) : status} />;
}

/** null if nothing was refunded. */
export function refundStatus({ amount, amountRefunded }: NonNullable<Submission['payment']>): string | null {
  if (amountRefunded === 0) return null;
  return amountRefunded < amount ? 'partially_refunded' : 'refunded';
}
