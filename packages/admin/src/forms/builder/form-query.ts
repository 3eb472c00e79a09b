// The query for one form.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export function formQuery(id: string) {
  return queryOptions({ queryKey: ['forms', id], queryFn: ({ signal }) => api.forms.get(id, { signal }) });
}
