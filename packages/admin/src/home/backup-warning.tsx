// Warns about backups that failed or are too old.

import type { Summary } from '@frontdesk/client';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TextLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';

export function BackupWarning({ backups }: { backups: NonNullable<Summary['backups']> }) {
  const { warning, lastCompletedAt } = backups;
  const title = warning === 'failed' ? 'The last backup failed' : 'There is no recent backup';
  return (
    <Alert color={warning === 'failed' ? 'red' : 'yellow'} title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">
        {lastCompletedAt === null ? (
          'There is none yet. '
        ) : (
          <>
            The newest is of <Time value={lastCompletedAt} />.{' '}
          </>
        )}
        <TextLink to="/settings/backups">See the backups</TextLink>
      </Text>
    </Alert>
  );
}
