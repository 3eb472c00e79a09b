// The list of forms.

import type { Form } from '@frontdesk/client';
import { Group, Text } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { ButtonLink, RowLink, TextLink } from '../../ui/links.tsx';
import { useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { OpeningBadge } from './opening-badge.tsx';
import { PageLink } from './page-link.tsx';

export function FormListScreen() {
  const { may } = useMe();
  const list = useListQuery({});
  const query = useQuery({
    queryKey: ['forms', 'list', list.query],
    queryFn: ({ signal }) => api.forms.list(list.query, { signal }),
    placeholderData: keepPreviousData,
  });
  const newForm = may('forms:write') && (
    <ButtonLink to="/forms/new" leftSection={<IconPlus size={18} aria-hidden />}>
      New form
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Forms" actions={newForm} />
      <DataTable
        label="Forms"
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          <EmptyState icon={<IconForms aria-hidden />} title="No forms yet" action={newForm}>
            Build a form, share its page or embed it in your site, and accept payments.
          </EmptyState>
        }
      />
    </>
  );
}

const columns: Column<Form>[] = [
  {
    key: 'name',
    header: 'Name',
    render: (form) => (
      <RowLink to="/forms/$form" params={{ form: form.id }}>
        {form.name}
      </RowLink>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    render: (form) => (
      <Group gap={6} justify="inherit" display="inline-flex">
        <OpeningBadge form={form} />
        {!form.public && <StatusBadge status="private" label="Private" />}
      </Group>
    ),
  },
  { key: 'price', header: 'Payment', render: (form) => priceOf(form) },
  {
    key: 'submissions',
    header: 'Submissions',
    align: 'right',
    render: (form) => (
      <span style={{ position: 'relative', zIndex: 1 }}>
        <TextLink
          to="/forms/$form/submissions"
          params={{ form: form.id }}
          aria-label={`${formatNumber(form.submissionCount ?? 0)} submissions of ${form.name}`}
        >
          {formatNumber(form.submissionCount ?? 0)}
        </TextLink>
      </span>
    ),
  },
  {
    key: 'changed',
    header: 'Updated',
    wideOnly: true,
    render: ({ updatedAt }) => <Time value={updatedAt ?? null} isRelative />,
  },
  {
    key: 'page',
    header: 'Page',
    align: 'right',
    isAction: true,
    render: (form) => (form.public ? <PageLink form={form} isIcon /> : null),
  },
];

function priceOf({ fields }: Form) {
  const price = fields.find(isPriceField);
  if (price?.lines && price.currency !== undefined) return `What is chosen (${price.currency.toUpperCase()})`;
  if (price?.amount === undefined || price.currency === undefined) {
    return (
      <Text component="span" inherit c="dimmed">
        None
      </Text>
    );
  }
  return <span className="tabular-numbers">{formatMoney(price.amount, price.currency)}</span>;
}
