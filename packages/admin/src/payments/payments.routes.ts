// The routes of the payments screens.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../api/load-part.tsx';
import { shellRoute } from '../shell/shell-route.tsx';

const paymentListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments',
  staticData: { scope: 'payments:read' },
  component: lazyScreen(() => import('./payment-list-screen.tsx'), 'PaymentListScreen'),
});

const newPaymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/new',
  staticData: { scope: 'payments:write' },
  component: lazyScreen(() => import('./payment-link-screen.tsx'), 'PaymentLinkScreen'),
});

const paymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/$payment',
  staticData: { scope: 'payments:read' },
  component: lazyScreen(() => import('./payment-screen.tsx'), 'PaymentScreen'),
});

const moneyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/money',
  staticData: { scope: 'payments:read' },
  component: lazyScreen(() => import('./money-screen.tsx'), 'MoneyScreen'),
});

export const paymentsRoutes = [paymentListRoute, newPaymentRoute, paymentRoute, moneyRoute] as const;
