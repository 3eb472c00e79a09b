// The payment processor, as the API describes it.

import type { Processor } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const processorQuery = queryOptions({
  queryKey: ['payments', 'processor'],
  queryFn: ({ signal }) => api.request<Processor>('GET', '/payments/processor', { signal }),
});
