// The signed-in user, their permissions, and the site.

import type { Me, TokenScope } from '@frontdesk/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { setSignedIn } from '../api/session.ts';
import { setFormats } from '../ui/format.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me> => {
    const me = await api.request<Me>('GET', '/me');
    setSignedIn(true);
    setFormats(me.site);
    return me;
  },
  staleTime: 60_000,
});

/** For screens inside the shell, which loads the user first. */
export function useMe(): Me & { may(scope: TokenScope | null): boolean } {
  const { data } = useSuspenseQuery(meQuery);
  return { ...data, may: (scope) => may(data, scope) };
}

/**
 * Follows the server's rules: write scopes include reading, `admin` includes every scope. Null is for every user. Nothing else before a
 * second factor that is required.
 */
export function may({ user: { scopes }, secondFactorNeeded }: Me, scope: TokenScope | null): boolean {
  if (scope === null) return true;
  if (secondFactorNeeded) return false;
  const asWrite = scope.replace(':read', ':write') as TokenScope;
  return scopes.includes(scope) || scopes.includes('admin') || scopes.includes(asWrite);
}
