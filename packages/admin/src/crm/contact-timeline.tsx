// The events of a contact, newest first, each with a link to its record.

import type { TimelineEntry } from '@frontdesk/client';
import { Button, Text, ThemeIcon, Timeline } from '@mantine/core';
import { IconCreditCard, IconForms, IconReceipt, IconReceiptRefund, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { EventLink } from '../records/event-link.tsx';
import { formatMoney } from '../ui/format.ts';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';

const pageSize = 20;
const maxEntries = 100;

export function ContactTimeline({ contactId }: { contactId: string }) {
  const [limit, setLimit] = useState(pageSize);
  const query = useQuery({
    queryKey: ['contacts', contactId, 'timeline', limit],
    queryFn: ({ signal }) => api.contacts.timeline(contactId, { limit }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title="Timeline">
      <QueryView query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Text c="dimmed">No events yet.</Text>
          ) : (
            <>
              <Timeline bulletSize={28} lineWidth={2}>
                {items.map((entry) => (
                  <Timeline.Item
                    key={entry.id}
                    bullet={<Bullet type={entry.type} />}
                    title={<EventLink event={entry} />}
                  >
                    <Subject entry={entry} />
                    <Text size="xs" c="dimmed">
                      <Time value={entry.createdAt} isRelative />
                    </Text>
                  </Timeline.Item>
                ))}
              </Timeline>
              {total > items.length && items.length < maxEntries && (
                <Button
                  variant="default"
                  size="xs"
                  mt="md"
                  onClick={() => setLimit(Math.min(maxEntries, limit + pageSize))}
                >
                  Show earlier events
                </Button>
              )}
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

/** "Summer course · €42.00", "INV-2027-0014 · €42.00" */
function Subject({ entry: { number, formName, amount, currency } }: { entry: TimelineEntry }) {
  const money = amount !== undefined && currency !== undefined ? formatMoney(amount, currency) : null;
  const texts = [number, formName, money].filter(Boolean);
  return texts.length > 0 && <Text size="sm">{texts.join(' · ')}</Text>;
}

const icons: Record<string, typeof IconForms> = {
  submission: IconForms,
  payment: IconCreditCard,
  invoice: IconReceipt,
  credit_note: IconReceiptRefund,
  subscription: IconRefresh,
};

function Bullet({ type }: { type: string }) {
  const Icon = icons[type.split('.')[0] ?? ''] ?? IconRefresh;
  return (
    <ThemeIcon size={28} radius="xl" variant="light" color="gray">
      <Icon size={16} stroke={1.75} aria-hidden />
    </ThemeIcon>
  );
}
