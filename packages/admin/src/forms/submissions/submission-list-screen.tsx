// The list of a form's submissions.

import type { Form, Submission, SubmissionStatus } from '@frontdesk/client';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChartBar, IconInbox, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { isColumnIn, isPriceField } from '../../fields/field-kinds.ts';
import { formatField } from '../../fields/format-field.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { createdBetween, DateFilter } from '../../ui/date-filter.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../../ui/filter-bar.tsx';
import { formatCount, formatMoney, formatNumber } from '../../ui/format.ts';
import { ButtonLink, RowLink, TextLink } from '../../ui/links.tsx';
import { useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { statusLabel } from '../../ui/payment-status.ts';
import type { Selection } from '../../ui/row-selection.tsx';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { formQuery } from '../builder/form-query.ts';
import { PageLink } from '../builder/page-link.tsx';
import { whyColumns } from './spam-reasons.tsx';
import { SubmissionBulk } from './submission-bulk.tsx';
import { SubmissionStatusBadge } from './submission-status-badge.tsx';

const route = getRouteApi('/shell/forms/$form/submissions');

export function SubmissionListScreen() {
  const { form: formId } = route.useParams();
  const { data: form } = useQuery(formQuery(formId));
  const { may } = useMe();
  const mayWrite = may('forms:write');
  const list = useListQuery({ search: '', status: '', from: '', to: '' });
  const { filters, set } = list;
  const { from, to, ...rest } = list.query;
  const query = { ...rest, ...createdBetween({ from, to }) } as {
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
  const isSpam = filters.status === 'spam';
  const spam = useQuery({
    queryKey: ['forms', formId, 'submissions', 'spam count'],
    queryFn: ({ signal }) => api.forms(formId).submissions({ status: 'spam', limit: 1 }, { signal }),
  });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const listed = submissions.data?.items ?? [];
  const ids = listed.flatMap(({ id }) => (selected.includes(id) ? [id] : []));
  const selection: Selection<Submission> = {
    has: ({ id }) => selected.includes(id),
    set: (rows, isSelected) => {
      const changed = rows.map(({ id }) => id);
      const others = selected.filter((id) => !changed.includes(id));
      setSelected(isSelected ? [...others, ...changed] : others);
    },
    nameOf: ({ data }) => String(Object.values(data).find((answer) => typeof answer === 'string') ?? 'submission'),
  };
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
            <ButtonLink
              to="/forms/$form/summary"
              params={{ form: formId }}
              variant="default"
              leftSection={<IconChartBar size={18} aria-hidden />}
            >
              Summary
            </ButtonLink>
            <ExportMenu path={`/forms/${encodeURIComponent(formId)}/submissions`} query={query} withNdjson />
            {form?.public && <PageLink form={form} />}
          </>
        }
      />
      <Group justify="space-between" mb="md">
        <SegmentedControl
          aria-label="Which submissions"
          value={isSpam ? 'spam' : ''}
          onChange={(status) => set({ status })}
          data={[
            { value: '', label: 'Submissions' },
            { value: 'spam', label: spam.data?.total ? `Spam (${formatNumber(spam.data.total)})` : 'Spam' },
          ]}
        />
        {isSpam && mayWrite && (spam.data?.total ?? 0) > 0 && (
          <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => emptySpam(formId)}>
            Delete all spam
          </Button>
        )}
      </Group>
      <FilterBar
        list={list}
        search={<SearchInput label="Search answers" value={filters.search} set={(search) => set({ search })} />}
      >
        {!isSpam && (
          <FilterSelect
            label="Status"
            value={filters.status}
            set={(status) => set({ status })}
            options={[
              { value: '', label: 'Any status' },
              { value: 'submitted', label: 'Submitted' },
              ...(hasPayment
                ? [
                    { value: 'awaiting_payment', label: statusLabel('awaiting_payment') },
                    { value: 'paid', label: 'Paid' },
                  ]
                : []),
            ]}
          />
        )}
        <DateFilter from={filters.from} to={filters.to} set={set} />
      </FilterBar>
      {ids.length > 0 && <SubmissionBulk ids={ids} areSpam={isSpam} clear={() => setSelected([])} />}
      <DataTable
        label={isSpam ? 'Spam' : 'Submissions'}
        query={submissions}
        columns={columnsOf(form, formId, isSpam)}
        selection={mayWrite ? selection : undefined}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          isSpam && list.filterCount <= 1 && filters.search === '' ? (
            <EmptyState icon={<IconInbox aria-hidden />} title="No spam">
              Submissions that look like spam appear here, with the reasons. They are deleted after some days.
            </EmptyState>
          ) : list.isFiltered ? (
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

async function emptySpam(formId: string): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Delete all spam of this form?',
    children: 'The answers and files will be deleted permanently. This cannot be undone.',
    confirm: 'Delete all spam',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    const { deleted } = await api.forms(formId).emptySpam();
    toastSuccess(`${formatCount(deleted, 'submission')} deleted`);
  } catch (error) {
    toastError(error);
  } finally {
    await queries.invalidateQueries({ queryKey: ['forms'] });
  }
}

function columnsOf(form: Form | undefined, formId: string, isSpam: boolean): Column<Submission>[] {
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
    ...(isSpam
      ? whyColumns
      : [
          {
            key: 'status',
            header: 'Status',
            render: (submission: Submission) => <SubmissionStatusBadge submission={submission} />,
          },
        ]),
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
