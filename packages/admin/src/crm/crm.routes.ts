// The routes of the CRM screens.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../api/load-part.tsx';
import { shellRoute } from '../shell/shell-route.tsx';

const contactListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  staticData: { scope: 'crm:read' },
  component: lazyScreen(() => import('./contact-list-screen.tsx'), 'ContactListScreen'),
});

const newContactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts/new',
  staticData: { scope: 'crm:write' },
  component: lazyScreen(() => import('./new-contact-screen.tsx'), 'NewContactScreen'),
});

const contactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts/$contact',
  staticData: { scope: 'crm:read' },
  component: lazyScreen(() => import('./contact-screen.tsx'), 'ContactScreen'),
});

const invoiceListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices',
  staticData: { scope: 'crm:read' },
  component: lazyScreen(() => import('./invoice-list-screen.tsx'), 'InvoiceListScreen'),
});

const newInvoiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices/new',
  staticData: { scope: 'crm:write' },
  component: lazyScreen(() => import('./new-invoice-screen.tsx'), 'NewInvoiceScreen'),
});

const invoiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices/$invoice',
  staticData: { scope: 'crm:read' },
  component: lazyScreen(() => import('./invoice-screen.tsx'), 'InvoiceScreen'),
});

export const crmRoutes = [
  contactListRoute,
  newContactRoute,
  contactRoute,
  invoiceListRoute,
  newInvoiceRoute,
  invoiceRoute,
] as const;
