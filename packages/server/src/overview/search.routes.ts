// The search over everything, behind Ctrl K in the admin. It reads the tables of every slice and writes none.

import Type from 'typebox';
import { HighlightSchema } from '../content/api/items.schemas.ts';
import { readTermFacets, TermFacetsSchema, termFacetsQuery } from '../content/lists/term-facets.ts';
import { inBackground, type ReadContext } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { Id, nullable, queryOf, Time } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { failQuery } from '../lib/errors.ts';
import { kinds, searchAll } from './search.ts';

const Kind = Type.Enum([...kinds], { description: 'Kind of record' });

const SearchResult = Type.Object(
  {
    kind: Kind,
    id: Id,
    title: Type.String({ description: 'What people call the record: a title, name, number or email' }),
    detail: Type.String({ description: 'What tells it from others with that title; may be empty' }),
    type: nullable(Type.String({ description: 'The content type of an item' })),
    formId: nullable(Type.String({ description: 'The form of a submission' })),
    status: nullable(Type.String({ description: 'Of an item, payment, invoice or submission' })),
    amount: nullable(Type.Integer({ description: 'Of a payment or invoice, in minor units' })),
    currency: nullable(Type.String({ description: 'Of the amount: ISO 4217, lowercase' })),
    createdAt: Time,
    highlight: nullable(HighlightSchema),
  },
  { title: 'SearchResult', description: 'A record that the search has found' },
);

const Facets = Type.Object(
  {
    total: Type.Integer({ description: 'The number of items that were found' }),
    types: Type.Array(
      Type.Object({
        type: Type.String({ description: 'Singular name of the content type' }),
        count: Type.Integer({ description: 'Number of items that were found' }),
      }),
      {
        description: 'How many items of each content type were found, the most first',
      },
    ),
  },
  {
    title: 'SearchFacets',
    description: 'Only with `facets`: all items that were found, not only those in the response',
  },
);

const SearchResults = Type.Object(
  {
    items: Type.Array(SearchResult, {
      description: 'By kind, the kind with the best match first; within a kind the best match first, then the newest',
    }),
    incomplete: Type.Array(Kind, { description: 'The kinds whose search took too long and was given up' }),
    facets: Type.Optional(Facets),
    termFacets: Type.Optional(TermFacetsSchema),
  },
  { title: 'SearchResults', description: 'What a search over all records has found' },
);

const describe = routesOf('Service');

export function searchRoutes(app: App): void {
  app.get(
    '/search',
    describe(
      ['content:read', 'crm:read', 'payments:read', 'forms:read'],
      'getSearchResults',
      'Find items, media, contacts, payments, invoices, forms and submissions',
      {
        description:
          'Finds items of every type by their text, media by their texts and file name, contacts by name, email and phone, payments and invoices by amount (`25`, `25.00`, ' +
          '`25 EUR`), number, description and contact, forms by name, submissions by their answers, and each of them by its ID. The ' +
          'caller gets only the kinds that its scopes may read, and without `crm:read` no record is found by its contact. Any text is ' +
          'valid. IDs, titles, the beginning of email addresses, and the records of the contacts found are looked up among all records; ' +
          'other texts among the newest 10,000 media records, contacts, payments and invoices and the newest 2,000 submissions: the lists of each kind ' +
          'search further back.',
        config: { limited: 'rule' },
        querystring: queryOf({
          q: Type.String({ description: 'What to look for. Only the first 200 characters count' }),
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Results of each kind' }),
          ),
          facets: Type.Optional(
            Type.Boolean({ description: 'Whether to count all items that are found, by content type' }),
          ),
          ...termFacetsQuery,
        }),
        200: SearchResults,
      },
    ),
    async (request) => {
      const { q, limit = 5, facets = false, termFacets } = request.query;
      const { ctx } = request;
      const { asked, faults } = readTermFacets(termFacets, await facetNames(ctx, termFacets));
      if (faults.length > 0) throw failQuery(faults);
      return searchAll(inBackground(ctx), q, { limit, facets, termFacets: asked });
    },
  );
}

/** The taxonomies of all types, of which those of the site are read only if one is asked for. */
async function facetNames(ctx: ReadContext, asked: string | undefined): Promise<string[]> {
  const own = asked?.includes('terms.') ? await ctx.db.selectFrom('taxonomies').select('name').execute() : [];
  return ['tag', 'category', ...own.map(({ name }) => `terms.${name}`)];
}
