// Whether the signed-in user signs in in two steps.

import type { SecondFactor } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['secondFactor'],
  queryFn: ({ signal }) => api.request<SecondFactor>('GET', '/me/second-factor', { signal }),
});
