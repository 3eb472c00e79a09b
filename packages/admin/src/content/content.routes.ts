// The routes of the content screens.

import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../api/load-part.tsx';
import { shellRoute } from '../shell/shell-route.tsx';

const itemListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$type',
  component: lazyScreen(() => import('./list/item-list-screen.tsx'), 'ItemListScreen'),
});

// One component for both routes, so that the editor stays open when a new item is saved and gets its URL.
const editorRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'editor',
  component: lazyScreen(() => import('./item-editor/item-editor-screen.tsx'), 'ItemEditorScreen'),
});

const newItemRoute = createRoute({
  getParentRoute: () => editorRoute,
  path: '/content/$type/new',
  staticData: { scope: 'content:write' },
});

const itemRoute = createRoute({ getParentRoute: () => editorRoute, path: '/content/$type/$id' });

const typeListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/types',
  component: lazyScreen(() => import('./types/type-list-screen.tsx'), 'TypeListScreen'),
});

// Cannot be the name of a type: those start with a letter.
const newTypeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/types/_new',
  staticData: { scope: 'content:write' },
  component: lazyScreen(() => import('./types/new-type-screen.tsx'), 'NewTypeScreen'),
});

const typeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/types/$type',
  component: lazyScreen(() => import('./types/type-editor-screen.tsx'), 'TypeEditorScreen'),
});

const tagsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tags',
  component: lazyScreen(() => import('./terms/term-screens.tsx'), 'TagsScreen'),
});

const categoriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/categories',
  component: lazyScreen(() => import('./terms/term-screens.tsx'), 'CategoriesScreen'),
});

const authorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/authors',
  component: lazyScreen(() => import('./authors/author-screens.tsx'), 'AuthorsScreen'),
});

const myAuthorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/authors/mine',
  staticData: { scope: 'content:write' },
  component: lazyScreen(() => import('./authors/author-screens.tsx'), 'MyAuthorScreen'),
});

const taxonomyListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/taxonomies',
  component: lazyScreen(() => import('./terms/taxonomy-list-screen.tsx'), 'TaxonomyListScreen'),
});

const termsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/taxonomies/$taxonomy',
  component: lazyScreen(() => import('./terms/term-screens.tsx'), 'TermsScreen'),
});

export const contentRoutes = [
  itemListRoute,
  editorRoute.addChildren([newItemRoute, itemRoute]),
  typeListRoute,
  newTypeRoute,
  typeRoute,
  tagsRoute,
  categoriesRoute,
  authorsRoute,
  myAuthorRoute,
  taxonomyListRoute,
  termsRoute,
] as const;
