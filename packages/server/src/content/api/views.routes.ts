// Saved views of lists over HTTP.

import Type from 'typebox';
import { inTransaction, type ReadContext } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeList, created, deleted } from '../../http/responses.ts';
import { Deleted, IdParams, listOf, partQuery, queryOf } from '../../http/schemas.ts';
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

const describe = routesOf('Saved views');

export function viewsRoutes(app: App): void {
  app.get(
    '/views',
    describe(
      'user',
      'listSavedViews',
      'List your saved views of a content type or the inbox, and those that are shared',
      {
        querystring: queryOf({
          type: Type.String({
            maxLength: 200,
            description: 'Singular or plural name of a content type, or `forms.inbox`',
          }),
          ...partQuery,
        }),
        200: listOf(SavedViewSchema),
        problems: [404],
      },
    ),
    async ({ ctx, query }) => completeList(await listViews(ctx, await findList(ctx, query.type)), query),
  );

  app.post(
    '/views',
    describe('user', 'createSavedView', 'Save a view of a list', {
      body: NewSavedView,
      201: SavedViewSchema,
      problems: [404, 409],
    }),
    async (request, reply) => {
      const { type: name, ...input } = request.body;
      const id = idFrom('view', request.operation);
      const list = await findList(request.ctx, name);
      const view = await inTransaction(request.ctx, (ctx) => createView(ctx, list, { ...input, id }));
      return created(request, reply, view, view.id);
    },
  );

  app.patch(
    '/views/:id',
    describe('user', 'updateSavedView', 'Change a saved view', {
      params: IdParams,
      body: SavedViewChange,
      200: SavedViewSchema,
    }),
    async ({ ctx, params, body }) => inTransaction(ctx, (ctx) => updateView(ctx, params.id, body)),
  );

  app.delete(
    '/views/:id',
    describe('user', 'deleteSavedView', 'Delete a saved view', { params: IdParams, 200: Deleted }),
    async ({ ctx, params }) => {
      await inTransaction(ctx, (ctx) => deleteView(ctx, params.id));
      return deleted(params.id);
    },
  );
}

async function findList(ctx: ReadContext, name: string): Promise<{ name: string }> {
  return name === inboxList.name ? inboxList : getPostType(ctx, name);
}
