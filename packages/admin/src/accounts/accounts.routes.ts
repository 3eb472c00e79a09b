// Routes of the screens that need no signed-in user.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../load-part.ts';
import { rootRoute } from '../shell-route.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } => (from ? { from: String(from) } : {}),
  component: lazyScreen(() => import('./sign-in-screen.tsx'), 'SignInScreen'),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } => (code ? { code: String(code) } : {}),
  component: lazyScreen(() => import('./setup-screen.tsx'), 'SetupScreen'),
});

export const accountsRoutes = [signInRoute, setupRoute] as const;
