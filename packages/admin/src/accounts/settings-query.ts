// The settings of the site, which only owners may read.

import type { Settings } from '@frontdesk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { useMe } from './me.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.request<Settings>('GET', '/settings', { signal }),
});

/** Null for users who may not read them, and until they are there. */
export function useInvoicing(): Settings['invoicing'] | null {
  const { may } = useMe();
  return useQuery({ ...settingsQuery, enabled: may('admin') }).data?.invoicing ?? null;
}
