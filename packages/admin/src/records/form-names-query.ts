// The names of forms, to choose from.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const formNamesQuery = queryOptions({
  queryKey: ['forms', 'names'],
  queryFn: async ({ signal }) => {
    const forms = await Array.fromAsync(api.forms.all({}, { signal }));
    return forms.map(({ id, name }) => ({ id, name }));
  },
});
