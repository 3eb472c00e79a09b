// Tags and categories.

import type { ListTagsQuery, NewTerm, Term, TermChange } from './api-types.ts';
import { type Collection, collectionAt, type Tagged } from './collection.ts';
import type { Connection } from './connection.ts';

type TermShape = {
  listed: Term;
  one: Tagged<Term>;
  created: Tagged<Term>;
  query: ListTagsQuery;
  fresh: NewTerm;
  change: TermChange;
};

export type Terms = Collection<TermShape>;

export function termsAt(connection: Connection, address: '/tags' | '/categories'): Terms {
  return collectionAt<TermShape>(connection, address);
}
