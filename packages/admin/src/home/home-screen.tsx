// The home screen: activity of the last 30 days.

import type { Summary } from '@frontdesk/client';
import { ActionIcon, Alert, Grid, Group, List, Menu, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconListCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { EventLink } from '../records/event-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { FirstSteps, showFirstSteps } from './first-steps.tsx';
import { Trends } from './trends.tsx';

export function HomeScreen() {
  const { site, may } = useMe();
  const summary = useQuery(summaryQuery);
  return (
    <>
      <PageHeader
        title="Home"
        description={`Activity on ${site.name} in the last ${days} days`}
        actions={may('admin') && summary.data?.firstSteps === null && <HomeMenu />}
      />
      <QueryView query={summary}>
        {(summary) => (
          <Stack gap="lg">
            {summary.firstSteps && <FirstSteps done={summary.firstSteps} />}
            {summary.backups && <BackupWarning backups={summary.backups} />}
            <FailingReceivers receivers={summary.failingReceivers} />
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <Trends summary={summary} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <LatestEvents events={summary.events} />
              </Grid.Col>
            </Grid>
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function HomeMenu() {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="More actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconListCheck size={16} aria-hidden />} onClick={() => showFirstSteps(true)}>
          Show the first steps
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Warns about backups that failed or are too old. */
function BackupWarning({ backups }: { backups: NonNullable<Summary['backups']> }) {
  const { warning, lastCompletedAt } = backups;
  const title = warning === 'failed' ? 'The last backup failed' : 'There is no recent backup';
  return (
    <Alert color={warning === 'failed' ? 'red' : 'yellow'} title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">
        {lastCompletedAt === null ? (
          'There is none yet. '
        ) : (
          <>
            The newest is of <Time value={lastCompletedAt} />.{' '}
          </>
        )}
        <TextLink to="/settings/backups">See the backups</TextLink>
      </Text>
    </Alert>
  );
}

/** Warns about webhooks that are failing, paused or disabled. */
function FailingReceivers({ receivers }: { receivers: Summary['failingReceivers'] }) {
  if (receivers.length === 0) return null;
  const count = receivers.length;
  const title = `${formatCount(count, 'webhook')} ${count === 1 ? 'needs' : 'need'} your attention`;
  return (
    <Alert color="yellow" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <List size="sm" spacing={4}>
        {receivers.slice(0, 5).map(({ id, url, status, failingSince }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <TextLink to="/settings/deliveries" search={{ subscriber: id } as never}>
              {url}
            </TextLink>{' '}
            {failingSince ? (
              <>
                started failing <Time value={failingSince} />
              </>
            ) : (
              `is ${status}`
            )}
          </List.Item>
        ))}
        {count > 5 && (
          <List.Item>
            and {formatCount(count - 5, 'more webhook')} in <TextLink to="/settings/webhooks">Settings</TextLink>
          </List.Item>
        )}
      </List>
    </Alert>
  );
}

type Event = Summary['events'][number];

/** The latest events, each with a link to its record. */
function LatestEvents({ events }: { events: Event[] }) {
  return (
    <Section title="Latest events">
      {events.length === 0 ? (
        <EmptyState title="No events yet">Submissions and payments appear here.</EmptyState>
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

/** The server's summary of recent activity. */
const days = 30;

const summaryQuery = queryOptions({
  queryKey: ['summary', days],
  queryFn: ({ signal }) => api.request<Summary>('GET', '/summary', { query: { days }, signal }),
  // Keeps the screen up to date while it is visible.
  refetchInterval: 5000,
});
