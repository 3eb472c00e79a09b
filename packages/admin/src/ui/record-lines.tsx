// A short list of records in a section, each with its status and time.

import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Time } from './time.tsx';

export function RecordLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
      {children}
    </Stack>
  );
}

type RecordLineProps = { children: ReactNode; note?: ReactNode; status: ReactNode; time: string };

export function RecordLine({ children, note, status, time }: RecordLineProps) {
  return (
    <Group component="li" justify="space-between" gap="xs" align="start">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      <Group gap="sm">
        {status}
        <Text component="span" size="sm" c="dimmed">
          <Time value={time} isRelative />
        </Text>
      </Group>
    </Group>
  );
}
