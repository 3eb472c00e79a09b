// Authors over HTTP.

import Type from 'typebox';
import { listOf, pageQuery, problemsOf, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { AuthorSchema, getAuthor, listAuthors } from './authors.ts';

const tags = ['Authors'];

export function authorsRoutes(app: App): void {
  app.get(
    '/authors',
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: 'List authors',
        operationId: 'listAuthors',
        querystring: queryOf(pageQuery),
        response: { 200: listOf(AuthorSchema), ...problemsOf(400, 401, 403) },
      },
    },
    async (request) => {
      const { limit = 20, offset = 0 } = request.query;
      return listAuthors(request.ctx, { limit, offset });
    },
  );

  app.get(
    '/authors/:author',
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: 'Read an author by slug or ID',
        operationId: 'getAuthor',
        params: Type.Object({ author: Type.String({ description: 'Slug or ID' }) }),
        response: { 200: AuthorSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => getAuthor(request.ctx, request.params.author),
  );
}
