// What has been read from the server, and for how long it counts as fresh.

import { QueryClient } from '@tanstack/react-query';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The client itself repeats what is worth repeating.
      retry: false,
    },
    mutations: { retry: false },
  },
});
