// The latest events, each with a link to its record.

import type { Summary } from '@frontdesk/client';
import { Group, Stack, Text } from '@mantine/core';
import { EventLink } from '../records/event-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';

type Event = Summary['events'][number];

export function LatestEvents({ events }: { events: Event[] }) {
  return (
    <Section title="Latest events">
      {events.length === 0 ? (
        <EmptyState title="No events yet">Submissions and payments appear here.</EmptyState>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {events.slice(0, 10).map((event) => (
            <li key={event.id}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <EventLink event={event} />
                <Text size="xs" c="dimmed">
                  <Time value={event.createdAt} isRelative />
                </Text>
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}
