// The taxonomies of this site: tags, categories and its own.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export const taxonomiesQuery = queryOptions({
  queryKey: ['taxonomies'],
  queryFn: async ({ signal }) => (await api.taxonomies.list({}, { signal })).items,
  staleTime: 60_000,
});
