// The routes of the CRM screens.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../shell-route.ts';

const contactListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  component: lazyRouteComponent(() => import('./contact-list-screen.tsx'), 'ContactListScreen'),
});

const newContactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts/new',
  component: lazyRouteComponent(() => import('./new-contact-screen.tsx'), 'NewContactScreen'),
});

const contactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts/$contact',
  component: lazyRouteComponent(() => import('./contact-screen.tsx'), 'ContactScreen'),
});

const invoiceListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices',
  component: lazyRouteComponent(() => import('./invoice-list-screen.tsx'), 'InvoiceListScreen'),
});

const newInvoiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices/new',
  component: lazyRouteComponent(() => import('./new-invoice-screen.tsx'), 'NewInvoiceScreen'),
});

const invoiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices/$invoice',
  component: lazyRouteComponent(() => import('./invoice-screen.tsx'), 'InvoiceScreen'),
});

export const crmRoutes = [
  contactListRoute,
  newContactRoute,
  contactRoute,
  invoiceListRoute,
  newInvoiceRoute,
  invoiceRoute,
] as const;
