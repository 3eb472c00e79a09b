// Tags and categories.

import type { ListTagsQuery, NewTerm, Term, TermChange } from './api-types.ts';
import { type Collection, collectionAt, type Readable, readableAt, type Tagged } from './collection.ts';
import type { Connection } from './connection.ts';

type TermShape = {
  listed: Term;
  one: Tagged<Term>;
  created: Tagged<Term>;
  query: ListTagsQuery;
  fresh: NewTerm;
  change: TermChange;
};

/** Tags or categories as pages read them. */
export type ReadableTerms = Readable<TermShape>;

/** Tags or categories. */
export type Terms = Collection<TermShape>;

type Address = '/tags' | '/categories';

/** The methods that read the terms at a path. */
export function readableTermsAt(connection: Connection, address: Address): ReadableTerms {
  return readableAt<TermShape>(connection, address);
}

/** The methods that read and change them. */
export function termsAt(connection: Connection, address: Address): Terms {
  return collectionAt<TermShape>(connection, address);
}
