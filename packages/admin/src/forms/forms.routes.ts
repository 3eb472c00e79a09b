// The addresses of the forms screens.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../shell-route.ts';

const formListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms',
  component: lazyRouteComponent(() => import('./form-list-screen.tsx'), 'FormListScreen'),
});

const newFormRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/new',
  component: lazyRouteComponent(() => import('./form-editor-screen.tsx'), 'FormEditorScreen'),
});

export const formsRoutes = [formListRoute, newFormRoute] as const;
