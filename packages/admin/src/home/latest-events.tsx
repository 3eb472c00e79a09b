// The latest events, each with a link to the records of its kind.

import type { Summary } from '@frontdesk/client';
import { Group, Stack, Text } from '@mantine/core';
import { eventLabel } from '../records/event-label.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextLink } from '../ui/links.tsx';
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

function EventLink({ event: { type } }: { event: Event }) {
  const label = eventLabel(type);
  if (type.startsWith('submission.'))
    return (
      <TextLink to="/forms" underline="hover">
        {label}
      </TextLink>
    );
  if (type.startsWith('payment.'))
    return (
      <TextLink to="/payments" underline="hover">
        {label}
      </TextLink>
    );
  if (type.startsWith('invoice.'))
    return (
      <TextLink to="/invoices" underline="hover">
        {label}
      </TextLink>
    );
  return <span>{label}</span>;
}
