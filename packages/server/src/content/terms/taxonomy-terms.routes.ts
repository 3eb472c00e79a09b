// The terms of any taxonomy over HTTP, those of tags and categories as well.

import Type, { type Static } from 'typebox';
import { inBackground } from '../../context/context.ts';
import { pageOf } from '../../database/record-list.ts';
import { contentTag, matchCheck } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { resourceRoutes } from '../../http/resource-routes.ts';
import { queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { checkSlug } from '../model/slugs.ts';
import { MergeBody, MergedTerm, MergeManyBody, mergeTerm, mergeTerms } from './merge-terms.ts';
import { TaxonomyParams } from './taxonomies.routes.ts';
import { readableRules, rulesForChange } from './taxonomies.ts';
import {
  createTerm,
  deleteTerm,
  getTermOrMerged,
  listAllTerms,
  listTerms,
  NewTaxonomyTerm,
  type TaxonomyTerm,
  TaxonomyTermChange,
  TaxonomyTermSchema,
  taxonomyTermList,
  updateTerm,
} from './terms.ts';

const TermParams = Type.Object({
  ...TaxonomyParams.properties,
  term: Type.String({ description: 'Slug or ID' }),
});

const countQuery = {
  children: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether `count` includes the items of the terms below a term, each item once',
    }),
  ),
};

const TreeTerm = Type.Object(
  {
    ...TaxonomyTermSchema.properties,
    depth: Type.Integer({ minimum: 0, description: 'How many terms are above it' }),
  },
  { title: 'TreeTerm', description: 'A term of a taxonomy at its place in the tree' },
);
type TreeTerm = Static<typeof TreeTerm>;

const mergeQuery = queryOf({
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only count what would move' })),
});

const describe = routesOf('Taxonomies');

const termTree = completeListOf({ item: TreeTerm, sort: ['slug'] });

export function taxonomyTermsRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Taxonomies', path: '/taxonomies/:taxonomy/terms', one: 'Term', many: 'Terms' },
    ...{ read: 'rule', write: 'content:write' },
    item: TaxonomyTermSchema,
    params: TermParams,
    tagOf: contentTag,
    keyOf: ({ slug }) => slug,
    list: {
      summary: 'List the terms of a taxonomy',
      ...taxonomyTermList,
      run: async (ctx, query, { taxonomy }) => listTerms(ctx, await readableRules(ctx, taxonomy), query),
    },
    get: {
      summary: 'Read a term by slug or ID, or by the slug of a term that was merged with it',
      query: queryOf(countQuery),
      run: async (ctx, { taxonomy, term }, query) =>
        getTermOrMerged(ctx, await readableRules(ctx, taxonomy), term, query),
    },
    create: {
      body: NewTaxonomyTerm,
      run: async (ctx, term, operation, { taxonomy }) => {
        checkSlug(term.slug, 'term');
        const rules = await rulesForChange(ctx, taxonomy);
        return createTerm(ctx, rules, { ...term, id: idFrom('term', operation) });
      },
    },
    update: {
      body: TaxonomyTermChange,
      run: async (ctx, { taxonomy, term }, change, check) => {
        checkSlug(change.slug, 'term');
        return updateTerm(ctx, await rulesForChange(ctx, taxonomy), term, change, check);
      },
    },
    delete: {
      summary: 'Delete a term and remove it from its items; its children move up',
      problems: [412],
      run: async (ctx, { taxonomy, term }, check) => deleteTerm(ctx, await rulesForChange(ctx, taxonomy), term, check),
    },
  });

  app.get(
    '/taxonomies/:taxonomy/tree',
    describe(
      'rule',
      'getTermTree',
      'Read all terms of a taxonomy in the order of their tree: each before those below it',
      {
        params: TaxonomyParams,
        querystring: queryOf(countQuery),
        200: termTree.page,
      },
    ),
    async (request) => {
      const rules = await readableRules(request.ctx, request.params.taxonomy);
      const terms = await listAllTerms(inBackground(request.ctx), rules, request.query);
      return pageOf(inTree(terms), termTree, {});
    },
  );

  app.post(
    '/taxonomies/:taxonomy/merge',
    describe('content:write', 'mergeTerms', 'Merge several terms with another one: all of them, or none', {
      description:
        'The other term gets their items, children and slugs. Together they can have 10,000 items; a term with more is merged alone. ' +
        'Revisions stay as they are',
      params: TaxonomyParams,
      querystring: mergeQuery,
      body: MergeManyBody,
      200: MergedTerm,
    }),
    async ({ ctx, params, query: { dryRun = false }, body }) => mergeTerms(ctx, params.taxonomy, body, { dryRun }),
  );

  app.post(
    '/taxonomies/:taxonomy/terms/:term/merge',
    describe('content:write', 'mergeTerm', 'Merge a term with another one, which gets its items, children and slug', {
      description:
        'Items that have both have one of them afterwards. Items move some at a time; a request that was interrupted can be sent again. ' +
        'Revisions stay as they are',
      params: TermParams,
      querystring: mergeQuery,
      body: MergeBody,
      200: MergedTerm,
      problems: [412],
    }),
    async (request) => {
      const { taxonomy, term } = request.params;
      const { dryRun = false } = request.query;
      const names = { from: term, into: request.body.into };
      return mergeTerm(request.ctx, taxonomy, names, { dryRun, check: matchCheck(request, contentTag) });
    },
  );
}

/** Each term before those below it. */
function inTree(terms: readonly TaxonomyTerm[]): TreeTerm[] {
  const below = Map.groupBy(terms, ({ parentId }) => parentId);
  const from = (parentId: string | null, depth: number): TreeTerm[] =>
    (below.get(parentId) ?? []).flatMap((term) => [{ ...term, depth }, ...from(term.id, depth + 1)]);
  return from(null, 0);
}
