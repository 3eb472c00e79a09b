// The signed-in user's password and sessions.

import type { Page, Session } from '@frontdesk/client';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { signOut } from '../accounts/sign-out.ts';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useDraft } from '../ui/draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { describeDevice } from './describe-device.ts';
import { SecondFactorSection } from './second-factor-section.tsx';

export function AccountScreen() {
  const { may, user } = useMe();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.request<Page<Session>>('GET', '/sessions', { signal }),
  });
  return (
    <>
      <PageHeader title="My account" description={`${user.name}, ${user.email}`} />
      <Stack gap="xl">
        {may('content:write') && (
          <Section
            title="Author profile"
            description="What readers see of you beside what you write: name, picture and a few lines."
            actions={
              <ButtonLink to="/authors/mine" variant="default">
                Edit author profile
              </ButtonLink>
            }
          >
            {null}
          </Section>
        )}
        <PasswordSection />
        <SecondFactorSection />
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
    header: 'Device',
    render: ({ userAgent, current }) => (
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {describeDevice(userAgent)}
        </Text>
        {current && <StatusBadge status="current" tone="good" label="This device" />}
      </Group>
    ),
  },
  { key: 'ip', header: 'IP address', render: ({ ip }) => ip },
  { key: 'lastSeenAt', header: 'Last active', render: ({ lastSeenAt }) => <Time value={lastSeenAt} isRelative /> },
  { key: 'createdAt', header: 'Signed in', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
  {
    key: 'end',
    header: '',
    align: 'right',
    isAction: true,
    render: (session) => (
      <Button
        variant="default"
        size="xs"
        onClick={() => (session.current ? signOut() : endSession(session))}
        aria-label={session.current ? undefined : `Sign out ${describeDevice(session.userAgent)}`}
      >
        Sign out
      </Button>
    ),
  },
];

async function endSession({ id, userAgent }: Session): Promise<void> {
  try {
    await api.request('DELETE', `/sessions/${id}`);
    await queries.invalidateQueries({ queryKey: ['sessions'] });
    toastSuccess(`${describeDevice(userAgent)} signed out`);
  } catch (error) {
    toastError(error);
  }
}

const emptyPasswords = { currentPassword: '', newPassword: '' };

function PasswordSection() {
  const { values, set, reset } = useDraft(emptyPasswords);
  const saving = useSaving({
    save: (body: typeof values) => api.request('POST', '/me/password', { body }),
    onSaved: async () => {
      reset(emptyPasswords);
      toastSuccess('Password changed. Your other devices are signed out.');
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <Section title="Password" description="Changing your password signs out your other devices.">
      <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          maw={400}
          value={values.currentPassword}
          onChange={(event) => set('currentPassword', event.currentTarget.value)}
          {...saving.field('/currentPassword')}
        />
        <PasswordInput
          label="New password"
          description="Use at least 10 characters."
          autoComplete="new-password"
          required
          maw={400}
          value={values.newPassword}
          onChange={(event) => set('newPassword', event.currentTarget.value)}
          {...saving.field('/newPassword')}
        />
        <Group>
          <Button type="submit" loading={saving.isSaving}>
            Change password
          </Button>
        </Group>
      </SaveForm>
    </Section>
  );
}
