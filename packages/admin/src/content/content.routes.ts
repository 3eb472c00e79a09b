// The addresses of the content screens.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../shell-route.ts';

const itemListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$type',
  component: lazyRouteComponent(() => import('./item-list-screen.tsx'), 'ItemListScreen'),
});

const newItemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$type/new',
  component: lazyRouteComponent(() => import('./item-editor-screen.tsx'), 'ItemEditorScreen'),
});

const itemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$type/$id',
  component: lazyRouteComponent(() => import('./item-editor-screen.tsx'), 'ItemEditorScreen'),
});

const typeListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/types',
  component: lazyRouteComponent(() => import('./type-list-screen.tsx'), 'TypeListScreen'),
});

export const contentRoutes = [itemListRoute, newItemRoute, itemRoute, typeListRoute] as const;
