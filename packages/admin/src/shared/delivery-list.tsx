// What was told to subscribers of webhooks about one submission or payment.

import type { Delivery, Page } from '@frontdesk/client';
import { Code, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { inWords } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';

/** `subjects`: the ids whose events are shown together, newest first. */
export function DeliveryList({ subjects }: { subjects: string[] }) {
  const query = useQuery({
    queryKey: ['deliveries', 'of', subjects],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        subjects.map((subject) =>
          api.request<Page<Delivery>>('GET', '/deliveries', { query: { subject, limit: 100 }, signal }),
        ),
      );
      return pages.flatMap(({ items }) => items).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    // Those that wait are sent soon.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 5000 : false),
  });
  return (
    <Section title="Webhook deliveries" description="What was told to the receivers you subscribed.">
      <QueryView query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Text c="dimmed">Nothing was sent: no receiver chose these events.</Text>
          ) : (
            <Rows {...{ deliveries }} />
          )
        }
      </QueryView>
    </Section>
  );
}

function Rows({ deliveries }: { deliveries: Delivery[] }) {
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label="Deliveries" horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event</Table.Th>
            <Table.Th>Receiver</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map(({ id, type, url, status, attemptCount, createdAt }) => (
            <Table.Tr key={id}>
              <Table.Td pr="md">
                <TextLink to="/settings/deliveries/$id" params={{ id }}>
                  <Code>{type}</Code>
                </TextLink>
              </Table.Td>
              <Table.Td pr="md" style={{ overflowWrap: 'anywhere' }}>
                {hostOf(url)}
              </Table.Td>
              <Table.Td pr="md">
                <StatusBadge
                  status={status}
                  {...(attemptCount > 1 ? { label: `${inWords(status)}, ${attemptCount} tries` } : {})}
                />
              </Table.Td>
              <Table.Td>
                <Time value={createdAt} isRelative />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
