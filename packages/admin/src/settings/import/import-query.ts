// Imports, read again while one is active.

import type { Import } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

const activeMs = 1000;
const idleMs = 15_000;

export function isActive({ status }: Pick<Import, 'status'>): boolean {
  return status === 'pending' || status === 'checking' || status === 'importing';
}

/** The latest ones, without their reports. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => api.imports.list({ limit: 20 }, { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? activeMs : idleMs),
});

export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => api.imports.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : activeMs),
  });
}
