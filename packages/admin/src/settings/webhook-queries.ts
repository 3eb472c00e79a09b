// What the screens of webhooks read.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => api.webhooks.list({ limit: 100 }, { signal }),
});

export type ShownSecret = { url: string; secret: string };
