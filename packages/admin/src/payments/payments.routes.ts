// The addresses of the payments screens.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../shell-route.ts';

const paymentListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments',
  component: lazyRouteComponent(() => import('./payment-list-screen.tsx'), 'PaymentListScreen'),
});

export const paymentsRoutes = [paymentListRoute] as const;
