// The list of invoices.

import type { Invoice, InvoiceStatus } from '@frontdesk/client';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { ContactFilter } from '../records/contact-filter.tsx';
import { ContactLink } from '../records/contact-link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx';
import { formatDay, formatMoney, humanize } from '../ui/format.ts';
import { ButtonLink, RowLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Time } from '../ui/time.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

const statuses: InvoiceStatus[] = ['draft', 'open', 'paid', 'void', 'uncollectible'];

export function InvoiceListScreen() {
  const { may } = useMe();
  const list = useListQuery({ contactId: '', status: '' });
  const query = list.query as { status?: InvoiceStatus; limit: number; offset: number };
  const invoices = useQuery({
    queryKey: ['invoices', 'list', query],
    queryFn: ({ signal }) => api.invoices.list(query, { signal }),
    placeholderData: keepPreviousData,
  });
  const create = may('crm:write') && (
    <ButtonLink to="/invoices/new" leftSection={<IconPlus size={18} aria-hidden />}>
      New invoice
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Invoices" actions={create} />
      <FilterBar list={list}>
        <ContactFilter value={list.filters.contactId} set={(contactId) => list.set({ contactId })} />
        <FilterSelect
          label="Status"
          value={list.filters.status}
          set={(status) => list.set({ status })}
          options={[
            { value: '', label: 'Any status' },
            ...statuses.map((status) => ({ value: status, label: humanize(status) })),
          ]}
        />
      </FilterBar>
      <DataTable
        label="Invoices"
        query={invoices}
        columns={columns}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          list.isFiltered ? (
            <EmptyState icon={<IconReceipt aria-hidden />} title="No matching invoices" />
          ) : (
            <EmptyState icon={<IconReceipt aria-hidden />} title="No invoices yet" action={create}>
              Create an invoice, then send the customer a payment link.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const columns: Column<Invoice>[] = [
  {
    key: 'number',
    header: 'Invoice',
    render: ({ id, number, description }) => (
      <RowLink to="/invoices/$invoice" params={{ invoice: id }}>
        {number ?? description ?? 'No number'}
      </RowLink>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency }) => amount !== null && currency !== null && formatMoney(amount, currency),
  },
  { key: 'status', header: 'Status', render: (invoice) => <InvoiceStatusBadge invoice={invoice} /> },
  { key: 'contact', header: 'Contact', render: ({ contactId }) => <ContactLink id={contactId} isPlain /> },
  { key: 'due', header: 'Due', render: ({ dueAt }) => dueAt && formatDay(dueAt) },
  {
    key: 'created',
    header: 'Created',
    wideOnly: true,
    render: ({ createdAt }) => <Time value={createdAt} isRelative />,
  },
];
