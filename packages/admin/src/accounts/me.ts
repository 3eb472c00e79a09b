// Who is signed in, what they may do, and the site's name.

import type { TokenScope } from '@frontdesk/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { noteSignedIn } from '../session.ts';

export type Me = {
  user: { id: string; name: string; email: string; role: 'owner' | 'editor'; scopes: TokenScope[] };
  site: { name: string };
};

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me> => {
    const me = await api.request<Me>('GET', '/me');
    noteSignedIn(true);
    return me;
  },
  staleTime: 60_000,
});

/** On screens within the shell, where it is known. */
export function useMe(): Me & { may(scope: TokenScope): boolean } {
  const { data } = useSuspenseQuery(meQuery);
  return { ...data, may: (scope) => may(data, scope) };
}

/** As the server decides: writing includes reading, `admin` includes all. */
function may({ user: { scopes } }: Me, scope: TokenScope): boolean {
  const asWrite = scope.replace(':read', ':write') as TokenScope;
  return scopes.includes(scope) || scopes.includes('admin') || scopes.includes(asWrite);
}
