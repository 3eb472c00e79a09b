// The home screen: activity of the last 30 days.

import { ActionIcon, Grid, Menu, Stack } from '@mantine/core';
import { IconDots, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { BackupWarning } from './backup-warning.tsx';
import { FailingReceivers } from './failing-receivers.tsx';
import { FirstSteps, showFirstSteps } from './first-steps.tsx';
import { LatestEvents } from './latest-events.tsx';
import { days, summaryQuery } from './summary.ts';
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
