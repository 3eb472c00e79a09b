// The post types of this site: the side bar, the search and the content screens show them.

import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const typesQuery = queryOptions({
  queryKey: ['types'],
  queryFn: ({ signal }) => api.types.list({ limit: 100 }, { signal }),
  staleTime: 60_000,
});
