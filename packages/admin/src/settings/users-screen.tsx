// The people who may sign in: owners do everything, editors content and forms.

import { Button, Group, Modal, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useDraft } from '../ui/draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDay } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toastDone, toastError } from '../ui/toast.tsx';

type Role = 'owner' | 'editor';
type Person = { id: string; name: string; email: string; role: Role; createdAt: string };

const roles = [
  { value: 'owner', label: 'Owner: everything' },
  { value: 'editor', label: 'Editor: content and forms, reads payments and contacts' },
];

export function UsersScreen() {
  const { user } = useMe();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [edited, setEdited] = useState<Person | null>(null);
  const people = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => api.request<{ items: Person[]; total: number }>('GET', '/users', { signal }),
  });
  const edit = (person: Person | null): void => {
    setEdited(person);
    open();
  };
  return (
    <>
      <PageHeader
        title="People"
        description="Who may sign in, and as what."
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit(null)}>
            Add a person
          </Button>
        }
      />
      <DataTable
        label="People"
        query={people}
        columns={columnsOf(user.id, edit)}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Nobody" />}
      />
      <Modal opened={isOpen} onClose={close} title={edited ? `Change ${edited.name}` : 'Add a person'}>
        <PersonForm person={edited} onSaved={close} />
      </Modal>
    </>
  );
}

function columnsOf(me: string, edit: (person: Person) => void): Column<Person>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      render: ({ id, name, email }) => (
        <>
          <Text size="sm" fw={550}>
            {name} {id === me && '(you)'}
          </Text>
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    { key: 'role', header: 'Role', render: ({ role }) => <StatusBadge status={role} tone="quiet" /> },
    { key: 'createdAt', header: 'Since', render: ({ createdAt }) => formatDay(createdAt) },
    {
      key: 'actions',
      header: '',
      align: 'right',
      isAction: true,
      render: (person) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button variant="default" size="xs" onClick={() => edit(person)} aria-label={`Change ${person.name}`}>
            Change
          </Button>
          {person.id !== me && (
            <Button variant="default" size="xs" onClick={() => remove(person)} aria-label={`Remove ${person.name}`}>
              Remove
            </Button>
          )}
        </Group>
      ),
    },
  ];
}

type Values = { name: string; email: string; role: Role; password: string };

function PersonForm({ person, onSaved }: { person: Person | null; onSaved(): void }) {
  const { values, set } = useDraft<Values>({
    name: person?.name ?? '',
    email: person?.email ?? '',
    role: person?.role ?? 'editor',
    password: '',
  });
  const saving = useSaving({
    save: ({ email, password, ...rest }: Values) => {
      if (person === null) return api.request('POST', '/users', { body: { email, password, ...rest } });
      return api.request('PATCH', `/users/${person.id}`, { body: { ...rest, ...(password ? { password } : {}) } });
    },
    onSaved: async () => {
      onSaved();
      toastDone(person ? 'The change is saved' : 'The person can sign in now');
      await queries.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
      <TextInput
        label="Name"
        required
        data-autofocus
        value={values.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        {...saving.field('/name')}
      />
      <TextInput
        label="E-mail address"
        type="email"
        required
        readOnly={person !== null}
        autoComplete="off"
        value={values.email}
        onChange={(event) => set('email', event.currentTarget.value)}
        {...saving.field('/email')}
      />
      <Select
        label="Role"
        data={roles}
        value={values.role}
        allowDeselect={false}
        onChange={(role) => set('role', (role ?? 'editor') as Role)}
        {...saving.field('/role')}
      />
      <PasswordInput
        label={person ? 'New password' : 'First password'}
        description={
          person ? 'Only to replace the present one; ends their sessions.' : 'To hand over; they can change it then.'
        }
        required={person === null}
        autoComplete="new-password"
        value={values.password}
        onChange={(event) => set('password', event.currentTarget.value)}
        {...saving.field('/password')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {person ? 'Save' : 'Add'}
        </Button>
      </Group>
    </SaveForm>
  );
}

async function remove({ id, name }: Person): Promise<void> {
  const isSure = await askToConfirm({
    title: `Remove ${name}?`,
    children: 'Their sessions end at once, and they cannot sign in any more. What they made stays.',
    confirm: 'Remove',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api.request('DELETE', `/users/${id}`);
    await queries.invalidateQueries({ queryKey: ['users'] });
    toastDone(`${name} is removed`);
  } catch (error) {
    toastError(error);
  }
}
