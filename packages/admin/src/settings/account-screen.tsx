// How the signed-in user signs in, and their sessions.

import type { Page, Session } from '@frontdesk/client';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { signOut } from '../accounts/sign-out.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { useDraft } from '../ui/draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { useLocalPages } from '../ui/local-list.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { endSession, sessionColumns } from './session-columns.tsx';

export function AccountScreen() {
  const { may, user } = useMe();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.request<Page<Session>>('GET', '/sessions', { signal }),
  });
  const pages = useLocalPages(sessions);
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
          />
        )}
        <PasswordSection />
        <PasskeysSection />
        <SecondFactorSection />
        <Stack gap="sm">
          <Group justify="space-between">
            <Text component="h2" fw={650} fz="1.125rem">
              Sessions
            </Text>
            <Button variant="default" onClick={endOthers} disabled={(sessions.data?.items.length ?? 0) < 2}>
              Sign out all other devices
            </Button>
          </Group>
          <DataTable
            label="Sessions"
            {...pages}
            columns={sessionColumns(mine)}
            rowKey={({ id }) => id}
            empty={<EmptyState title="No sessions" />}
          />
        </Stack>
      </Stack>
    </>
  );
}

/** One's own: the current one is ended by signing out. */
const mine = (session: Session): Promise<void> =>
  session.current ? signOut() : endSession(session, `/sessions/${session.id}`);

async function endOthers(): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Sign out all other devices?',
    children: 'They have to sign in again. This device stays signed in.',
    confirm: 'Sign out others',
  });
  if (!isSure) return;
  try {
    await api.request('DELETE', '/sessions');
    await queries.invalidateQueries({ queryKey: ['sessions'] });
    toastSuccess('All other devices signed out');
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
