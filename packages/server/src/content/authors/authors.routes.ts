// Authors over HTTP.

import Type from 'typebox';
import { routesOf } from '../../http/describe-route.ts';
import { listOf, pageQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { AuthorSchema, getAuthor, listAuthors } from './authors.ts';

const describe = routesOf('Authors');

export function authorsRoutes(app: App): void {
  app.get(
    '/authors',
    describe('content:read', 'listAuthors', 'List authors', {
      querystring: queryOf(pageQuery),
      200: listOf(AuthorSchema),
    }),
    async (request) => listAuthors(request.ctx, request.query),
  );

  app.get(
    '/authors/:author',
    describe('content:read', 'getAuthor', 'Read an author by slug or ID', {
      params: Type.Object({ author: Type.String({ description: 'Slug or ID' }) }),
      200: AuthorSchema,
    }),
    async (request) => getAuthor(request.ctx, request.params.author),
  );
}
