// The status of a payment, including disputes, refunds and amounts that are too small.

import type { Payment } from '@frontdesk/client';
import { StatusBadge } from '../ui/status-badge.tsx';

export function PaymentStatusBadge({ payment }: { payment: Payment }) {
  const { status, disputed, underpaid, amountReceived, amountRefunded } = payment;
  if (disputed) return <StatusBadge status="disputed" />;
  if (amountRefunded > 0) {
    return <StatusBadge status={amountRefunded < amountReceived ? 'partially_refunded' : 'refunded'} />;
  }
  if (underpaid) return <StatusBadge status="underpaid" />;
  return status === 'open' ? <StatusBadge status="open" tone="busy" /> : <StatusBadge status={status} />;
}
