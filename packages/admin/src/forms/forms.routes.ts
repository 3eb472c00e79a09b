// The routes of the forms screens.

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
  component: lazyRouteComponent(() => import('./new-form-screen.tsx'), 'NewFormScreen'),
});

const formRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/$form',
  component: lazyRouteComponent(() => import('./form-editor-screen.tsx'), 'FormEditorScreen'),
});

const submissionListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/$form/submissions',
  component: lazyRouteComponent(() => import('./submission-list-screen.tsx'), 'SubmissionListScreen'),
});

const submissionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/$form/submissions/$submission',
  component: lazyRouteComponent(() => import('./submission-screen.tsx'), 'SubmissionScreen'),
});

export const formsRoutes = [formListRoute, newFormRoute, formRoute, submissionListRoute, submissionRoute] as const;
