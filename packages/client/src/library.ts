// Authors and media.

import type { Author, ListAuthorsQuery, ListMediaQuery, Media, MediaTexts } from './api-types.ts';
import { type Collection, collectionAt, type Readable, readableAt } from './collection.ts';
import type { Connection } from './connection.ts';

type AuthorShape = { listed: Author; one: Author; query: ListAuthorsQuery };

export type Authors = Readable<AuthorShape>;

export function authorsOf(connection: Connection): Authors {
  return readableAt<AuthorShape>(connection, '/authors');
}

type MediaShape = {
  listed: Media;
  one: Media;
  created: Media;
  query: ListMediaQuery;
  fresh: never;
  change: MediaTexts;
};

export type MediaLibrary = Omit<Collection<MediaShape>, 'create'>;

export function mediaOf(connection: Connection): MediaLibrary {
  const { create: _, ...library } = collectionAt<MediaShape>(connection, '/media');
  return library;
}
