// The status of an invoice, with marks: refunded, overdue, partly paid.

import type { Invoice } from '@frontdesk/client';
import { Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

export function invoicePaymentsQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['payments', 'list', { invoiceId }],
    queryFn: ({ signal }) => api.payments.list({ invoiceId, limit: 50 }, { signal }),
  });
}

/** The part of the amount paid that was refunded, as far as the user may see the payments. */
export function useRefundedAmount({ id, amountPaid, currency }: Invoice): number {
  const { may } = useMe();
  const { data } = useQuery({ ...invoicePaymentsQuery(id), enabled: amountPaid > 0 && may('payments:read') });
  const payments = (data?.items ?? []).filter((payment) => payment.currency === currency);
  return payments.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0);
}

export function InvoiceStatusBadge({ invoice }: { invoice: Invoice }) {
  const { status, amountPaid } = invoice;
  const refunded = useRefundedAmount(invoice);
  if (refunded > 0) return <StatusBadge status={refunded < amountPaid ? 'partially_refunded' : 'refunded'} />;
  if (status !== 'open') return <StatusBadge status={status} />;
  return (
    <Group gap={4} component="span">
      <StatusBadge status="open" tone="busy" />
      {isOverdue(invoice) && <StatusBadge status="overdue" tone="bad" />}
      {amountPaid > 0 && <StatusBadge status="partly_paid" tone="warn" />}
    </Group>
  );
}

/** Whether it should have been paid by now. */
export function isOverdue({ status, dueAt }: Pick<Invoice, 'status' | 'dueAt'>): boolean {
  return status === 'open' && dueAt !== null && Date.parse(dueAt) < Date.now();
}
