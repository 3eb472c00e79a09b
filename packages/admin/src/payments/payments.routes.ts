// The routes of the payments screens.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../shell-route.ts';

const paymentListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments',
  component: lazyRouteComponent(() => import('./payment-list-screen.tsx'), 'PaymentListScreen'),
});

const newPaymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/new',
  component: lazyRouteComponent(() => import('./payment-link-screen.tsx'), 'PaymentLinkScreen'),
});

const paymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/$payment',
  component: lazyRouteComponent(() => import('./payment-screen.tsx'), 'PaymentScreen'),
});

export const paymentsRoutes = [paymentListRoute, newPaymentRoute, paymentRoute] as const;
