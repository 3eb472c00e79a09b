// The home screen: activity of the last 30 days.

import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { FailingReceivers } from './failing-receivers.tsx';
import { LatestEvents } from './latest-events.tsx';
import { days, summaryQuery } from './summary.ts';
import { Trends } from './trends.tsx';

export function HomeScreen() {
  const { site } = useMe();
  const summary = useQuery(summaryQuery);
  return (
    <>
      <PageHeader title="Home" description={`Activity on ${site.name} in the last ${days} days`} />
      <QueryView query={summary}>
        {(summary) => (
          <Stack gap="lg">
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
