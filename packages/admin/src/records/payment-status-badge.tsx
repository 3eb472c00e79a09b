// The status of a payment, including disputes, refunds, amounts that are too small and what a person should look at.

import type { Payment } from '@frontdesk/client';
import { StatusBadge } from '../ui/status-badge.tsx';

export function PaymentStatusBadge({ payment }: { payment: Payment }) {
  const { status, disputed, underpaid, review, amountReceived, amountRefunded } = payment;
  if (disputed) return <StatusBadge status="disputed" />;
  if (review) return <StatusBadge status="needs_review" />;
  if (amountRefunded > 0) {
    return <StatusBadge status={amountRefunded < amountReceived ? 'partially_refunded' : 'refunded'} />;
  }
  if (underpaid) return <StatusBadge status="underpaid" />;
  return status === 'open' ? <StatusBadge status="open" tone="busy" /> : <StatusBadge status={status} />;
}
