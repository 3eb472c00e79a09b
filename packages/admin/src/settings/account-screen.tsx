// One's own password and sessions.

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { signOut } from '../accounts/sign-out.ts';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useDraft } from '../ui/draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastDone, toastError } from '../ui/toast.tsx';
import { describeDevice } from './describe-device.ts';

type Session = {
  id: string;
  userAgent: string | null;
  ip: string | null;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
};

export function AccountScreen() {
  const { user } = useMe();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.request<{ items: Session[]; total: number }>('GET', '/sessions', { signal }),
  });
  return (
    <>
      <PageHeader title="My account" description={`${user.name}, ${user.email}`} />
      <Stack gap="xl">
        <PasswordSection />
        <Stack gap="sm">
          <Text component="h2" fw={650} fz="1.125rem">
            Sessions
          </Text>
          <DataTable
            label="Sessions"
            query={sessions}
            columns={columns}
            rowKey={({ id }) => id}
            empty={<EmptyState title="No sessions" />}
          />
        </Stack>
      </Stack>
    </>
  );
}

const columns: Column<Session>[] = [
  {
    key: 'device',
    header: 'Where',
    render: ({ userAgent, current }) => (
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {describeDevice(userAgent)}
        </Text>
        {current && <StatusBadge status="this one" tone="good" />}
      </Group>
    ),
  },
  { key: 'ip', header: 'Address', render: ({ ip }) => ip },
  { key: 'lastSeenAt', header: 'Last seen', render: ({ lastSeenAt }) => <Time value={lastSeenAt} isRelative /> },
  { key: 'createdAt', header: 'Since', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
  {
    key: 'end',
    header: '',
    align: 'right',
    isAction: true,
    render: (session) => (
      <Button
        variant="default"
        size="xs"
        onClick={() => (session.current ? signOut() : end(session))}
        aria-label={session.current ? undefined : `End the session on ${describeDevice(session.userAgent)}`}
      >
        {session.current ? 'Sign out' : 'End'}
      </Button>
    ),
  },
];

async function end({ id }: Session): Promise<void> {
  try {
    await api.request('DELETE', `/sessions/${id}`);
    await queries.invalidateQueries({ queryKey: ['sessions'] });
    toastDone('The session has ended');
  } catch (error) {
    toastError(error);
  }
}

const noPasswords = { currentPassword: '', newPassword: '' };

function PasswordSection() {
  const { values, set, reset } = useDraft(noPasswords);
  const saving = useSaving({
    save: (body: typeof values) => api.request('POST', '/me/password', { body }),
    onSaved: async () => {
      reset(noPasswords);
      toastDone('The password is changed; your other sessions have ended');
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <Section title="Password" description="Changing it ends your other sessions.">
      <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          required
          maw={400}
          value={values.currentPassword}
          onChange={(event) => set('currentPassword', event.currentTarget.value)}
          {...saving.field('/currentPassword')}
        />
        <PasswordInput
          label="New password"
          description="At least 10 characters."
          autoComplete="new-password"
          required
          maw={400}
          value={values.newPassword}
          onChange={(event) => set('newPassword', event.currentTarget.value)}
          {...saving.field('/newPassword')}
        />
        <Group>
          <Button type="submit" loading={saving.isSaving}>
            Change the password
          </Button>
        </Group>
      </SaveForm>
    </Section>
  );
}
