// Media records over HTTP.

import { inTransaction } from '../../context.ts';
import { Deleted, IdParams, listOf, pageQuery, problemsOf, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { deleteMedia, getMedia, listMedia, MediaSchema, MediaTexts, updateMedia } from './media.ts';

const tags = ['Media'];

export function mediaRoutes(app: App): void {
  app.get(
    '/media',
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: 'List media, newest first',
        operationId: 'listMedia',
        querystring: queryOf(pageQuery),
        response: { 200: listOf(MediaSchema), ...problemsOf(400, 401, 403) },
      },
    },
    async (request) => {
      const { limit = 20, offset = 0 } = request.query;
      return listMedia(request.ctx, { limit, offset });
    },
  );

  app.get(
    '/media/:id',
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: 'Read a media record',
        operationId: 'getMedia',
        params: IdParams,
        response: { 200: MediaSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => getMedia(request.ctx, request.params.id),
  );

  app.patch(
    '/media/:id',
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: 'Update the texts of a media record',
        operationId: 'updateMedia',
        params: IdParams,
        body: MediaTexts,
        response: { 200: MediaSchema, ...problemsOf(401, 403, 404, 422) },
      },
    },
    async (request) => inTransaction(request.ctx, (ctx) => updateMedia(ctx, request.params.id, request.body)),
  );

  app.delete(
    '/media/:id',
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: 'Delete a media record',
        operationId: 'deleteMedia',
        params: IdParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      await inTransaction(request.ctx, (ctx) => deleteMedia(ctx, request.params.id));
      return { id: request.params.id, deleted: true as const };
    },
  );
}
