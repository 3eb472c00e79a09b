// The credit notes in the list of invoices: a tab beside the statuses.

import type { CreditNote, Invoice } from '@frontdesk/client';
import { IconReceiptRefund } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { ContactLink } from '../records/contact-link.tsx';
import { type Column, DataTable, type Paging } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDayOf, formatMoney } from '../ui/format.ts';
import { RowLink, TextLink } from '../ui/links.tsx';

type ListedNote = CreditNote & { invoiceNumber: string | null };

export function CreditNoteList({ query, paging }: { query: object; paging: Paging }) {
  const notes = useQuery({
    queryKey: ['credit-notes', 'list', query],
    queryFn: ({ signal }) => readNotes(query, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable
      label="Credit notes"
      query={notes}
      columns={columns}
      rowKey={({ id }) => id}
      paging={paging}
      empty={
        <EmptyState icon={<IconReceiptRefund aria-hidden />} title="No credit notes">
          To correct what was issued, open the invoice and credit it, or a part of it.
        </EmptyState>
      }
    />
  );
}

/** The credit notes of the page, with the numbers of their invoices. */
async function readNotes(query: object, signal: AbortSignal): Promise<{ items: ListedNote[]; total: number }> {
  const { items, total } = await api.creditNotes.list(query, { signal });
  const ids = [...new Set(items.map(({ invoiceId }) => invoiceId))].join();
  const invoices: Invoice[] = ids === '' ? [] : (await api.invoices.list({ ids, limit: 100 }, { signal })).items;
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  return { items: items.map((note) => ({ ...note, invoiceNumber: numbers.get(note.invoiceId) ?? null })), total };
}

const columns: Column<ListedNote>[] = [
  {
    key: 'number',
    header: 'Credit note',
    render: ({ id, number }) => (
      <RowLink to="/credit-notes/$note" params={{ note: id }}>
        {number}
      </RowLink>
    ),
  },
  { key: 'issued', header: 'Issued', render: ({ issueDay }) => formatDayOf(issueDay) },
  { key: 'contact', header: 'Contact', render: ({ contactId }) => <ContactLink id={contactId} isPlain /> },
  {
    key: 'invoice',
    header: 'Invoice',
    render: ({ invoiceId, invoiceNumber }) => (
      <TextLink to="/invoices/$invoice" params={{ invoice: invoiceId }} style={{ position: 'relative', zIndex: 1 }}>
        {invoiceNumber ?? 'Invoice'}
      </TextLink>
    ),
  },
  { key: 'amount', header: 'Amount', align: 'right', render: ({ amount, currency }) => formatMoney(amount, currency) },
];
