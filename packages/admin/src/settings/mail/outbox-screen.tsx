// The outbox: every mail, with its status.

import type { ListedMail, MailQuery } from '@frontdesk/client/admin';
import { Alert, Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { mailServerQuery } from '../../records/mail-server.tsx';
import { MailStatusBadge, mailStatusLabels } from '../../records/mail-status-badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { RowLink, TextLink } from '../../ui/links.tsx';
import { useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Time } from '../../ui/time.tsx';

export function OutboxScreen() {
  const list = useListQuery({ status: '', recipient: '' });
  const server = useQuery(mailServerQuery);
  const mails = useQuery({
    queryKey: ['mails', 'list', list.query],
    queryFn: ({ signal }) => api.mails.list(queryOf(list.query), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });
  return (
    <>
      <PageHeader
        title="Outbox"
        description="Mails that were sent, and those that could not be. One that fails is retried for about three days."
      />
      {server.data?.setIn === null && (
        <Alert color="yellow" mb="md" title="No mail is sent yet">
          <Group gap="xs">
            <Text size="sm">Mails wait here until a mail server is set.</Text>
            <TextLink to="/settings/mail">Set up mail</TextLink>
          </Group>
        </Alert>
      )}
      <FilterBar list={list}>
        <FilterSelect
          label="Status"
          options={[
            { value: '', label: 'Any status' },
            { value: 'retrying', label: 'Retrying' },
            ...Object.entries(mailStatusLabels).map(([value, label]) => ({ value, label })),
          ]}
          value={list.filters.status}
          set={(status) => list.set({ status })}
        />
      </FilterBar>
      <DataTable
        label="Mails"
        query={mails}
        columns={columns}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          <EmptyState icon={<IconMail aria-hidden />} title={list.isFiltered ? 'No matching mails' : 'No mails yet'}>
            {list.isFiltered
              ? 'Clear the filters to see all mails.'
              : 'Mails appear here when a form has a notice or a reply and someone submits it.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** `retrying` is no status of the API: those mails are queued. */
function queryOf({ status, ...rest }: Record<string, unknown>): Omit<MailQuery, 'total'> {
  const isQueued = status === 'queued' || status === 'retrying';
  return {
    ...rest,
    ...(isQueued ? { status: 'queued', 'error[exists]': status === 'retrying' } : status ? { status } : {}),
  } as MailQuery;
}

const columns: Column<ListedMail>[] = [
  {
    key: 'subject',
    header: 'Subject',
    render: ({ id, subject }) => (
      <RowLink to="/settings/outbox/$id" params={{ id }}>
        {subject}
      </RowLink>
    ),
  },
  { key: 'recipient', header: 'To', render: ({ recipient }) => recipient },
  { key: 'status', header: 'Status', render: ({ status, error }) => <MailStatusBadge {...{ status, error }} /> },
  { key: 'createdAt', header: 'Created', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
  { key: 'sentAt', header: 'Sent', render: ({ sentAt }) => <Time value={sentAt} isRelative /> },
];
