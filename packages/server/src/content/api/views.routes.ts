// Saved views of lists over HTTP.

import Type from 'typebox';
import type { ReadContext } from '../../context/context.ts';
import { resourceRoutes } from '../../http/resource-routes.ts';
import { completeList } from '../../http/responses.ts';
import { listOf, partQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { getPostType } from '../types/post-types.ts';
import {
  createView,
  deleteView,
  inboxList,
  listViews,
  NewSavedView,
  SavedViewChange,
  SavedViewSchema,
  updateView,
} from './views.ts';

export function viewsRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Saved views', path: '/views', one: 'SavedView', many: 'SavedViews', read: 'user', write: 'user' },
    words: ['saved view', 'saved views'],
    item: SavedViewSchema,
    list: {
      summary: 'List your saved views of a content type or the inbox, and those that are shared',
      problems: [404],
      query: queryOf({
        type: Type.String({
          maxLength: 200,
          description: 'Singular or plural name of a content type, or `forms.inbox`',
        }),
        ...partQuery,
      }),
      page: listOf(SavedViewSchema),
      run: async (ctx, query) => completeList(await listViews(ctx, await findList(ctx, query.type)), query),
    },
    create: {
      summary: 'Save a view of a list',
      problems: [404, 409],
      body: NewSavedView,
      run: async (ctx, { type, ...view }, operation) =>
        createView(ctx, await findList(ctx, type), { ...view, id: idFrom('view', operation) }),
    },
    update: {
      summary: 'Change a saved view',
      body: SavedViewChange,
      run: (ctx, { id }, change) => updateView(ctx, id, change),
    },
    delete: { run: (ctx, { id }) => deleteView(ctx, id) },
  });
}

async function findList(ctx: ReadContext, name: string): Promise<{ name: string }> {
  return name === inboxList.name ? inboxList : getPostType(ctx, name);
}
