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

// One component for both routes, so that the editor stays open when a new draft is stored and gets its URL.
const invoiceScreenRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'invoice',
  component: lazyScreen(() => import('./invoice-screen.tsx'), 'InvoiceScreen'),
});

const newInvoiceRoute = createRoute({
  getParentRoute: () => invoiceScreenRoute,
  path: '/invoices/new',
  staticData: { scope: 'crm:write' },
});

const invoiceRoute = createRoute({
  getParentRoute: () => invoiceScreenRoute,
  path: '/invoices/$invoice',
  staticData: { scope: 'crm:read' },
});

const creditNoteRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credit-notes/$note',
  staticData: { scope: 'crm:read' },
  component: lazyScreen(() => import('./credit-note-screen.tsx'), 'CreditNoteScreen'),
});

export const crmRoutes = [
  contactListRoute,
  newContactRoute,
  contactRoute,
  invoiceListRoute,
  invoiceScreenRoute.addChildren([newInvoiceRoute, invoiceRoute]),
  creditNoteRoute,
] as const;
