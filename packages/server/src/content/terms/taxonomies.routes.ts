// Taxonomies over HTTP.

import Type from 'typebox';
import { pageOf } from '../../database/record-list.ts';
import { contentTag } from '../../http/conditional.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { resourceRoutes } from '../../http/resource-routes.ts';
import type { App } from '../../http/typed-app.ts';
import {
  createTaxonomy,
  deleteTaxonomy,
  getTaxonomy,
  listTaxonomies,
  NewTaxonomy,
  TaxonomyChange,
  TaxonomySchema,
  updateTaxonomy,
} from './taxonomies.ts';

export const TaxonomyParams = Type.Object({
  taxonomy: Type.String({ description: 'Name of a taxonomy; `tags` and `categories` are two of them' }),
});

const taxonomyList = completeListOf({
  item: TaxonomySchema,
  key: 'name',
  filters: ['name', 'nested', 'publicRead', 'builtIn', 'createdAt', 'updatedAt'],
  sort: ['name', 'createdAt', 'updatedAt'],
});

export function taxonomiesRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Taxonomies', path: '/taxonomies', one: 'Taxonomy', many: 'Taxonomies' },
    ...{ read: 'content:read', write: 'content:write' },
    item: TaxonomySchema,
    params: TaxonomyParams,
    tagOf: contentTag,
    keyOf: ({ name }) => name,
    list: {
      summary: 'List taxonomies, tags and categories first, all of them without limit',
      ...taxonomyList,
      run: async (ctx, query) => pageOf(await listTaxonomies(ctx), taxonomyList, query),
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
