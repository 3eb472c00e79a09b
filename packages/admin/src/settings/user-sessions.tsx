// The sessions of another user, which an administrator can end.

import type { Page, Session, User } from '@frontdesk/client';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useLocalPages } from '../ui/local-list.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { endSession, sessionColumns } from './session-columns.tsx';

export function UserSessions({ user }: { user: User }) {
  const path = `/users/${user.id}/sessions`;
  const sessions = useQuery({
    queryKey: ['sessions', user.id],
    queryFn: ({ signal }) => api.request<Page<Session>>('GET', path, { signal }),
  });
  const pages = useLocalPages(sessions);
  return (
    <Stack>
      <DataTable
        label={`Sessions of ${user.name}`}
        {...pages}
        columns={sessionColumns((session) => endSession(session, `${path}/${session.id}`))}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Not signed in anywhere" />}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => endAll(user, path)}
          disabled={(sessions.data?.items.length ?? 0) === 0}
        >
          Sign out everywhere
        </Button>
      </Group>
    </Stack>
  );
}

async function endAll({ id, name }: User, path: string): Promise<void> {
  try {
    await api.request('DELETE', path);
    await queries.invalidateQueries({ queryKey: ['sessions', id] });
    toastSuccess(`${name} signed out everywhere`);
  } catch (error) {
    toastError(error);
  }
}
