// What the books of a period need: its taxes, and all of its documents.

import type { TaxReport } from '@frontdesk/client';
import { Button, Group } from '@mantine/core';
import { IconFileZip, IconReceiptTax } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { taxCategories } from '../records/tax-rates.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { FilterSelect } from '../ui/filter-bar.tsx';
import { formatDayOf, formatMoney, formatNumber } from '../ui/format.ts';
import { toLocalInput } from '../ui/local-time.ts';
import { Section } from '../ui/section.tsx';

type Row = TaxReport['rows'][number];

/** Periods by how many months they have, and how many of them they lie back. */
const periods = {
  'this-month': { label: 'This month', months: 1, back: 0 },
  'last-month': { label: 'Last month', months: 1, back: 1 },
  'this-quarter': { label: 'This quarter', months: 3, back: 0 },
  'last-quarter': { label: 'Last quarter', months: 3, back: 1 },
  'this-year': { label: 'This year', months: 12, back: 0 },
  'last-year': { label: 'Last year', months: 12, back: 1 },
} as const;
type PeriodName = keyof typeof periods;

export function TaxSection() {
  const [period, setPeriod] = useState<PeriodName>('this-quarter');
  const days = daysOf(period, toLocalInput(new Date().toISOString()));
  const report = useQuery({
    queryKey: ['invoices', 'tax', days],
    queryFn: ({ signal }) => api.reports.tax(days, { signal }),
    select: ({ rows: items }) => ({ items, total: items.length }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title="Taxes and documents"
      description={`What was issued from ${formatDayOf(days.firstDay)} to ${formatDayOf(days.lastDay)}: invoices less credit notes.`}
      actions={
        <Group gap="xs">
          <FilterSelect
            label="Period of the taxes"
            value={period}
            set={(period) => setPeriod(period as PeriodName)}
            options={Object.entries(periods).map(([value, { label }]) => ({ value, label }))}
          />
          <ExportMenu path="/reports/tax" query={days} />
          <Button
            component="a"
            variant="default"
            leftSection={<IconFileZip size={18} aria-hidden />}
            href={`/api/v1/export/invoices.zip?${new URLSearchParams(days)}`}
            download
          >
            Documents (ZIP)
          </Button>
        </Group>
      }
    >
      <DataTable
        label="Taxes"
        query={report}
        columns={columns}
        rowKey={({ currency, country, category, percent }) => [currency, country, category, percent].join()}
        empty={<EmptyState icon={<IconReceiptTax aria-hidden />} title="Nothing was issued in this period" />}
      />
    </Section>
  );
}

/** `today`: such as 2027-02-19T09:30. */
function daysOf(name: PeriodName, today: string): { firstDay: string; lastDay: string } {
  const { months, back } = periods[name];
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = Math.floor((month - 1) / months) * months - back * months;
  const dayIn = (month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  return { firstDay: dayIn(first, 1), lastDay: dayIn(first + months, 0) };
}

const columns: Column<Row>[] = [
  {
    key: 'tax',
    header: 'Tax',
    render: ({ percent, category }) =>
      category === 'S' ? `${formatNumber(Number(percent))} %` : taxCategories[category].label,
  },
  { key: 'country', header: 'Country', render: ({ country }) => country?.toUpperCase() },
  { key: 'documents', header: 'Documents', align: 'right', render: ({ documents }) => formatNumber(documents) },
  ...(['base', 'tax', 'gross'] as const).map(
    (name): Column<Row> => ({
      key: `balance-${name}`,
      header: { base: 'Without tax', tax: 'Amount of tax', gross: 'With tax' }[name],
      align: 'right',
      render: ({ balance, currency }) => formatMoney(balance[name], currency),
    }),
  ),
];
