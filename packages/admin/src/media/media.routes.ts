// The route of the media library.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../load-part.ts';
import { shellRoute } from '../shell-route.ts';

const mediaListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/media',
  component: lazyScreen(() => import('./media-list-screen.tsx'), 'MediaListScreen'),
});

export const mediaRoutes = [mediaListRoute] as const;
