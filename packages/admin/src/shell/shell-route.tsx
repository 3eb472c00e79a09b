// The parent of every route that requires a signed-in user.

import type { TokenScope } from '@frontdesk/client';
import { Center, Loader } from '@mantine/core';
import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../accounts/accounts.routes.ts';
import { meQuery } from '../accounts/me.ts';
import { lazyScreen } from '../api/load-part.tsx';
import { queries } from '../api/queries.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required to use the screen; the shell says so to users without it. */
    scope?: TokenScope;
  }
}

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyScreen(() => import('./shell.tsx'), 'Shell'),
  pendingComponent: Opening,
  pendingMs: 200,
  beforeLoad: async ({ location }) => {
    let isBlocked = false;
    try {
      const { secondFactorNeeded } = await queries.ensureQueryData(meQuery);
      isBlocked = secondFactorNeeded && !location.pathname.endsWith('/settings/account');
    } catch (error) {
      if ((error as { status?: number }).status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { from: location.publicHref } });
    }
    // The site requires a second factor, which is set up there.
    if (isBlocked) throw redirect({ to: '/settings/account' });
  },
});

/** Shown instead of a blank page while the admin waits for the server to say who is signed in. */
function Opening() {
  return (
    <Center mih="100vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
