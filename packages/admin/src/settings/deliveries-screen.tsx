// All webhook deliveries, with their status.

import type { Delivery, DeliveryQuery } from '@frontdesk/client/admin';
import { Button, Code, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { webhookEvents } from '../../../server/src/events/event-types.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeliveryProgress } from '../records/delivery-status.tsx';
import { askToConfirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx';
import { formatCount } from '../ui/format.ts';
import { RowLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Pending' },
  { value: 'retrying', label: 'Retrying' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
];

const events = [...Object.values(webhookEvents).flat(), 'test'];

export function DeliveriesScreen() {
  const list = useListQuery({ status: '', event: '', subscriber: '' });
  const deliveries = useQuery({
    queryKey: ['deliveries', 'list', list.query],
    queryFn: ({ signal }) => api.deliveries.list(queryOf(list.query), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });
  return (
    <>
      <PageHeader
        title="Deliveries"
        description="Events sent to your webhooks. A delivery that fails is retried for about three days."
        actions={
          <Button variant="default" onClick={() => resendAllFailed(list.filters.subscriber)}>
            Resend all failed
          </Button>
        }
      />
      <FilterBar list={list}>
        <FilterSelect
          label="Status"
          options={statuses}
          value={list.filters.status}
          set={(status) => list.set({ status })}
        />
        <FilterSelect
          label="Event"
          options={[{ value: '', label: 'Any event' }, ...events.map((event) => ({ value: event, label: event }))]}
          value={list.filters.event}
          set={(event) => list.set({ event })}
        />
      </FilterBar>
      {list.filters.subscriber && (
        <Text size="sm" mb="md" style={{ overflowWrap: 'anywhere' }}>
          Only deliveries to {deliveries.data?.items[0]?.url ?? 'the chosen webhook'}
        </Text>
      )}
      <DataTable
        label="Deliveries"
        query={deliveries}
        columns={columns}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          <EmptyState
            icon={<IconSend aria-hidden />}
            title={list.isFiltered ? 'No matching deliveries' : 'No deliveries yet'}
          >
            {list.isFiltered
              ? 'Clear the filters to see all deliveries.'
              : 'Deliveries appear here when events are sent to your webhooks.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** `retrying` is no status of the API: those deliveries are pending. */
function queryOf({ status, event, subscriber, ...rest }: Record<string, unknown>): Omit<DeliveryQuery, 'total'> {
  const isPending = status === 'pending' || status === 'retrying';
  return {
    ...rest,
    ...(event ? { type: event } : {}),
    ...(subscriber ? { subscriberId: subscriber } : {}),
    ...(isPending ? { status: 'pending', 'failure[exists]': status === 'retrying' } : status ? { status } : {}),
  } as DeliveryQuery;
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
  { key: 'url', header: 'URL', render: ({ url }) => <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code> },
  { key: 'status', header: 'Status', render: (delivery) => <DeliveryProgress {...delivery} /> },
  { key: 'createdAt', header: 'Created', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
];

async function resendAllFailed(subscriberId: string): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Resend all failed deliveries?',
    children: subscriberId
      ? 'Every failed delivery to this webhook will be sent again.'
      : 'Every failed delivery to any webhook will be sent again.',
    confirm: 'Resend all',
  });
  if (!isSure) return;
  try {
    const { count } = await api.deliveries.resendFailed(subscriberId ? { subscriberId } : {});
    await queries.invalidateQueries({ queryKey: ['deliveries'] });
    toastSuccess(`Resending ${formatCount(count, 'delivery', 'deliveries')}`);
  } catch (error) {
    toastError(error);
  }
}
