// The newest events, each leading to what it is about.

import { Group, Stack, Text } from '@mantine/core';
import { EmptyState } from '../ui/empty-state.tsx';
import { inWords } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import type { Summary } from './summary.ts';

type Event = Summary['events'][number];

export function LatestEvents({ events }: { events: Event[] }) {
  return (
    <Section title="Latest events">
      {events.length === 0 ? (
        <EmptyState title="Nothing yet">Submissions and payments show up here.</EmptyState>
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
  const words = wordsOf[type] ?? inWords(type);
  if (type.startsWith('submission.'))
    return (
      <TextLink to="/forms" underline="hover">
        {words}
      </TextLink>
    );
  if (type.startsWith('payment.'))
    return (
      <TextLink to="/payments" underline="hover">
        {words}
      </TextLink>
    );
  if (type.startsWith('invoice.'))
    return (
      <TextLink to="/invoices" underline="hover">
        {words}
      </TextLink>
    );
  return <span>{words}</span>;
}

const wordsOf: Record<string, string> = {
  'submission.submitted': 'A form was submitted',
  'submission.paid': 'A submission was paid',
  'payment.succeeded': 'A payment succeeded',
  'payment.failed': 'A payment failed',
  'payment.refunded': 'A payment was refunded',
  'subscription.created': 'A subscription began',
  'subscription.updated': 'A subscription changed',
  'subscription.canceled': 'A subscription ended',
  'invoice.paid': 'An invoice was paid',
  'invoice.payment_failed': 'Paying an invoice failed',
};
