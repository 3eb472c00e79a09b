// The audit log: who did what, when and from where. It can only be read and exported.

import type { AuditEntry, AuditQuery, Page, User } from '@frontdesk/client/admin';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { createdBetween, DateFilter } from '../../ui/date-filter.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../../ui/filter-bar.tsx';
import { useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Time } from '../../ui/time.tsx';
import { describeOperation, oftenSought } from './describe-entry.ts';
import { EntryText } from './entry-text.tsx';

const outcomes = [
  { value: '', label: 'Done and denied' },
  { value: 'done', label: 'Done' },
  { value: 'denied', label: 'Denied' },
];

export function AuditLogScreen() {
  const list = useListQuery({ actor: '', outcome: '', thing: '', operation: '', from: '', to: '' });
  const actors = useActors();
  const { from, to, actor, thing, ...rest } = list.query;
  const of = { ...(actor && { 'actor.id': actor }), ...(thing && { 'thing.id': thing }) };
  const query = { ...rest, ...of, ...createdBetween(list.filters) } as Omit<AuditQuery, 'total'>;
  const entries = useQuery({
    queryKey: ['auditLog', query],
    queryFn: ({ signal }) => api.auditLog.list(query, { signal }),
    placeholderData: keepPreviousData,
  });
  const { limit, offset, ...filters } = query;
  const exported = new URLSearchParams(filters as Record<string, string>).toString();
  return (
    <>
      <PageHeader
        title="Audit log"
        description="What users and API keys changed and exported, and who signed in. Entries cannot be edited or deleted."
        actions={
          <Group gap="xs">
            {(['csv', 'ndjson'] as const).map((format) => (
              <Button
                key={format}
                component="a"
                href={`/api/v1/audit.${format}?${exported}`}
                download
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
              >
                Export {format.toUpperCase()}
              </Button>
            ))}
          </Group>
        }
      />
      <FilterBar
        list={list}
        search={
          <SearchInput
            label="ID of a record"
            value={list.filters.thing}
            set={(thing) => list.set({ thing: thing.trim() })}
          />
        }
      >
        <FilterSelect
          label="Who"
          options={[{ value: '', label: 'Anyone' }, ...actors]}
          value={list.filters.actor}
          set={(actor) => list.set({ actor })}
        />
        <FilterSelect
          label="What"
          options={operationOptions(list.filters.operation)}
          value={list.filters.operation}
          set={(operation) => list.set({ operation })}
        />
        <FilterSelect
          label="Outcome"
          options={outcomes}
          value={list.filters.outcome}
          set={(outcome) => list.set({ outcome })}
        />
        <DateFilter from={list.filters.from} to={list.filters.to} set={list.set} />
      </FilterBar>
      <DataTable
        label="Audit log"
        query={entries}
        columns={columnsOf((change) => list.set(change))}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          <EmptyState
            icon={<IconHistory aria-hidden />}
            title={list.isFiltered ? 'No matching entries' : 'No entries yet'}
          >
            {list.isFiltered
              ? 'Clear the filters to see all entries.'
              : 'Entries appear here when something is changed.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** Those that people look for, and the one of a link. */
function operationOptions(chosen: string): { value: string; label: string }[] {
  const operations = chosen === '' || oftenSought.includes(chosen) ? oftenSought : [chosen, ...oftenSought];
  return [
    { value: '', label: 'Anything' },
    ...operations.map((operation) => ({ value: operation, label: describeOperation(operation) })),
  ];
}

/** The users and API keys there are now. Those of deleted ones are found by their entries. */
function useActors(): { value: string; label: string }[] {
  const users = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => api.request<Page<User>>('GET', '/users', { signal }),
  });
  const keys = useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => api.tokens.list({ signal }) });
  return [
    ...(users.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(keys.data?.items ?? []).map(({ id, name }) => ({ value: id, label: `API key ${name}` })),
  ];
}

const kindLabels: Record<AuditEntry['actor']['kind'], string> = {
  user: 'User',
  token: 'API key',
  visitor: 'Visitor',
  command: 'Command line',
  system: 'Frontdesk',
};

const columnsOf = (set: (change: { thing: string }) => void): Column<AuditEntry>[] => [
  {
    key: 'summary',
    header: 'What',
    render: (entry) => <EntryText entry={entry} />,
  },
  {
    key: 'actor',
    header: 'Who',
    render: ({ actor }) => (
      <>
        {actor.name ?? kindLabels[actor.kind]}
        {actor.name !== null && actor.kind !== 'user' && (
          <Text size="xs" c="dimmed">
            {kindLabels[actor.kind]}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'from',
    header: 'From',
    render: ({ ip, browser }) => (
      <>
        {ip ?? '–'}
        {browser !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {browser}
          </Text>
        )}
      </>
    ),
  },
  { key: 'createdAt', header: 'When', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
  {
    key: 'same',
    header: '',
    isAction: true,
    render: ({ thing }) =>
      thing?.id && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => set({ thing: thing.id as string })}
          aria-label={thing.name === null ? 'History of this record' : `History of ${thing.name}`}
        >
          History
        </Button>
      ),
  },
];
