// The route of the home screen, which is about forms and payments. Users who see neither begin with the posts.

import { createRoute, redirect } from '@tanstack/react-router';
import { may, meQuery } from '../accounts/me.ts';
import { lazyScreen } from '../api/load-part.tsx';
import { queries } from '../api/queries.ts';
import { home } from '../shell/screens.tsx';
import { shellRoute } from '../shell/shell-route.tsx';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: async () => {
    const me = await queries.ensureQueryData(meQuery);
    if (!may(me, home.scope)) throw redirect({ to: '/content/$type', params: { type: 'post' } });
  },
  component: lazyScreen(() => import('./home-screen.tsx'), 'HomeScreen'),
});

export const homeRoutes = [homeRoute] as const;
