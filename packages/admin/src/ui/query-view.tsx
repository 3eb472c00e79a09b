// One record that is being read: waiting, failed, or there.

import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

type QueryViewProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children(data: T): ReactNode;
  /** In place of the grey lines. */
  waiting?: ReactNode;
};

/** What is there stays there while a newer version is read, and when that fails. */
export function QueryView<T>({ query, children, waiting }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} retry={() => query.refetch()} />;
  return waiting ?? <Waiting />;
}

function Waiting() {
  return (
    <Stack aria-busy aria-label="Loading" role="status">
      <Skeleton height={28} width="40%" />
      <Skeleton height={16} width="70%" />
      <Skeleton height={160} />
    </Stack>
  );
}
