// The list of payments.

import type { ListPaymentsQuery, Payment, PaymentStatus } from '@frontdesk/client';
import { Text } from '@mantine/core';
import { IconCreditCard, IconLink } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { ContactFilter } from '../records/contact-filter.tsx';
import { ContactLink } from '../records/contact-link.tsx';
import { PaymentStatusBadge } from '../records/payment-status-badge.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { createdBetween, DateFilter } from '../ui/date-filter.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx';
import { formatMoney } from '../ui/format.ts';
import { ButtonLink, RowLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { statusLabel } from '../ui/payment-status.ts';
import { Time } from '../ui/time.tsx';

/** Not a status of the API: what was refunded stays `succeeded`. */
const refunded = 'refunded';
const statuses: (PaymentStatus | typeof refunded)[] = [
  'succeeded',
  refunded,
  'open',
  'processing',
  'failed',
  'canceled',
  'expired',
];

export function PaymentListScreen() {
  const { may } = useMe();
  const list = useListQuery({ contactId: '', status: '', from: '', to: '' });
  const { filters, set } = list;
  const { from, to, status, ...rest } = list.query;
  const chosen = status === refunded ? { 'amountRefunded[gt]': 0 } : status && { status };
  const query = { ...rest, ...chosen, ...createdBetween({ from, to }) } as Omit<ListPaymentsQuery, 'total'>;
  const payments = useQuery({
    queryKey: ['payments', 'list', query],
    queryFn: ({ signal }) => api.payments.list(query, { signal }),
    placeholderData: keepPreviousData,
  });
  const create = may('payments:write') && (
    <ButtonLink to="/payments/new" leftSection={<IconLink size={18} aria-hidden />}>
      New payment link
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Payments"
        actions={
          <>
            <ExportMenu path="/payments" query={query} />
            {create}
          </>
        }
      />
      <FilterBar list={list}>
        {may('crm:read') && <ContactFilter value={filters.contactId} set={(contactId) => set({ contactId })} />}
        <FilterSelect
          label="Status"
          value={filters.status}
          set={(status) => set({ status })}
          options={[
            { value: '', label: 'Any status' },
            ...statuses.map((status) => ({ value: status, label: statusLabel(status) })),
          ]}
        />
        <DateFilter from={filters.from} to={filters.to} set={set} />
      </FilterBar>
      <DataTable
        label="Payments"
        query={payments}
        columns={columns}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          list.isFiltered ? (
            <EmptyState icon={<IconCreditCard aria-hidden />} title="No matching payments" />
          ) : (
            <EmptyState icon={<IconCreditCard aria-hidden />} title="No payments yet" action={create}>
              Payments from forms, payment links and the API appear here.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const columns: Column<Payment>[] = [
  {
    key: 'amount',
    header: 'Amount',
    render: ({ id, amount, currency }) => (
      <RowLink to="/payments/$payment" params={{ payment: id }} className="tabular-numbers">
        {formatMoney(amount, currency)}
      </RowLink>
    ),
  },
  { key: 'status', header: 'Status', render: (payment) => <PaymentStatusBadge payment={payment} /> },
  { key: 'contact', header: 'Contact', render: ({ contactId }) => <ContactLink id={contactId} isPlain /> },
  {
    key: 'description',
    header: 'Description',
    render: ({ description }) =>
      description && (
        <Text inherit truncate maw={280}>
          {description}
        </Text>
      ),
  },
  { key: 'date', header: 'Date', render: ({ paidAt, createdAt }) => <Time value={paidAt ?? createdAt} isRelative /> },
];
