// The sessions of a user: device, place and times, and a button to end each.

import type { Session } from '@frontdesk/client';
import { Button, Group, Text } from '@mantine/core';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import type { Column } from '../ui/data-table.tsx';
import { useSaving } from '../ui/saving.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { describeDevice } from './describe-device.ts';

const methods: Record<Session['signedInWith'], string> = {
  password: 'With a password',
  code: 'With a password and a code',
  passkey: 'With a passkey',
  link: 'With a link',
};

/** `end`: what the button of a session does. */
export const sessionColumns = (end: (session: Session) => Promise<void>): Column<Session>[] => [
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
  {
    key: 'createdAt',
    header: 'Signed in',
    render: ({ createdAt, signedInWith }) => (
      <>
        <Time value={createdAt} isRelative />
        <Text size="sm" c="dimmed">
          {methods[signedInWith]}
        </Text>
      </>
    ),
  },
  {
    key: 'end',
    header: '',
    align: 'right',
    isAction: true,
    render: (session) => <EndButton session={session} end={() => end(session)} />,
  },
];

function EndButton({ session: { current, userAgent }, end }: { session: Session; end(): Promise<void> }) {
  const ending = useSaving({ save: end });
  return (
    <Button
      variant="default"
      size="xs"
      loading={ending.isSaving}
      onClick={() => ending.save(undefined)}
      aria-label={current ? undefined : `Sign out ${describeDevice(userAgent)}`}
    >
      Sign out
    </Button>
  );
}

/** Ends a session that is not the current one. */
export async function endSession({ userAgent }: Session, path: string): Promise<void> {
  try {
    await api.request('DELETE', path);
    await queries.invalidateQueries({ queryKey: ['sessions'] });
    toastSuccess(`${describeDevice(userAgent)} signed out`);
  } catch (error) {
    toastError(error);
  }
}
