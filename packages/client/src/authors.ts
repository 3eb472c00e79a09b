// Authors.

import type { Author, AuthorChange, Deleted, ListAuthorsQuery, MergedAuthors, NewAuthor } from './api-types.ts';
import { type Collection, collectionAt, matching, type Tagged, type UpdateOptions } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

type AuthorShape = {
  listed: Author;
  one: Tagged<Author>;
  created: Tagged<Author>;
  query: ListAuthorsQuery;
  fresh: NewAuthor;
  change: AuthorChange;
};

/** How an author is deleted. */
export type DeleteAuthorOptions = UpdateOptions & {
  /** The slug or ID of the author who gets the items. Without it, the request fails with 409 if there are any. */
  replaceBy?: string;
};

/** Those who are named as authors of items. */
export type Authors = Omit<Collection<AuthorShape>, 'delete'> & {
  /** Deletes an author, or gives the items to another one. */
  delete(id: string, options?: DeleteAuthorOptions): Promise<Deleted>;
  /** Gives the items of authors to another one and deletes them: all, or none. Together they can have 10,000 items. */
  merge(authors: readonly string[], into: string, options?: CallOptions): Promise<MergedAuthors>;
  /** The author who the signed-in user is; 404 until there is one. */
  mine(options?: CallOptions): Promise<Tagged<Author>>;
  /** The signed-in user becomes an author if that is needed. */
  updateMine(patch: AuthorChange, options?: UpdateOptions): Promise<Tagged<Author>>;
};

export function authorsOf(connection: Connection): Authors {
  return {
    ...collectionAt<AuthorShape>(connection, '/authors'),
    delete: (id, { replaceBy, ifMatch, signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', `/authors${path`/${id}`}`, {
        query: { replaceBy },
        headers: matching(ifMatch),
        signal,
        timeoutSeconds,
      }),
    merge: (authors, into, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/authors/merge', { body: { authors, into }, signal, timeoutSeconds }),
    mine: ({ signal, timeoutSeconds } = {}) =>
      connection.requestTagged('GET', '/me/author', { signal, timeoutSeconds }),
    updateMine: (body, { ifMatch, signal, timeoutSeconds } = {}) =>
      connection.requestTagged('PATCH', '/me/author', { body, headers: matching(ifMatch), signal, timeoutSeconds }),
  };
}
