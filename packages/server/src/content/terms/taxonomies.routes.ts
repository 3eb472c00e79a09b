// Taxonomies over HTTP.

import Type from 'typebox';
import { resourceRoutes } from '../../http/resource-routes.ts';
import { completeList } from '../../http/responses.ts';
import { listOf, partQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import {
  createTaxonomy,
  deleteTaxonomy,
  getTaxonomy,
  listTaxonomies,
  NewTaxonomy,
  TaxonomyChange,
  TaxonomySchema,
  taxonomyTag,
  updateTaxonomy,
} from './taxonomies.ts';

export const TaxonomyParams = Type.Object({
  taxonomy: Type.String({ description: 'Name of a taxonomy; `tags` and `categories` are two of them' }),
});

export function taxonomiesRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Taxonomies', path: '/taxonomies', one: 'Taxonomy', many: 'Taxonomies' },
    ...{ read: 'content:read', write: 'content:write' },
    item: TaxonomySchema,
    params: TaxonomyParams,
    tagOf: taxonomyTag,
    keyOf: ({ name }) => name,
    list: {
      summary: 'List taxonomies, tags and categories first, all of them without limit',
      query: queryOf(partQuery),
      page: listOf(TaxonomySchema),
      run: async (ctx, query) => completeList(await listTaxonomies(ctx), query),
    },
    get: { run: (ctx, { taxonomy }) => getTaxonomy(ctx, taxonomy) },
    create: { body: NewTaxonomy, run: createTaxonomy },
    update: {
      summary: 'Update a taxonomy; its items keep terms of types that it leaves',
      body: TaxonomyChange,
      run: (ctx, { taxonomy }, change, check) => updateTaxonomy(ctx, taxonomy, change, check),
    },
    delete: {
      summary: 'Delete a taxonomy without terms',
      run: (ctx, { taxonomy }, check) => deleteTaxonomy(ctx, taxonomy, check),
    },
  });
}
