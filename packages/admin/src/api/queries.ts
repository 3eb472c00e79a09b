// The cache of what was read from the server.

import { QueryClient } from '@tanstack/react-query';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A request that fails says why; one that waits for the browser to be online says nothing.
      networkMode: 'always',
      staleTime: 10_000,
      // The client already retries what can be retried.
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
