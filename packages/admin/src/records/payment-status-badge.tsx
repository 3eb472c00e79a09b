// The status of a payment, including disputes, refunds, amounts that are too small and what a person should look at.

import { StatusBadge } from '../ui/status-badge.tsx';
import { paymentStatusOf } from './payment-status.ts';

export function PaymentStatusBadge({ payment }: { payment: Parameters<typeof paymentStatusOf>[0] }) {
  return <StatusBadge status={payment.status} {...paymentStatusOf(payment)} />;
}
