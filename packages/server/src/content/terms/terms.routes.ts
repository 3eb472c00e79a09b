// Tags and categories over HTTP, with the same routes for both.

import Type from 'typebox';
import { inTransaction } from '../../context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { created, deleted } from '../../http/responses.ts';
import { Deleted, listOf, pageQuery, queryOf } from '../../http/schemas.ts';
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
  const describe = routesOf(name.many);
  const one = name.one.toLowerCase();

  app.get(
    path,
    describe('content:read', `list${name.many}`, `List ${name.many.toLowerCase()}`, {
      querystring: queryOf({ ...pageQuery, search: Type.Optional(Type.String({ maxLength: 200 })) }),
      200: listOf(TermSchema),
    }),
    async (request) => listTerms(request.ctx, taxonomy, request.query),
  );

  app.get(
    `${path}/:term`,
    describe('content:read', `get${name.one}`, `Read a ${one} by slug or ID`, { params: TermParams, 200: TermSchema }),
    async (request) => getTerm(request.ctx, taxonomy, request.params.term),
  );

  app.post(
    path,
    describe('content:write', `create${name.one}`, `Create a ${one}`, { body: NewTerm, 201: TermSchema }),
    async (request, reply) => {
      checkSlug(request.body.slug, 'term');
      const input = { ...request.body, id: idFrom('term', request.operation) };
      const term = await inTransaction(request.ctx, (ctx) => createTerm(ctx, taxonomy, input));
      return created(request, reply, term, term.slug);
    },
  );

  app.patch(
    `${path}/:term`,
    describe('content:write', `update${name.one}`, `Update a ${one}`, {
      params: TermParams,
      body: TermChange,
      200: TermSchema,
      problems: [409],
    }),
    async (request) => {
      checkSlug(request.body.slug, 'term');
      return inTransaction(request.ctx, (ctx) => updateTerm(ctx, taxonomy, request.params.term, request.body));
    },
  );

  app.delete(
    `${path}/:term`,
    describe('content:write', `delete${name.one}`, `Delete a ${one} and remove it from its items`, {
      params: TermParams,
      200: Deleted,
    }),
    async (request) => {
      return deleted(await inTransaction(request.ctx, (ctx) => deleteTerm(ctx, taxonomy, request.params.term)));
    },
  );
}
