// Taxonomies of the site, and the terms of each of them; tags and categories are two of them.

import type {
  GetTermQuery,
  GetTermTreeQuery,
  ListTermsQuery,
  MergedTerm,
  NewTaxonomy,
  NewTaxonomyTerm,
  Taxonomy,
  TaxonomyChange,
  TaxonomyTerm,
  TaxonomyTermChange,
  TreeTerm,
} from './api-types.ts';
import { type Collection, collectionAt, matching, type Tagged, type UpdateOptions } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Page, PageQuery } from './pages.ts';
import { path } from './query.ts';

type TermShape = {
  listed: TaxonomyTerm;
  one: Tagged<TaxonomyTerm>;
  created: Tagged<TaxonomyTerm>;
  query: ListTermsQuery;
  fresh: NewTaxonomyTerm;
  change: TaxonomyTermChange;
};

/** The terms of a taxonomy. */
export type TermsOfTaxonomy = Omit<Collection<TermShape>, 'get'> & {
  /** By slug or ID, or by the slug of a term that was merged with it. */
  get(slugOrId: string, options?: CallOptions & GetTermQuery): Promise<Tagged<TaxonomyTerm>>;
  /** All terms, each before those below it. */
  tree(query?: GetTermTreeQuery, options?: CallOptions): Promise<Page<TreeTerm>>;
  /** Gives the items and children of a term to another one, which answers at its slug from then on. */
  merge(slugOrId: string, into: string, options?: UpdateOptions & { dryRun?: boolean }): Promise<MergedTerm>;
  /** The same with several terms, in one transaction: all of them, or none. Together they can have 10,000 items. */
  mergeAll(terms: readonly string[], into: string, options?: CallOptions & { dryRun?: boolean }): Promise<MergedTerm>;
};

type TaxonomyShape = {
  listed: Taxonomy;
  one: Tagged<Taxonomy>;
  created: Tagged<Taxonomy>;
  query: PageQuery;
  fresh: NewTaxonomy;
  change: TaxonomyChange;
};

/** The taxonomies of the site, beside tags and categories. */
export type Taxonomies<Name extends string = string> = Collection<TaxonomyShape> & {
  /** The terms of a taxonomy, also of `tags` and `categories`. */
  terms(taxonomy: Name | 'tags' | 'categories'): TermsOfTaxonomy;
};

export function taxonomiesOf<Name extends string>(connection: Connection): Taxonomies<Name> {
  return {
    ...collectionAt<TaxonomyShape>(connection, '/taxonomies'),
    terms: (taxonomy) => termsOf(connection, `/taxonomies${path`/${taxonomy}`}`),
  };
}

function termsOf(connection: Connection, address: string): TermsOfTaxonomy {
  return {
    ...collectionAt<TermShape>(connection, `${address}/terms`),
    get: (term, { signal, timeoutSeconds, ...query } = {}) =>
      connection.requestTagged('GET', `${address}/terms${path`/${term}`}`, { query, signal, timeoutSeconds }),
    merge: (term, into, { dryRun, ifMatch, signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${address}/terms${path`/${term}`}/merge`, {
        query: { dryRun },
        body: { into },
        headers: matching(ifMatch),
        signal,
        timeoutSeconds,
      }),
    mergeAll: (terms, into, { dryRun, signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${address}/merge`, {
        query: { dryRun },
        body: { terms, into },
        signal,
        timeoutSeconds,
      }),
    tree: (query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', `${address}/tree`, { query, signal, timeoutSeconds }),
  };
}
