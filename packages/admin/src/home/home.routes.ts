// The route of the home screen.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../load-part.ts';
import { shellRoute } from '../shell-route.ts';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyScreen(() => import('./home-screen.tsx'), 'HomeScreen'),
});

export const homeRoutes = [homeRoute] as const;
