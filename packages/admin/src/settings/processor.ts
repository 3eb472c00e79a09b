// The payment processor, as the API describes it.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

export type Processor = {
  name: 'sandbox' | 'stripe';
  mode: 'test' | 'live' | null;
  receiverUrl: string | null;
  receiverEvents: string[];
  hasReceiverSecret: boolean;
  keysFrom: 'environment' | 'settings' | 'sandbox';
  hasKey: boolean;
  lastFour: string | null;
};

export const processorQuery = queryOptions({
  queryKey: ['payments', 'processor'],
  queryFn: ({ signal }) => api.request<Processor>('GET', '/payments/processor', { signal }),
});
