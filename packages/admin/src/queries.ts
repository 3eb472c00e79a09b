// The cache of what was read from the server.

import { QueryClient } from '@tanstack/react-query';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The client already retries what can be retried.
      retry: false,
    },
    mutations: { retry: false },
  },
});
