// All invoices.

import { PageHeader } from '../ui/page-header.tsx';

export function InvoiceListScreen() {
  return <PageHeader title="Invoices" />;
}
