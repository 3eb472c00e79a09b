// How a payment stands, in one word: the status of the API, and what happened to the money since.

import type { Payment } from '@frontdesk/client';
import { StatusBadge } from '../ui/status-badge.tsx';

export function PaymentState({ payment }: { payment: Payment }) {
  const { status, disputed, amountReceived, amountRefunded } = payment;
  if (disputed) return <StatusBadge status="disputed" />;
  if (amountRefunded > 0) {
    return <StatusBadge status={amountRefunded < amountReceived ? 'partially_refunded' : 'refunded'} />;
  }
  return status === 'open' ? <StatusBadge status="open" tone="busy" /> : <StatusBadge status={status} />;
}
