// The root route, and the parent of every route that requires a signed-in user.

import type { TokenScope } from '@frontdesk/client';
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from './accounts/me.ts';
import { lazyScreen } from './load-part.ts';
import { queries } from './queries.ts';
import { Opening } from './shell/opening.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Required to use the screen; the shell says so to users without it. */
    scope?: TokenScope;
  }
}

export const rootRoute = createRootRoute();

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
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
