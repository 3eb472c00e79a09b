// Every delivery of a webhook: what was sent to whom, and how it went.

import type { Delivery, DeliveryQuery } from '@frontdesk/client';
import { Button, Code } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx';
import { RowLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastDone, toastError } from '../ui/toast.tsx';

const statuses = [
  { value: '', label: 'Every state' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
];

const events = [
  'submitted',
  'paid',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'invoice.paid',
  'invoice.payment_failed',
  'test',
];

export function DeliveriesScreen() {
  const list = useListQuery({ status: '', event: '', subscriber: '' });
  const deliveries = useQuery({
    queryKey: ['deliveries', 'list', list.query],
    queryFn: ({ signal }) => api.deliveries.list(list.query as DeliveryQuery, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });
  return (
    <>
      <PageHeader
        title="Deliveries"
        description="What was sent to webhooks, with every attempt. Failed ones are tried again for a day or so."
        actions={
          <Button variant="default" onClick={() => resendAllFailed(list.filters.subscriber)}>
            Resend all failed
          </Button>
        }
      />
      <FilterBar isFiltered={list.isFiltered} clear={list.clear}>
        <FilterSelect
          label="State"
          options={statuses}
          value={list.filters.status}
          set={(status) => list.set({ status })}
        />
        <FilterSelect
          label="Event"
          options={[{ value: '', label: 'Every event' }, ...events.map((event) => ({ value: event, label: event }))]}
          value={list.filters.event}
          set={(event) => list.set({ event })}
        />
      </FilterBar>
      <DataTable
        label="Deliveries"
        query={deliveries}
        columns={columns}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          <EmptyState
            icon={<IconSend aria-hidden />}
            title={list.isFiltered ? 'No delivery is like that' : 'Nothing has been sent yet'}
          >
            {list.isFiltered
              ? 'Clear the filters to see all.'
              : 'Deliveries show up here as soon as a webhook is told of something.'}
          </EmptyState>
        }
      />
    </>
  );
}

const columns: Column<Delivery>[] = [
  {
    key: 'event',
    header: 'Event',
    render: ({ id, type }) => (
      <RowLink to="/settings/deliveries/$id" params={{ id }}>
        {type}
      </RowLink>
    ),
  },
  { key: 'url', header: 'To', render: ({ url }) => <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code> },
  { key: 'status', header: 'State', render: ({ status }) => <StatusBadge status={status} /> },
  { key: 'attempts', header: 'Attempts', align: 'right', render: ({ attemptCount }) => attemptCount },
  { key: 'createdAt', header: 'Made', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
];

async function resendAllFailed(subscriber: string): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Resend all that failed?',
    children: subscriber
      ? 'Every failed delivery of this webhook is sent again.'
      : 'Every failed delivery is sent again.',
    confirm: 'Resend',
  });
  if (!isSure) return;
  try {
    const { count } = await api.deliveries.resendFailed(subscriber ? { subscriber } : {});
    await queries.invalidateQueries({ queryKey: ['deliveries'] });
    toastDone(count === 1 ? 'One delivery is sent again' : `${count} deliveries are sent again`);
  } catch (error) {
    toastError(error);
  }
}
