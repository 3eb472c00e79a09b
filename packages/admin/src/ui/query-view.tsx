// Shows one record once it has loaded; handles the loading and failed states.

import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

type QueryViewProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** About how high the data will be, so that what is below does not jump. */
  height?: number;
  children(data: T): ReactNode;
};

/** Keeps showing the data while it is refetched, and when refetching fails. */
export function QueryView<T>({ query, height, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} retry={() => query.refetch()} />;
  return <Loading height={height} />;
}

function Loading({ height = 220 }: { height?: number | undefined }) {
  return (
    <Stack aria-busy aria-label="Loading" role="status">
      <Skeleton height={28} width="40%" />
      <Skeleton height={16} width="70%" />
      <Skeleton height={height - 60} />
    </Stack>
  );
}
