// The money of the last months: what was received, refunded and taxed, by month and by form, what is owed now, and what the books
// of a period need.

import type { CurrencyMoney, MoneyReport } from '@frontdesk/client';
import { Grid, Group, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { formNamesQuery } from '../records/form-names-query.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DayChart } from '../ui/day-chart.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Facts } from '../ui/facts.tsx';
import { type Figure, Figures } from '../ui/figures.tsx';
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx';
import { formatChange, formatCount, formatDayOf, formatMoney, formatNumber, moneyScale } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { TaxSection } from './tax-section.tsx';

const periods = [
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 24 months' },
  { value: '6', label: 'Last 6 months' },
  { value: '3', label: 'Last 3 months' },
  { value: '1', label: 'This month' },
];

export function MoneyScreen() {
  const { may, site } = useMe();
  const list = useListQuery({ months: '12', currency: '', formId: '' });
  const { months, currency, formId } = list.filters;
  const forms = useQuery({ ...formNamesQuery, enabled: may('forms:read') }).data ?? [];
  const query = { months: Number(months), ...(formId && { formId }) };
  const report = useQuery({
    queryKey: ['payments', 'money', query],
    queryFn: ({ signal }) => api.reports.money(query, { signal }),
    placeholderData: keepPreviousData,
  });
  const currencies = report.data?.currencies ?? [];
  const shown = currencies.find((one) => one.currency === (currency || site.currency)) ?? currencies[0];
  return (
    <>
      <PageHeader title="Money" description={report.data && describePeriod(report.data)} />
      <FilterBar list={list}>
        <FilterSelect label="Period" value={months} set={(months) => list.set({ months })} options={periods} />
        {shown && currencies.length > 1 && (
          <FilterSelect
            label="Currency"
            value={shown.currency}
            set={(currency) => list.set({ currency })}
            options={currencies.map(({ currency }) => ({ value: currency, label: currency.toUpperCase() }))}
          />
        )}
        {forms.length > 0 && (
          <FilterSelect
            label="Form"
            value={formId}
            set={(formId) => list.set({ formId })}
            options={[
              { value: '', label: 'All payments' },
              ...forms.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </FilterBar>
      <QueryView query={report} height={420}>
        {(report) => (
          <Stack gap="lg">
            {shown ? (
              <Money report={report} money={shown} forms={forms} />
            ) : (
              <Section title="By month">
                <EmptyState icon={<IconChartBar aria-hidden />} title="No payments in this period" />
              </Section>
            )}
            {may('crm:read') && <TaxSection />}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function describePeriod({ firstDay, lastDay, before }: MoneyReport): string {
  const [first, last, firstBefore, lastBefore] = [firstDay, lastDay, before.firstDay, before.lastDay].map(formatDayOf);
  return `${first} to ${last}, compared with ${firstBefore} to ${lastBefore}`;
}

type FormName = { id: string; name: string };
type MoneyProps = { report: MoneyReport; money: CurrencyMoney; forms: readonly FormName[] };

function Money({ report, money, forms }: MoneyProps) {
  return (
    <>
      <ByMonth money={money} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <ByForm money={money} forms={forms} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Details report={report} money={money} />
        </Grid.Col>
      </Grid>
    </>
  );
}

const sums = { net: 'Net', received: 'Received', refunded: 'Refunded', tax: 'Tax', payments: 'Payments' } as const;
type Sum = keyof typeof sums;
type SumFigure = Figure & { key: Sum };

/** One of the sums as a chart. */
function ByMonth({ money }: { money: CurrencyMoney }) {
  const { currency, months, before } = money;
  const figures = (Object.keys(sums) as Sum[]).flatMap((key): SumFigure[] => {
    const value = money[key];
    const earlier = before[key];
    if (value === null || earlier === null) return [];
    const format = (amount: number) => (key === 'payments' ? formatNumber(amount) : formatMoney(amount, currency));
    const change = formatChange(value, earlier);
    const note = change === null ? `${format(earlier)} before` : `${change} from ${format(earlier)}`;
    return [{ key, label: sums[key], value: format(value), note }];
  });
  const [key, setKey] = useState<string>('net');
  const chosen = figures.find((figure) => figure.key === key) ?? (figures[0] as SumFigure);
  const { toNumber, ...scale } =
    chosen.key === 'payments'
      ? { toNumber: (count: number) => count, isWhole: true, format: formatNumber }
      : moneyScale(currency);
  return (
    <Section title="By month">
      <Figures label="Chart" figures={figures} chosen={chosen} choose={setKey} />
      <DayChart
        label={chosen.label}
        interval="month"
        days={months.map(({ month, ...values }) => ({ day: `${month}-01`, value: toNumber(values[chosen.key] ?? 0) }))}
        labelEvery={Math.ceil(months.length / 6)}
        {...scale}
      />
    </Section>
  );
}

type FormMoney = CurrencyMoney['forms'][number];

function ByForm({ money: { currency, forms: items }, forms }: Omit<MoneyProps, 'report'>) {
  const { may } = useMe();
  const nameOf = (id: string | null) => (id === null ? 'Without a form' : forms.find((form) => form.id === id)?.name);
  const columns: Column<FormMoney>[] = [
    {
      key: 'form',
      header: 'Form',
      render: ({ formId }) => {
        const name = nameOf(formId);
        if (formId === null || name === undefined || !may('forms:read')) return name ?? 'Another form';
        return (
          <TextLink to="/forms/$form/submissions" params={{ form: formId }}>
            {name}
          </TextLink>
        );
      },
    },
    { key: 'payments', header: 'Payments', align: 'right', render: ({ payments }) => formatNumber(payments) },
    ...(['received', 'refunded', 'net'] as const).map(
      (key): Column<FormMoney> => ({
        key,
        header: sums[key],
        align: 'right',
        render: (form) => formatMoney(form[key], currency),
      }),
    ),
  ];
  return (
    <Section title="By form">
      <DataTable
        label="Money by form"
        query={{ data: { items, total: items.length }, error: null, refetch: never, isPlaceholderData: false }}
        columns={columns}
        rowKey={({ formId }) => formId ?? ''}
        empty={<EmptyState icon={<IconChartBar aria-hidden />} title="No payments in this period" />}
      />
    </Section>
  );
}

/** They are there. */
const never = () => new Promise<never>(() => {});

function Details({ report, money: { currency, open, overdue } }: Omit<MoneyProps, 'forms'>) {
  const { firstDay: from, lastDay: to } = report;
  const owed = ({ amount, invoices }: NonNullable<typeof open>) =>
    invoices === 0 ? 'None' : `${formatMoney(amount, currency)} in ${formatCount(invoices, 'invoice')}`;
  return (
    <Section title="Owed now">
      {open && overdue ? (
        <Facts
          facts={[
            [
              'Open',
              <TextLink key="open" to="/invoices" search={{ status: 'open' } as never}>
                {owed(open)}
              </TextLink>,
            ],
            [
              'Overdue',
              <TextLink key="overdue" to="/invoices" search={{ status: 'overdue' } as never}>
                {owed(overdue)}
              </TextLink>,
            ],
          ]}
        />
      ) : (
        <Text c="dimmed">You cannot see invoices.</Text>
      )}
      <Group mt="md">
        <TextLink to="/payments" search={{ status: 'succeeded', from, to } as never}>
          Payments of this period
        </TextLink>
      </Group>
    </Section>
  );
}
