// API keys: create, show once, revoke.

import type { Token } from '@frontdesk/client';
import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { formNamesQuery } from '../records/form-names-query.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, SearchInput } from '../ui/filter-bar.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { searchedPage } from '../ui/local-list.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SecretBox } from '../ui/secret-box.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { KeyForm } from './key-form.tsx';

const textOf = ({ name, lastFour, scopes }: Token): string => [name, lastFour, ...scopes].join(' ');

export function KeysScreen() {
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null);
  const [edited, setEdited] = useState<Token | 'new' | null>(null);
  const close = (): void => setEdited(null);
  const keys = useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => api.tokens.list({ signal }) });
  const list = useListQuery({ search: '' });
  const { search } = list.filters;
  const shown = searchedPage(keys, { search, paging: list.paging }, textOf);
  const newKey = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      New API key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description="API keys let other programs access this site. A key is shown only once, and you can revoke it at any time."
        actions={newKey}
      />
      {created && <SecretBox title={`API key “${created.name}” created`} secret={created.token} mb="md" />}
      <FilterBar
        list={list}
        search={<SearchInput label="Search API keys" value={search} set={(search) => list.set({ search })} />}
      />
      <DataTable
        label="API keys"
        query={shown}
        columns={columnsOf(setEdited)}
        rowKey={(key) => key.id}
        paging={list.paging}
        empty={
          list.isFiltered ? (
            <EmptyState icon={<IconKey aria-hidden />} title="No matching API keys">
              Search by the name of a key, its last four characters or a scope.
            </EmptyState>
          ) : (
            <EmptyState icon={<IconKey aria-hidden />} title="No API keys yet" action={newKey}>
              Create one key for each program, with only the scopes it needs.
            </EmptyState>
          )
        }
      />
      <Modal
        opened={edited !== null}
        onClose={close}
        title={edited === 'new' ? 'New API key' : 'Edit API key'}
        size="lg"
      >
        {edited && (
          <KeyForm
            token={edited === 'new' ? null : edited}
            onSaved={(token) => {
              if ('token' in token) setCreated(token);
              else toastSuccess(`API key “${token.name}” saved`);
              close();
            }}
          />
        )}
      </Modal>
    </>
  );
}

const columnsOf = (edit: (key: Token) => void): Column<Token>[] => [
  {
    key: 'name',
    header: 'Name',
    render: ({ name, lastFour }) => (
      <>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Code>…{lastFour}</Code>
      </>
    ),
  },
  {
    key: 'scopes',
    header: 'Scopes',
    render: ({ scopes }) => (scopes.includes('admin') ? 'Full access' : <ScopeNames scopes={scopes} />),
  },
  { key: 'used', header: 'Last used', render: ({ lastUsedAt }) => <Time value={lastUsedAt} isRelative none="Never" /> },
  {
    key: 'expires',
    header: 'Expires',
    render: ({ expiresAt }) =>
      expiresAt !== null && Date.parse(expiresAt) < Date.now() ? (
        <StatusBadge status="expired" />
      ) : (
        <Time value={expiresAt} isRelative none="Never" />
      ),
  },
  {
    key: 'revoke',
    header: '',
    align: 'right',
    isAction: true,
    render: (key) => (
      <Group gap="xs" justify="end" wrap="nowrap">
        <Button variant="default" size="xs" onClick={() => edit(key)} aria-label={`Edit ${key.name}`}>
          Edit
        </Button>
        <Button variant="default" size="xs" onClick={() => revoke(key)} aria-label={`Revoke ${key.name}`}>
          Revoke
        </Button>
      </Group>
    ),
  },
];

/** Limited scopes name forms by their IDs, which say nothing to people. */
function ScopeNames({ scopes }: { scopes: readonly string[] }) {
  const isOfForm = scopes.some((scope) => /^forms:\w+:/.test(scope));
  const forms = useQuery({ ...formNamesQuery, enabled: isOfForm }).data ?? [];
  const names = scopes.map((scope) => forms.find(({ id }) => scope.endsWith(`:${id}`))?.name);
  return scopes.map((scope, index) => (names[index] ? scope.replace(/[^:]+$/, names[index]) : scope)).join(', ');
}

async function revoke({ id, name }: Token): Promise<void> {
  const isSure = await askToConfirm({
    title: `Revoke API key “${name}”?`,
    children: 'Programs that use this key will lose access immediately. This cannot be undone.',
    confirm: 'Revoke key',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api.tokens.delete(id);
    await queries.invalidateQueries({ queryKey: ['tokens'] });
    toastSuccess(`API key “${name}” revoked`);
  } catch (error) {
    toastError(error);
  }
}
