// The content types of this site, for the sidebar, the search and the content screens.

import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const typesQuery = queryOptions({
  queryKey: ['types'],
  queryFn: ({ signal }) => api.types.list({ limit: 100 }, { signal }),
  staleTime: 60_000,
});

/** One type, with its tag for saving. */
export function typeQuery(name: string) {
  return queryOptions({
    queryKey: ['types', name],
    queryFn: ({ signal }) => api.types.get(name, { signal }),
  });
}
