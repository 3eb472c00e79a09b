// All payments.

import { PageHeader } from '../ui/page-header.tsx';

export function PaymentListScreen() {
  return <PageHeader title="Payments" />;
}
