// A list of webhooks: for payments, for one form, or all.

import type { Subscriber } from '@frontdesk/client';
import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RowLink } from '../ui/links.tsx';
import { SecretBox } from '../ui/secret-box.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import type { ShownSecret, SubscriberArea } from './subscriber-area.ts';
import { SubscriberForm } from './subscriber-form.tsx';
import { SubscriberMenu } from './subscriber-menu.tsx';

export function SubscribersList({ area }: { area: SubscriberArea }) {
  const [edited, setEdited] = useState<Subscriber<string> | null>(null);
  const [isOpen, { open, close }] = useDisclosure(false);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const list = useQuery({
    queryKey: area.queryKey,
    queryFn: ({ signal }) => area.subscribers.list({ limit: 100 }, { signal }),
  });
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => {
        setEdited(null);
        open();
      }}
    >
      Add webhook
    </Button>
  );
  const edit = (subscriber: Subscriber<string>): void => {
    setEdited(subscriber);
    open();
  };
  return (
    <>
      {shown && (
        <SecretBox title="Signing secret" secret={shown.secret} mb="md">
          Use it to verify deliveries to {shown.url}. Copy it now. You will not be able to see it again.
        </SecretBox>
      )}
      {area.mayEdit && list.data && list.data.total > 0 && (
        <Group justify="end" mb="md">
          {add}
        </Group>
      )}
      <DataTable
        label="Webhooks"
        query={list}
        columns={columnsOf(area, edit, setShown)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<IconWebhook aria-hidden />}
            title="No webhooks yet"
            action={area.mayEdit ? add : undefined}
          >
            A webhook notifies another service about events, with signed requests.
          </EmptyState>
        }
      />
      <Modal opened={isOpen} onClose={close} title={edited ? 'Edit webhook' : 'Add webhook'} size="lg">
        <SubscriberForm
          area={edited ? areaFor(area, edited) : area}
          subscriber={edited}
          onSaved={(secret) => {
            if (secret) setShown(secret);
            close();
          }}
        />
      </Modal>
    </>
  );
}

function areaFor(area: SubscriberArea, subscriber: Subscriber<string>): SubscriberArea {
  return area.areaOf?.(subscriber) ?? area;
}

function columnsOf(
  area: SubscriberArea,
  edit: (subscriber: Subscriber<string>) => void,
  show: (secret: ShownSecret) => void,
): Column<Subscriber<string>>[] {
  return [
    {
      key: 'url',
      header: 'URL',
      render: ({ id, url }) => (
        <RowLink to="/settings/deliveries" search={{ subscriber: id } as never} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </RowLink>
      ),
    },
    ...(area.column ? [area.column] : []),
    {
      key: 'events',
      header: 'Events',
      render: (subscriber) => (
        <Text size="sm" component="span">
          {subscriber.events.length === areaFor(area, subscriber).events.length && subscriber.events.length > 2
            ? 'All events'
            : subscriber.events.map((event) => (
                <Code key={event} mr={4}>
                  {event}
                </Code>
              ))}
        </Text>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      width: 140,
      render: ({ status, failingSince }) =>
        failingSince !== null && status === 'active' ? (
          <>
            <StatusBadge status="failing" />{' '}
            <Text size="xs" c="dimmed" component="span">
              started <Time value={failingSince} isRelative />
            </Text>
          </>
        ) : (
          <StatusBadge status={status} />
        ),
    },
    ...(area.mayEdit || area.areaOf
      ? [
          {
            key: 'menu',
            header: '',
            align: 'right' as const,
            width: 60,
            isAction: true,
            render: (subscriber: Subscriber<string>) => {
              const own = areaFor(area, subscriber);
              if (!own.mayEdit) return null;
              return <SubscriberMenu area={own} subscriber={subscriber} edit={() => edit(subscriber)} show={show} />;
            },
          },
        ]
      : []),
  ];
}
