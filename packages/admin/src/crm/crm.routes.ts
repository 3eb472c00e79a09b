// The addresses of the crm screens.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../shell-route.ts';

const contactListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  component: lazyRouteComponent(() => import('./contact-list-screen.tsx'), 'ContactListScreen'),
});

const invoiceListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices',
  component: lazyRouteComponent(() => import('./invoice-list-screen.tsx'), 'InvoiceListScreen'),
});

export const crmRoutes = [contactListRoute, invoiceListRoute] as const;
