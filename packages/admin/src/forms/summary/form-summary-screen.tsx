// The summary of a form: how many submissions there were and when, what was paid, and how often each answer was given.

import type { FormSummary } from '@frontdesk/client';
import { Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconChartBar, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { DateFilter } from '../../ui/date-filter.tsx';
import { DayChart } from '../../ui/day-chart.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-bar.tsx';
import { formatCount, formatDay, formatMoney, formatNumber } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { statusLabel } from '../../ui/payment-status.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { formQuery } from '../builder/form-query.ts';
import { DropOffSection } from './drop-off.tsx';
import classes from './form-summary.module.css';
import { SummarizedFieldSection } from './summarized-field.tsx';

const route = getRouteApi('/shell/forms/$form/summary');

export function FormSummaryScreen() {
  const { form: formId } = route.useParams();
  const { data: form } = useQuery(formQuery(formId));
  const { filters, set } = useListQuery({ from: '', to: '', interval: '' });
  const { from: firstDay, to: lastDay, interval } = filters;
  const query = Object.fromEntries(Object.entries({ firstDay, lastDay, interval }).filter(([, value]) => value !== ''));
  const summary = useQuery({
    queryKey: ['forms', formId, 'summary', query],
    queryFn: ({ signal }) => api.forms(formId).summary(query, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Summary"
        back={
          <TextLink to="/forms/$form/submissions" params={{ form: formId }}>
            Submissions to {form?.name ?? 'the form'}
          </TextLink>
        }
        actions={
          <Button
            variant="default"
            className={classes.screenOnly}
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
      />
      <Group gap="xs" mb="md" className={classes.screenOnly}>
        <DateFilter from={filters.from} to={filters.to} set={set} />
        <FilterSelect
          label="Group by"
          value={filters.interval}
          set={(interval) => set({ interval })}
          options={[
            { value: '', label: 'Days, weeks or months' },
            { value: 'day', label: 'Days' },
            { value: 'week', label: 'Weeks' },
            { value: 'month', label: 'Months' },
          ]}
        />
      </Group>
      <QueryView query={summary}>{(summary) => <Summary summary={summary} />}</QueryView>
    </>
  );
}

function Summary({ summary }: { summary: FormSummary }) {
  const { firstDay, lastDay, submissions, fields, answersOf, dropOff } = summary;
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {formatDay(firstDay)} – {formatDay(lastDay)}
      </Text>
      <Totals summary={summary} />
      {dropOff && dropOff.began > 0 && <DropOffSection dropOff={dropOff} />}
      {submissions.total === 0 ? (
        <EmptyState icon={<IconChartBar aria-hidden />} title="No submissions in this period" />
      ) : (
        <>
          <Times summary={summary} />
          {submissions.total > answersOf && (
            <Text>The answers are those of the latest {formatCount(answersOf, 'submission')}.</Text>
          )}
          <div className={classes.fields}>
            {fields.map((field) => (
              <SummarizedFieldSection key={field.name} field={field} />
            ))}
          </div>
        </>
      )}
    </Stack>
  );
}

function Totals({ summary: { submissions, payments } }: { summary: FormSummary }) {
  const { total, awaitingPayment, paid, spam } = submissions;
  const hasPayments = paid + awaitingPayment > 0;
  const totals: [label: string, value: string][] = [
    ['Submissions', formatNumber(total)],
    ...(hasPayments
      ? ([
          ['Paid', formatNumber(paid)],
          [statusLabel('awaiting_payment'), formatNumber(awaitingPayment)],
        ] as [string, string][])
      : []),
    ...payments.flatMap(({ currency, received, refunded }): [string, string][] => [
      [`Received, ${currency.toUpperCase()}`, formatMoney(received, currency)],
      ...(refunded > 0 ? [[`Refunded, ${currency.toUpperCase()}`, formatMoney(refunded, currency)] as never] : []),
    ]),
    ['Spam', formatNumber(spam)],
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} component="section" aria-label="Totals">
      {totals.map(([label, value]) => (
        <Card key={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text size="xl" fw={650} className="tabular-numbers">
            {value}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Times({ summary: { times, interval } }: { summary: FormSummary }) {
  return (
    <Section title={`Submissions by ${interval}`}>
      <DayChart
        label="Submissions"
        days={times.map(({ firstDay, count }) => ({ day: firstDay, value: count }))}
        isWhole
        format={formatNumber}
        labelEvery={Math.max(1, Math.ceil(times.length / 6))}
      />
    </Section>
  );
}
