// The route of the media library.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../api/load-part.tsx';
import { shellRoute } from '../shell/shell-route.tsx';

const mediaListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/media',
  component: lazyScreen(() => import('./media-list-screen.tsx'), 'MediaListScreen'),
});

export const mediaRoutes = [mediaListRoute] as const;
