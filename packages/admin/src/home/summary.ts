// The server's summary of recent activity.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

export type Summary = {
  from: string;
  to: string;
  submissions: { total: number; days: { day: string; count: number }[] };
  payments: {
    currency: string;
    succeeded: number;
    refunded: number;
    net: number;
    days: { day: string; net: number }[];
  }[];
  failingReceivers: {
    id: string;
    formId: string | null;
    url: string;
    status: 'active' | 'paused' | 'disabled';
    failingSince: string | null;
  }[];
  events: { id: string; type: string; subject: string; contactId: string | null; createdAt: string }[];
};

export const days = 30;

export const summaryQuery = queryOptions({
  queryKey: ['summary', days],
  queryFn: ({ signal }) => api.request<Summary>('GET', '/summary', { query: { days }, signal }),
  // Keeps a screen that is left open up to date.
  refetchInterval: 60_000,
});
