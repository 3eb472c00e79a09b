// What the screens of webhooks read.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => ({ items: await Array.fromAsync(api.webhooks.all({}, { signal })) }),
});

export type ShownSecret = { url: string; secret: string };
