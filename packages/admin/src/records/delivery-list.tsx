// The webhook deliveries about one submission or payment.

import type { Delivery, Page } from '@frontdesk/client';
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { formatCount, humanize } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { RecordLine, RecordLines } from '../ui/record-lines.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

/** Shows the deliveries about all `subjects` (IDs of records), newest first. */
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
    // Pending deliveries change soon.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 5000 : false),
  });
  return (
    <Section title="Webhook deliveries" description="Events sent to your webhooks.">
      <QueryView query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Text c="dimmed">No deliveries yet. Each event is sent to the webhooks that are subscribed to it.</Text>
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
    <RecordLines label="Deliveries">
      {deliveries.map(({ id, type, url, status, attemptCount, createdAt }) => (
        <RecordLine
          key={id}
          note={`to ${hostOf(url)}`}
          status={<DeliveryStatus {...{ status, attemptCount }} />}
          time={createdAt}
        >
          <TextLink to="/settings/deliveries/$id" params={{ id }}>
            <Code>{type}</Code>
          </TextLink>
        </RecordLine>
      ))}
    </RecordLines>
  );
}

function DeliveryStatus({ status, attemptCount }: Pick<Delivery, 'status' | 'attemptCount'>) {
  if (attemptCount < 2) return <StatusBadge status={status} />;
  return <StatusBadge status={status} label={`${humanize(status)}, ${formatCount(attemptCount, 'attempt')}`} />;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
