// Authors.

import type { Author, ListAuthorsQuery } from './api-types.ts';
import { type Readable, readableAt } from './collection.ts';
import type { Connection } from './connection.ts';

type AuthorShape = { listed: Author; one: Author; query: ListAuthorsQuery };

export type Authors = Readable<AuthorShape>;

export function authorsOf(connection: Connection): Authors {
  return readableAt<AuthorShape>(connection, '/authors');
}
