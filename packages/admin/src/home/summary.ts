// The server's summary of recent activity.

import type { Summary } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

export const days = 30;

export const summaryQuery = queryOptions({
  queryKey: ['summary', days],
  queryFn: ({ signal }) => api.request<Summary>('GET', '/summary', { query: { days }, signal }),
  // Keeps the screen up to date while it is visible.
  refetchInterval: 5000,
});
