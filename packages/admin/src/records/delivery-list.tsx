// The webhook deliveries about one submission or payment.

import type { Delivery, Page } from '@frontdesk/client';
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { TextLink } from '../ui/links.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { RecordLine, RecordLines } from '../ui/record-lines.tsx';
import { Section } from '../ui/section.tsx';
import { DeliveryProgress } from './delivery-status.tsx';

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
      {deliveries.map((delivery) => (
        <RecordLine
          key={delivery.id}
          note={`to ${hostOf(delivery.url)}`}
          status={<DeliveryProgress {...delivery} />}
          time={delivery.createdAt}
        >
          <TextLink to="/settings/deliveries/$id" params={{ id: delivery.id }}>
            <Code>{delivery.type}</Code>
          </TextLink>
        </RecordLine>
      ))}
    </RecordLines>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
