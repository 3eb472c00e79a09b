// Tags and categories.

import { type Collection, collectionAt, type PageQuery } from './collection.ts';
import type { Connection } from './connection.ts';

export type Term = {
  id: string;
  slug: string;
  name: string;
  description: string;
  parentId: string | null;
  /** Published items that carry it. */
  count: number;
};

export type TermChange = {
  name?: string;
  slug?: string;
  description?: string;
  /** Slug or id of a category. */
  parent?: string | null;
};

type TermShape = {
  listed: Term;
  one: Term;
  created: Term;
  query: PageQuery & { search?: string };
  fresh: TermChange & { name: string };
  change: TermChange;
};

export type Terms = Collection<TermShape>;

export function termsAt(connection: Connection, address: '/tags' | '/categories'): Terms {
  return collectionAt<TermShape>(connection, address);
}
