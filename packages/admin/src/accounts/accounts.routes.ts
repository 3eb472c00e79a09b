// The root route, and the routes of the screens that need no signed-in user.

import { createRootRoute, createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../api/load-part.tsx';

export const rootRoute = createRootRoute();

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

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyScreen(() => import('./forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
});

const readCode = ({ code }: Record<string, unknown>): { code: string } => ({ code: String(code ?? '') });

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  validateSearch: readCode,
  component: lazyScreen(() => import('./password-link-screens.tsx'), 'NewPasswordScreen'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  validateSearch: readCode,
  component: lazyScreen(() => import('./password-link-screens.tsx'), 'InvitationScreen'),
});

export const accountsRoutes = [
  signInRoute,
  setupRoute,
  forgotPasswordRoute,
  newPasswordRoute,
  invitationRoute,
] as const;
