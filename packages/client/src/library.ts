// Authors, and the media that items show.

import { type Collection, collectionAt, type PageQuery, type Readable, readableAt } from './collection.ts';
import type { Connection } from './connection.ts';

export type Author = {
  id: string;
  slug: string;
  name: string;
  /** Only with `content:write`. */
  email?: string | null;
  createdAt: string;
};

type AuthorShape = { listed: Author; one: Author; query: PageQuery };

export type Authors = Readable<AuthorShape>;

export function authorsOf(connection: Connection): Authors {
  return readableAt<AuthorShape>(connection, '/authors');
}

export type Media = {
  id: string;
  title: string;
  /** What the picture shows, for those who do not see it. */
  alt: string;
  caption: string;
  description: string;
  mimeType: string | null;
  /** Where it was imported from. */
  sourceUrl: string | null;
  fileId: string | null;
  /** The item it was uploaded to. */
  itemId: string | null;
  createdAt: string;
  updatedAt: string;
};

export type MediaTexts = { title?: string; alt?: string; caption?: string; description?: string };

type MediaShape = {
  listed: Media;
  one: Media;
  created: Media;
  query: PageQuery;
  fresh: never;
  change: MediaTexts;
};

export type MediaLibrary = Omit<Collection<MediaShape>, 'create'>;

export function mediaOf(connection: Connection): MediaLibrary {
  const { create: _, ...library } = collectionAt<MediaShape>(connection, '/media');
  return library;
}
