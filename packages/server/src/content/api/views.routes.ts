// Saved views of lists over HTTP.

import Type from 'typebox';
import type { ReadContext } from '../../context/context.ts';
import { pageOf } from '../../database/record-list.ts';
import { versionTag } from '../../http/conditional.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { resourceRoutes } from '../../http/resource-routes.ts';
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

const viewList = completeListOf({
  item: SavedViewSchema,
  filters: ['name', 'shared', 'createdAt', 'updatedAt'],
  sort: ['name', 'createdAt', 'updatedAt'],
  own: {
    type: Type.String({
      maxLength: 200,
      description: 'Singular or plural name of a content type, or `forms.inbox`',
    }),
  },
});

export function viewsRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Saved views', path: '/views', one: 'SavedView', many: 'SavedViews', read: 'user', write: 'user' },
    words: ['saved view', 'saved views'],
    item: SavedViewSchema,
    tagOf: versionTag,
    list: {
      summary: 'List your saved views of a content type or the inbox, and those that are shared',
      problems: [404],
      ...viewList,
      run: async (ctx, query) => pageOf(await listViews(ctx, await findList(ctx, query.type)), viewList, query),
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
      run: (ctx, { id }, change, check) => updateView(ctx, id, change, check),
    },
    delete: { run: (ctx, { id }, check) => deleteView(ctx, id, check) },
  });
}

async function findList(ctx: ReadContext, name: string): Promise<{ name: string }> {
  return name === inboxList.name ? inboxList : getPostType(ctx, name);
}
