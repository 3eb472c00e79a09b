// The status of a payment, including disputes and refunds.

import type { Payment } from '@frontdesk/client';
import { StatusBadge } from '../ui/status-badge.tsx';

export function PaymentStatusBadge({ payment }: { payment: Payment }) {
  const { status, disputed, amountReceived, amountRefunded } = payment;
  if (disputed) return <StatusBadge status="disputed" />;
  if (amountRefunded > 0) {
    return <StatusBadge status={amountRefunded < amountReceived ? 'partially_refunded' : 'refunded'} />;
  }
  return status === 'open' ? <StatusBadge status="open" tone="busy" /> : <StatusBadge status={status} />;
}
