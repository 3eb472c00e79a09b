// Tags and categories over HTTP, with the same routes for both.

import Type from 'typebox';
import { inTransaction } from '../../context.ts';
import { Deleted, listOf, pageQuery, problemsOf, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { checkSlug } from '../slugs.ts';
import {
  createTerm,
  deleteTerm,
  getTerm,
  listTerms,
  NewTerm,
  type Taxonomy,
  TermChange,
  TermSchema,
  updateTerm,
} from './terms.ts';

const TermParams = Type.Object({ term: Type.String({ description: 'Slug or ID' }) });

export function termsRoutes(app: App): void {
  addTermRoutes(app, 'tag', '/tags', { one: 'Tag', many: 'Tags' });
  addTermRoutes(app, 'category', '/categories', { one: 'Category', many: 'Categories' });
}

function addTermRoutes(app: App, taxonomy: Taxonomy, path: string, name: { one: string; many: string }): void {
  const tags = [name.many];
  const one = name.one.toLowerCase();

  app.get(
    path,
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: `List ${name.many.toLowerCase()}`,
        operationId: `list${name.many}`,
        querystring: queryOf({ ...pageQuery, search: Type.Optional(Type.String({ maxLength: 200 })) }),
        response: { 200: listOf(TermSchema), ...problemsOf(400, 401, 403) },
      },
    },
    async (request) => {
      const { limit = 20, offset = 0, search } = request.query;
      return listTerms(request.ctx, taxonomy, { limit, offset, search });
    },
  );

  app.get(
    `${path}/:term`,
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: `Read a ${one} by slug or ID`,
        operationId: `get${name.one}`,
        params: TermParams,
        response: { 200: TermSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => getTerm(request.ctx, taxonomy, request.params.term),
  );

  app.post(
    path,
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: `Create a ${one}`,
        operationId: `create${name.one}`,
        body: NewTerm,
        response: { 201: TermSchema, ...problemsOf(401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      checkSlug(request.body.slug, 'term');
      const input = { ...request.body, id: idFrom('term', request.operation) };
      const term = await inTransaction(request.ctx, (ctx) => createTerm(ctx, taxonomy, input));
      const location = `${request.url.split('?')[0]}/${encodeURIComponent(term.slug)}`;
      return reply.status(201).header('location', location).send(term);
    },
  );

  app.patch(
    `${path}/:term`,
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: `Update a ${one}`,
        operationId: `update${name.one}`,
        params: TermParams,
        body: TermChange,
        response: { 200: TermSchema, ...problemsOf(401, 403, 404, 409, 422) },
      },
    },
    async (request) => {
      checkSlug(request.body.slug, 'term');
      return inTransaction(request.ctx, (ctx) => updateTerm(ctx, taxonomy, request.params.term, request.body));
    },
  );

  app.delete(
    `${path}/:term`,
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: `Delete a ${one} and remove it from its items`,
        operationId: `delete${name.one}`,
        params: TermParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const id = await inTransaction(request.ctx, (ctx) => deleteTerm(ctx, taxonomy, request.params.term));
      return { id, deleted: true as const };
    },
  );
}
