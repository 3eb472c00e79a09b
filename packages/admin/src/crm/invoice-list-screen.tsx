// The list of invoices, by status, and of credit notes.

import type { Invoice } from '@frontdesk/client';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { ContactFilter } from '../records/contact-filter.tsx';
import { ContactLink } from '../records/contact-link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DateFilter } from '../ui/date-filter.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { formatDayOf, formatMoney, formatSiteDay } from '../ui/format.ts';
import { ButtonLink, RowLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { StatusTabs } from '../ui/status-tabs.tsx';
import { CreditNoteList } from './credit-note-list.tsx';
import { conditionsOf, issuedBetween } from './invoice-filters.ts';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';
import { InvoiceSums } from './invoice-sums.tsx';

const statuses = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'open', label: 'Open' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'void', label: 'Void' },
  { value: 'credit-notes', label: 'Credit notes' },
];

export function InvoiceListScreen() {
  const { may } = useMe();
  const list = useListQuery({ contactId: '', status: '', from: '', to: '' });
  const { query } = list;
  const { status: tab = '', ...rest } = query;
  const notesQuery = issuedBetween(rest);
  const { limit: _limit, offset: _offset, ...filters } = query;
  const isOfNotes = tab === 'credit-notes';
  const invoices = useQuery({
    queryKey: ['invoices', 'list', query],
    queryFn: ({ signal }) => api.invoices.list(conditionsOf(query), { signal }),
    placeholderData: keepPreviousData,
    enabled: !isOfNotes,
  });
  const create = may('crm:write') && (
    <ButtonLink to="/invoices/new" leftSection={<IconPlus size={18} aria-hidden />}>
      New invoice
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          <>
            {isOfNotes ? (
              <ExportMenu path="/credit-notes" query={notesQuery} />
            ) : (
              <ExportMenu path="/invoices" query={conditionsOf(query)} />
            )}
            {create}
          </>
        }
      />
      <FilterBar
        list={list}
        tabs={<StatusTabs options={statuses} value={list.filters.status} set={(status) => list.set({ status })} />}
      >
        <ContactFilter value={list.filters.contactId} set={(contactId) => list.set({ contactId })} />
        <DateFilter from={list.filters.from} to={list.filters.to} set={list.set} />
      </FilterBar>
      {!isOfNotes && <InvoiceSums filters={filters} isFiltered={list.isFiltered} />}
      {isOfNotes ? (
        <CreditNoteList query={notesQuery} paging={list.paging} />
      ) : (
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
                Write an invoice, issue it, and send it to the customer with a link to pay.
              </EmptyState>
            )
          }
        />
      )}
    </>
  );
}

const columns: Column<Invoice>[] = [
  {
    key: 'number',
    header: 'Invoice',
    render: ({ id, number, description, status }) => (
      <RowLink to="/invoices/$invoice" params={{ invoice: id }}>
        {number ?? description ?? (status === 'draft' ? 'Draft' : 'No number')}
      </RowLink>
    ),
  },
  { key: 'status', header: 'Status', render: (invoice) => <InvoiceStatusBadge invoice={invoice} /> },
  { key: 'contact', header: 'Contact', render: ({ contactId }) => <ContactLink id={contactId} isPlain /> },
  { key: 'issued', header: 'Issued', render: ({ issueDay }) => issueDay && formatDayOf(issueDay) },
  { key: 'due', header: 'Due', render: ({ dueAt }) => dueAt && formatSiteDay(dueAt) },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency }) => amount !== null && currency !== null && formatMoney(amount, currency),
  },
  {
    key: 'open',
    header: 'Open',
    align: 'right',
    render: ({ status, totals, currency }) =>
      status === 'open' && totals !== null && currency !== null && formatMoney(totals.open, currency),
  },
];
