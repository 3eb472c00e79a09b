// All routes of the admin. Each slice lists its own; screens are loaded on first use.

import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { accountsRoutes, rootRoute } from './accounts/accounts.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { crmRoutes } from './crm/crm.routes.ts';
import { formsRoutes } from './forms/forms.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { FailedScreen, UnknownScreen } from './shell/failed-screen.tsx';
import { shellRoute } from './shell/shell-route.tsx';

const screens = shellRoute.addChildren([
  ...homeRoutes,
  ...contentRoutes,
  ...mediaRoutes,
  ...formsRoutes,
  ...paymentsRoutes,
  ...crmRoutes,
  ...settingsRoutes,
]);

export const router = createRouter({
  routeTree: rootRoute.addChildren([...accountsRoutes, screens]),
  basepath: '/admin',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: FailedScreen,
  defaultNotFoundComponent: UnknownScreen,
  // Readable URLs: every search parameter is text.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
