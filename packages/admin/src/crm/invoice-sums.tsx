// What the invoices of the list come to, above it: what all have open and overdue, or with filters, what the matching ones say, too.

import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { formatCount, formatList, formatMoney } from '../ui/format.ts';
import { conditionsOf, type InvoiceFilters } from './invoice-filters.ts';

export function InvoiceSums({ filters, isFiltered }: { filters: InvoiceFilters; isFiltered: boolean }) {
  // Without filters only what is open, so that not all invoices have to be read.
  const shown = isFiltered ? filters : { status: 'open' };
  const { data } = useQuery({
    queryKey: ['invoices', 'sums', shown],
    queryFn: ({ signal }) => api.reports.invoices(conditionsOf(shown), { signal }),
    placeholderData: keepPreviousData,
  });
  const currencies = data?.currencies ?? [];
  const sumsOf = (name: 'open' | 'overdue'): string =>
    formatList(
      currencies.flatMap(({ currency, [name]: owed }) => (owed.invoices > 0 ? formatMoney(owed.amount, currency) : [])),
    );
  const [open, overdue] = [sumsOf('open'), sumsOf('overdue')];
  const owed = open && `${isFiltered ? 'Open' : 'Open in all invoices'}: ${open}`;
  const all = formatList(currencies.map(({ currency, amount }) => formatMoney(amount, currency)));
  const count = currencies.reduce((sum, { invoices }) => sum + invoices, 0);
  const matching = isFiltered && count > 0 && `${formatCount(count, 'invoice')}: ${all}`;
  const parts = [matching, owed && overdue ? `${owed}, of which overdue: ${overdue}` : owed].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm" className="tabular-numbers">
      {parts.join('. ')}
    </Text>
  );
}
