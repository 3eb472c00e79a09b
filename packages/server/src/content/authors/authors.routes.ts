// Authors over HTTP.

import Type from 'typebox';
import { Id, listOf, nullable, pageQuery, problemsOf, queryOf, Time } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { getAuthor, listAuthors } from './authors.ts';

const AuthorSchema = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  email: Type.Optional(nullable(Type.String({ description: 'Only with content:write' }))),
  createdAt: Time,
});

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
        summary: 'Read an author by slug or id',
        operationId: 'getAuthor',
        params: Type.Object({ author: Type.String({ description: 'Slug or id' }) }),
        response: { 200: AuthorSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => getAuthor(request.ctx, request.params.author),
  );
}
