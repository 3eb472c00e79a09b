// Taxonomies over HTTP.

import Type from 'typebox';
import { inTransaction } from '../../context/context.ts';
import { NotModified, requireMatch, sendTagged } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeList, created } from '../../http/responses.ts';
import { Deleted, listOf, partQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import {
  createTaxonomy,
  deleteTaxonomy,
  getTaxonomy,
  listTaxonomies,
  NewTaxonomy,
  type Taxonomy,
  TaxonomyChange,
  TaxonomySchema,
  taxonomyTag,
  updateTaxonomy,
} from './taxonomies.ts';

export const TaxonomyParams = Type.Object({
  taxonomy: Type.String({ description: 'Name of a taxonomy; `tags` and `categories` are two of them' }),
});

const describe = routesOf('Taxonomies');

export function taxonomiesRoutes(app: App): void {
  app.get(
    '/taxonomies',
    describe(
      'content:read',
      'listTaxonomies',
      'List taxonomies, tags and categories first, all of them without limit',
      {
        querystring: queryOf(partQuery),
        200: listOf(TaxonomySchema),
      },
    ),
    async (request) => completeList(await listTaxonomies(request.ctx), request.query),
  );

  app.get(
    '/taxonomies/:taxonomy',
    describe('content:read', 'getTaxonomy', 'Read a taxonomy', {
      params: TaxonomyParams,
      200: TaxonomySchema,
      304: NotModified,
    }),
    async (request, reply) => {
      const taxonomy = await getTaxonomy(request.ctx, request.params.taxonomy);
      return sendTagged(request, reply, JSON.stringify(taxonomy), taxonomyTag(taxonomy));
    },
  );

  app.post(
    '/taxonomies',
    describe('content:write', 'createTaxonomy', 'Create a taxonomy', {
      body: NewTaxonomy,
      201: TaxonomySchema,
      headers: ['ETag'],
    }),
    async (request, reply) => {
      const taxonomy = await inTransaction(request.ctx, (ctx) => createTaxonomy(ctx, request.body));
      return created(request, reply.header('etag', taxonomyTag(taxonomy)), taxonomy, taxonomy.name);
    },
  );

  app.patch(
    '/taxonomies/:taxonomy',
    describe('content:write', 'updateTaxonomy', 'Update a taxonomy; its items keep terms of types that it leaves', {
      params: TaxonomyParams,
      body: TaxonomyChange,
      200: TaxonomySchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const check = (taxonomy: Taxonomy) => requireMatch(request, taxonomyTag(taxonomy));
      const taxonomy = await inTransaction(request.ctx, (ctx) =>
        updateTaxonomy(ctx, request.params.taxonomy, request.body, check),
      );
      reply.header('etag', taxonomyTag(taxonomy));
      return taxonomy;
    },
  );

  app.delete(
    '/taxonomies/:taxonomy',
    describe('content:write', 'deleteTaxonomy', 'Delete a taxonomy without terms', {
      params: TaxonomyParams,
      200: Type.Object({
        name: Type.String({ description: 'Name of the deleted taxonomy' }),
        deleted: Deleted.properties.deleted,
      }),
      problems: [409, 412],
    }),
    async (request) => {
      const { taxonomy: name } = request.params;
      const check = (taxonomy: Taxonomy) => requireMatch(request, taxonomyTag(taxonomy));
      await inTransaction(request.ctx, (ctx) => deleteTaxonomy(ctx, name, check));
      return { name, deleted: true as const };
    },
  );
}
