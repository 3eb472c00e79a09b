// The users who can sign in, and their roles.

import type { Page, Role, User } from '@frontdesk/client';
import { Button, Group, Modal, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { MailNotice } from '../records/mail-server.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useDraft } from '../ui/draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../ui/filter-bar.tsx';
import { formatCount, formatDay } from '../ui/format.ts';
import { useListQuery } from '../ui/list-query.ts';
import { searchedPage } from '../ui/local-list.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { type InputFault, useSaving } from '../ui/saving.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { UserMenu } from './user-menu.tsx';
import { UserSessions } from './user-sessions.tsx';

const roles = [
  { value: 'owner', label: 'Owner: full access' },
  { value: 'admin', label: 'Administrator: everything but what concerns owners' },
  { value: 'editor', label: 'Editor: content and forms; can view payments and contacts' },
  { value: 'author', label: 'Author: content and media' },
  { value: 'support', label: 'Support: submissions, contacts and invoices; can view content and payments' },
];

const roleFilter = [
  { value: '', label: 'Any role' },
  ...roles.map(({ value, label }) => ({ value, label: label.split(':')[0] ?? value })),
];

const textOf = ({ name, email }: User): string => `${name} ${email}`;

export function UsersScreen() {
  const { user: me } = useMe();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isInviting, invitation] = useDisclosure(false);
  const [edited, setEdited] = useState<User | null>(null);
  const users = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => api.request<Page<User>>('GET', '/users', { signal }),
  });
  const list = useListQuery({ search: '', role: '' });
  const { search, role } = list.filters;
  const ofRole = users.data && { items: users.data.items.filter((user) => role === '' || user.role === role) };
  const shown = searchedPage({ ...users, data: ofRole }, { search, paging: list.paging }, textOf);
  const [watched, setWatched] = useState<User | null>(null);
  const edit = (user: User | null): void => {
    setEdited(user);
    open();
  };
  return (
    <>
      <PageHeader
        title="Users"
        description="People who can sign in, and their roles."
        actions={
          <>
            <Button variant="default" onClick={() => edit(null)}>
              Add user
            </Button>
            <Button leftSection={<IconMail size={18} aria-hidden />} onClick={invitation.open}>
              Invite user
            </Button>
          </>
        }
      />
      <FilterBar
        list={list}
        search={<SearchInput label="Search users" value={search} set={(search) => list.set({ search })} />}
      >
        <FilterSelect label="Role" options={roleFilter} value={role} set={(role) => list.set({ role })} />
      </FilterBar>
      <DataTable
        label="Users"
        query={shown}
        columns={columnsOf(me, edit, setWatched)}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          <EmptyState title={list.isFiltered ? 'No matching users' : 'No users'}>
            {list.isFiltered && 'Clear the filters to see all users.'}
          </EmptyState>
        }
      />
      <Modal opened={isOpen} onClose={close} title={edited ? `Edit ${edited.name}` : 'Add user'}>
        <UserForm user={edited} onSaved={close} />
      </Modal>
      <Modal opened={watched !== null} onClose={() => setWatched(null)} title={watched?.name} size="xl">
        {watched && <UserSessions user={watched} />}
      </Modal>
      <Modal opened={isInviting} onClose={invitation.close} title="Invite user">
        <InvitationForm onSaved={invitation.close} />
      </Modal>
    </>
  );
}

function columnsOf(
  { id: myId, role: myRole }: Pick<User, 'id' | 'role'>,
  edit: (user: User) => void,
  watch: (user: User) => void,
): Column<User>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      render: ({ id, name, email }) => (
        <>
          <Text size="sm" fw={550}>
            {name} {id === myId && '(you)'}
          </Text>
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      render: ({ role, invited, secondFactor, passkeys }) => (
        <Group gap="xs">
          <StatusBadge status={role} tone="quiet" />
          {invited && <StatusBadge status="invited" tone="warn" />}
          {secondFactor && <StatusBadge status="two-step" label="Two-step" tone="good" />}
          {passkeys > 0 && (
            <StatusBadge status="passkey" label={formatCount(passkeys, 'passkey', 'passkeys')} tone="good" />
          )}
        </Group>
      ),
    },
    { key: 'createdAt', header: 'Added', render: ({ createdAt }) => formatDay(createdAt) },
    {
      key: 'actions',
      header: '',
      align: 'right',
      isAction: true,
      // Only owners change owners.
      render: (user) =>
        (user.role !== 'owner' || myRole === 'owner') && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button variant="default" size="xs" onClick={() => edit(user)} aria-label={`Edit ${user.name}`}>
              Edit
            </Button>
            {user.id !== myId && <UserMenu user={user} showSessions={() => watch(user)} />}
          </Group>
        ),
    },
  ];
}

type Values = { name: string; email: string; role: Role; password: string };

function UserForm({ user, onSaved }: { user: User | null; onSaved(): void }) {
  const { user: me } = useMe();
  const { values, set } = useDraft<Values>({
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'editor',
    password: '',
  });
  const saving = useSaving({
    save: ({ email, password, ...rest }: Values) => {
      if (user === null) return api.request('POST', '/users', { body: { email, password, ...rest } });
      return api.request('PATCH', `/users/${user.id}`, { body: { ...rest, ...(password ? { password } : {}) } });
    },
    onSaved: async () => {
      onSaved();
      toastSuccess(user ? 'User updated' : 'User added');
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
        label="Email"
        type="email"
        required
        readOnly={user !== null}
        autoComplete="off"
        value={values.email}
        onChange={(event) => set('email', event.currentTarget.value)}
        {...saving.field('/email')}
      />
      <RoleInput value={values.role} onChange={(role) => set('role', role)} field={saving.field('/role')} />
      {/* One's own is changed in My account, which asks for the one before. */}
      {user?.id !== me.id && (
        <PasswordInput
          label={user ? 'New password' : 'Initial password'}
          description={
            user
              ? 'Leave empty to keep the current password. A new password signs the user out everywhere.'
              : 'Share it with the user, who can change it after signing in.'
          }
          required={user === null}
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => set('password', event.currentTarget.value)}
          {...saving.field('/password')}
        />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {user ? 'Save' : 'Add user'}
        </Button>
      </Group>
    </SaveForm>
  );
}

function InvitationForm({ onSaved }: { onSaved(): void }) {
  const { values, set } = useDraft<Omit<Values, 'password'>>({ name: '', email: '', role: 'editor' });
  const saving = useSaving({
    save: (body: typeof values) => api.request<User>('POST', '/users/invitations', { body }),
    onSaved: async ({ email }) => {
      onSaved();
      toastSuccess(`Invitation for ${email} created`);
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
        label="Email"
        type="email"
        required
        autoComplete="off"
        description="Gets a link to choose a password, which works for seven days."
        value={values.email}
        onChange={(event) => set('email', event.currentTarget.value)}
        {...saving.field('/email')}
      />
      <RoleInput value={values.role} onChange={(role) => set('role', role)} field={saving.field('/role')} />
      <MailNotice what="The invitation" />
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          Send invitation
        </Button>
      </Group>
    </SaveForm>
  );
}

function RoleInput({ value, onChange, field }: { value: Role; onChange(role: Role): void; field: InputFault }) {
  const { user: me } = useMe();
  return (
    <Select
      label="Role"
      data={me.role === 'owner' ? roles : roles.filter((role) => role.value !== 'owner')}
      value={value}
      allowDeselect={false}
      onChange={(role) => onChange((role ?? 'editor') as Role)}
      {...field}
    />
  );
}
