// The layout of a record: main content, with details and related records beside it, or below it on narrow screens.

import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

export function TwoColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="lg">{children}</Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="lg">{side}</Stack>
      </Grid.Col>
    </Grid>
  );
}
