// Media records over HTTP.

import { inBackground, inTransaction } from '../../context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { deleted } from '../../http/responses.ts';
import { Deleted, IdParams, listOf, pageQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { clearQuery } from '../items/items.schemas.ts';
import { deleteMedia, getMedia, listMedia, MediaSchema, MediaTexts, updateMedia } from './media.ts';

const describe = routesOf('Media');

export function mediaRoutes(app: App): void {
  app.get(
    '/media',
    describe('content:read', 'listMedia', 'List media, newest first', {
      querystring: queryOf(pageQuery),
      200: listOf(MediaSchema),
    }),
    async (request) => listMedia(inBackground(request.ctx), request.query),
  );

  app.get(
    '/media/:id',
    describe('content:read', 'getMedia', 'Read a media record', { params: IdParams, 200: MediaSchema }),
    async (request) => getMedia(request.ctx, request.params.id),
  );

  app.patch(
    '/media/:id',
    describe('content:write', 'updateMedia', 'Update the texts of a media record', {
      params: IdParams,
      body: MediaTexts,
      200: MediaSchema,
    }),
    async (request) => inTransaction(request.ctx, (ctx) => updateMedia(ctx, request.params.id, request.body)),
  );

  app.delete(
    '/media/:id',
    describe('content:write', 'deleteMedia', 'Delete a media record', {
      params: IdParams,
      querystring: queryOf(clearQuery),
      200: Deleted,
      problems: [409],
    }),
    async (request) => {
      const clearReferences = request.query.references === 'clear';
      await inTransaction(request.ctx, (ctx) => deleteMedia(ctx, request.params.id, { clearReferences }));
      return deleted(request.params.id);
    },
  );
}
