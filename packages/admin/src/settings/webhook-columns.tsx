// The columns of the list of webhooks.

import type { Webhook } from '@frontdesk/client/admin';
import { Text } from '@mantine/core';
import type { Column } from '../ui/data-table.tsx';
import { RowLink } from '../ui/links.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { EventNames } from './event-names.tsx';

/** The names of forms by ID, and of content types by their name in the API. */
export type ShownNames = { form(id: string): string | undefined; type(name: string): string };

export function webhookColumns(names: ShownNames): Column<Webhook>[] {
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
    {
      key: 'for',
      header: 'For',
      render: ({ formId, types }) => (
        <>
          {formId === null ? 'Whole site' : `Form ${names.form(formId) ?? formId}`}
          {types && (
            <Text size="xs" c="dimmed">
              Items: only {types.map(names.type).join(', ')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'events', header: 'Events', render: (webhook) => <EventNames webhook={webhook} /> },
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
  ];
}
