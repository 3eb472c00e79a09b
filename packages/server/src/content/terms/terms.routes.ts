// Tags and categories over HTTP, with the same routes for both.

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { inBackground, inTransaction, type WriteContext } from '../../context/context.ts';
import { NotModified, requireMatch, sendTagged } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { created, deleted } from '../../http/responses.ts';
import { countedListOf, countedQuery, Deleted, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { checkSlug } from '../model/slugs.ts';
import {
  categoryRules,
  createTerm,
  deleteTerm,
  getTermOrMerged,
  listTerms,
  NewTerm,
  type TaxonomyTerm,
  type Term,
  TermChange,
  type TermRules,
  TermSchema,
  tagRules,
  termTag,
  updateTerm,
} from './terms.ts';

const TermParams = Type.Object({ term: Type.String({ description: 'Slug or ID' }) });

export function termsRoutes(app: App): void {
  addTermRoutes(app, tagRules, { one: 'Tag', many: 'Tags' });
  addTermRoutes(app, categoryRules, { one: 'Category', many: 'Categories' });
}

function addTermRoutes(app: App, rules: TermRules, name: { one: string; many: string }): void {
  const path = `/${rules.name}`;
  const describe = routesOf(name.many);
  const one = name.one.toLowerCase();

  app.get(
    path,
    describe('content:read', `list${name.many}`, `List ${name.many.toLowerCase()}`, {
      querystring: queryOf({
        ...countedQuery,
        search: Type.Optional(Type.String({ description: 'Part of the name or slug', maxLength: 200 })),
      }),
      200: countedListOf(TermSchema),
    }),
    async (request) => {
      const { items, total } = await listTerms(inBackground(request.ctx), rules, request.query);
      return { items: items.map(toTerm), total };
    },
  );

  app.get(
    `${path}/:term`,
    describe('content:read', `get${name.one}`, `Read a ${one} by slug or ID`, {
      params: TermParams,
      200: TermSchema,
      304: NotModified,
    }),
    async (request, reply) => {
      const term = toTerm(await getTermOrMerged(request.ctx, rules, request.params.term));
      return sendTagged(request, reply, JSON.stringify(term), termTag(term));
    },
  );

  app.post(
    path,
    describe('content:write', `create${name.one}`, `Create a ${one}`, {
      body: NewTerm,
      201: TermSchema,
      headers: ['ETag'],
    }),
    async (request, reply) => {
      checkSlug(request.body.slug, 'term');
      const input = { ...request.body, id: idFrom('term', request.operation) };
      const term = toTerm(await inTransaction(request.ctx, (ctx) => createTerm(ctx, rules, input)));
      return created(request, reply.header('etag', termTag(term)), term, term.slug);
    },
  );

  app.patch(
    `${path}/:term`,
    describe('content:write', `update${name.one}`, `Update a ${one}`, {
      params: TermParams,
      body: TermChange,
      200: TermSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      checkSlug(request.body.slug, 'term');
      const change = (ctx: WriteContext) => updateTerm(ctx, rules, request.params.term, request.body, checkOf(request));
      const term = toTerm(await inTransaction(request.ctx, change));
      reply.header('etag', termTag(term));
      return term;
    },
  );

  app.delete(
    `${path}/:term`,
    describe('content:write', `delete${name.one}`, `Delete a ${one} and remove it from its items`, {
      params: TermParams,
      200: Deleted,
      problems: [412],
    }),
    async (request) => {
      const check = checkOf(request);
      return deleted(await inTransaction(request.ctx, (ctx) => deleteTerm(ctx, rules, request.params.term, check)));
    },
  );
}

/** Tags and categories show no places. */
function toTerm({ menuOrder: _menuOrder, ...term }: TaxonomyTerm): Term {
  return term;
}

/** Checks a term against If-Match. */
function checkOf(request: Pick<FastifyRequest, 'headers'>): (term: TaxonomyTerm) => void {
  return (term) => requireMatch(request, termTag(toTerm(term)));
}
