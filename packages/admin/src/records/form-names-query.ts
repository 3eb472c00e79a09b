// The names of forms, to choose from.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const formNamesQuery = queryOptions({
  queryKey: ['forms', 'names'],
  queryFn: async ({ signal }) => {
    const { items } = await api.forms.list({ limit: 100 }, { signal });
    return items.map(({ id, name }) => ({ id, name }));
  },
});
