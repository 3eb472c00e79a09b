// What a form has sold, and its discount codes.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export function stockQuery(formId: string) {
  return queryOptions({
    queryKey: ['forms', formId, 'stock'],
    queryFn: ({ signal }) => api.forms(formId).stock({ signal }),
  });
}

export function discountsQuery(formId: string) {
  return queryOptions({
    queryKey: ['forms', formId, 'discounts'],
    queryFn: ({ signal }) => api.forms(formId).discounts.list({ signal }),
  });
}
