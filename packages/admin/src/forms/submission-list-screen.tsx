// The list of a form's submissions.

import type { Form, Submission, SubmissionStatus } from '@frontdesk/client';
import { Button, Text } from '@mantine/core';
import { IconDownload, IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../api.ts';
import { isColumnIn, isPriceField } from '../fields/field-kinds.ts';
import { formatField } from '../fields/format-field.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DateFilter, toTimeRange } from '../ui/date-filter.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../ui/filter-bar.tsx';
import { formatMoney } from '../ui/format.ts';
import { RowLink, TextLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Time } from '../ui/time.tsx';
import { formQuery } from './form-query.ts';
import { PageLink } from './page-link.tsx';
import { SubmissionStatusBadge } from './submission-status-badge.tsx';

const route = getRouteApi('/shell/forms/$form/submissions');

export function SubmissionListScreen() {
  const { form: formId } = route.useParams();
  const { data: form } = useQuery(formQuery(formId));
  const list = useListQuery({ search: '', status: '', from: '', to: '' });
  const { filters, set } = list;
  const { from, to, ...rest } = list.query;
  const query = { ...rest, ...toTimeRange({ from, to }) } as {
    status?: SubmissionStatus;
    limit: number;
    offset: number;
  };
  const submissions = useQuery({
    queryKey: ['forms', formId, 'submissions', query],
    queryFn: ({ signal }) => api.forms(formId).submissions(query, { signal }),
    placeholderData: keepPreviousData,
  });
  const hasPayment = form?.fields.some(isPriceField) ?? false;
  return (
    <>
      <PageHeader
        title="Submissions"
        back={
          <TextLink to="/forms/$form" params={{ form: formId }}>
            {form?.name ?? 'Form'}
          </TextLink>
        }
        actions={
          <>
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              href={exportUrl(formId, query)}
              download
            >
              Export CSV
            </Button>
            {form?.public && <PageLink form={form} />}
          </>
        }
      />
      <FilterBar
        list={list}
        search={<SearchInput label="Search answers" value={filters.search} set={(search) => set({ search })} />}
      >
        <FilterSelect
          label="Status"
          value={filters.status}
          set={(status) => set({ status })}
          options={[
            { value: '', label: 'Any status' },
            { value: 'submitted', label: 'Submitted' },
            ...(hasPayment
              ? [
                  { value: 'awaiting_payment', label: 'Awaiting payment' },
                  { value: 'paid', label: 'Paid' },
                ]
              : []),
          ]}
        />
        <DateFilter from={filters.from} to={filters.to} set={set} />
      </FilterBar>
      <DataTable
        label="Submissions"
        query={submissions}
        columns={columnsOf(form, formId)}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          list.isFiltered ? (
            <EmptyState icon={<IconInbox aria-hidden />} title="No matching submissions" />
          ) : (
            <EmptyState
              icon={<IconInbox aria-hidden />}
              title="No submissions yet"
              action={form?.public && <PageLink form={form} />}
            >
              Submissions to this form appear here.
            </EmptyState>
          )
        }
      />
    </>
  );
}

/** The CSV export of all submissions that match the filters, on every page. */
function exportUrl(formId: string, { limit: _, offset: __, ...filters }: Record<string, unknown>): string {
  const search = new URLSearchParams(filters as Record<string, string>).toString();
  return `/api/v1/forms/${encodeURIComponent(formId)}/submissions.csv${search && `?${search}`}`;
}

function columnsOf(form: Form | undefined, formId: string): Column<Submission>[] {
  const shown = (form?.fields ?? []).filter((field) => isColumnIn('submissions', field));
  const hasPayment = form?.fields.some(isPriceField);
  const [first, ...others] = shown;
  return [
    {
      key: 'first',
      header: first?.label ?? first?.name ?? 'Submission',
      render: (submission) => (
        <RowLink to="/forms/$form/submissions/$submission" params={{ form: formId, submission: submission.id }}>
          {(first && formatField(first, submission.data[first.name])) || 'No answer'}
        </RowLink>
      ),
    },
    ...others.slice(0, 2).map((field) => ({
      key: field.name,
      header: field.label ?? field.name,
      render: ({ data }: Submission) => (
        <Text inherit truncate maw={260}>
          {formatField(field, data[field.name])}
        </Text>
      ),
    })),
    { key: 'status', header: 'Status', render: (submission) => <SubmissionStatusBadge submission={submission} /> },
    ...(hasPayment
      ? [
          {
            key: 'amount',
            header: 'Amount',
            align: 'right' as const,
            render: ({ payment }: Submission) => payment && formatMoney(payment.amount, payment.currency),
          },
        ]
      : []),
    { key: 'created', header: 'Submitted', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
  ];
}
