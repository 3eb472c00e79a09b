// The events of a contact, newest first, each with a link to its record.

import type { TimelineEntry } from '@frontdesk/client';
import { Button, Text, ThemeIcon, Timeline } from '@mantine/core';
import { IconCreditCard, IconForms, IconReceipt, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { eventLabel } from '../records/event-label.ts';
import { TextLink } from '../ui/links.tsx';
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
                  <Timeline.Item key={entry.id} bullet={<Bullet type={entry.type} />} title={<Title entry={entry} />}>
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

const icons: Record<string, typeof IconForms> = {
  submission: IconForms,
  payment: IconCreditCard,
  invoice: IconReceipt,
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

/** A link if the record has a screen that the user may see. */
function Title({ entry }: { entry: TimelineEntry }): ReactNode {
  const { may } = useMe();
  const title = eventLabel(entry.type);
  const { submissionId, formId, paymentId, invoiceId } = entry.data as Record<string, string | undefined>;
  if (submissionId && formId) {
    return (
      <TextLink to="/forms/$form/submissions/$submission" params={{ form: formId, submission: submissionId }}>
        {title}
      </TextLink>
    );
  }
  if (paymentId && may('payments:read')) {
    return (
      <TextLink to="/payments/$payment" params={{ payment: paymentId }}>
        {title}
      </TextLink>
    );
  }
  // Only our own invoices have a screen; IDs of the processor's invoices start with `in_`.
  if (invoiceId?.startsWith('inv_')) {
    return (
      <TextLink to="/invoices/$invoice" params={{ invoice: invoiceId }}>
        {title}
      </TextLink>
    );
  }
  return title;
}
