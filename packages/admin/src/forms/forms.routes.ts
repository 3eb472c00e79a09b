// The routes of the forms screens.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../api/load-part.tsx';
import { shellRoute } from '../shell/shell-route.tsx';

const formListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms',
  staticData: { scope: 'forms:read' },
  component: lazyScreen(() => import('./builder/form-list-screen.tsx'), 'FormListScreen'),
});

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  staticData: { scope: 'forms:read' },
  component: lazyScreen(() => import('./submissions/inbox-screen.tsx'), 'InboxScreen'),
});

const newFormRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/new',
  staticData: { scope: 'forms:write' },
  component: lazyScreen(() => import('./builder/new-form-screen.tsx'), 'NewFormScreen'),
});

const formRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/$form',
  staticData: { scope: 'forms:read' },
  component: lazyScreen(() => import('./builder/form-editor-screen.tsx'), 'FormEditorScreen'),
});

const submissionListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/$form/submissions',
  staticData: { scope: 'forms:read' },
  component: lazyScreen(() => import('./submissions/submission-list-screen.tsx'), 'SubmissionListScreen'),
});

const summaryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/$form/summary',
  staticData: { scope: 'forms:read' },
  component: lazyScreen(() => import('./summary/form-summary-screen.tsx'), 'FormSummaryScreen'),
});

const submissionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/forms/$form/submissions/$submission',
  staticData: { scope: 'forms:read' },
  component: lazyScreen(() => import('./submissions/submission-screen.tsx'), 'SubmissionScreen'),
});

export const formsRoutes = [
  inboxRoute,
  formListRoute,
  newFormRoute,
  formRoute,
  submissionListRoute,
  summaryRoute,
  submissionRoute,
] as const;
