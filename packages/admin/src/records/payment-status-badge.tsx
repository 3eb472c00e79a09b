// The status of a payment, including disputes, refunds, amounts that are too small and what a person should look at.

import { paymentStatusOf } from '../ui/payment-status.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

export function PaymentStatusBadge({ payment }: { payment: Parameters<typeof paymentStatusOf>[0] }) {
  return <StatusBadge status={payment.status} {...paymentStatusOf(payment)} />;
}
