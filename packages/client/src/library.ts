// Authors, and the media that items show.

import { type Collection, collectionAt, type OrderedQuery, type PageQuery, type Readable } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { toFormData } from './multipart.ts';

export type Author = { id: string; slug: string; name: string; email?: string | null; createdAt?: string };
export type AuthorChange = { slug?: string; name?: string; email?: string | null };

type AuthorShape = {
  listed: Author;
  one: Author;
  created: Author;
  query: PageQuery & { search?: string };
  fresh: AuthorChange & { name: string };
  change: AuthorChange;
};

export type Authors = Collection<AuthorShape>;

export function authorsOf(connection: Connection): Authors {
  return collectionAt<AuthorShape>(connection, '/authors');
}

export type Media = {
  id: string;
  title: string;
  alt: string;
  caption: string;
  description: string;
  mimeType: string | null;
  createdAt: string;
  updatedAt: string;
  [member: string]: unknown;
};

export type MediaTexts = { title?: string; alt?: string; caption?: string; description?: string };
type MediaShape = {
  listed: Media;
  one: Media;
  created: Media;
  query: OrderedQuery & { search?: string };
  fresh: object;
  change: MediaTexts;
};

export type MediaLibrary = Readable<MediaShape> &
  Pick<Collection<MediaShape>, 'update' | 'delete'> & {
    /** Stores a file and what is said about it. */
    upload(file: File | Blob, texts?: MediaTexts, options?: CallOptions): Promise<Media>;
  };

export function mediaOf(connection: Connection): MediaLibrary {
  const { create: _, ...rest } = collectionAt<MediaShape>(connection, '/media');
  return {
    ...rest,
    upload: (file, texts = {}, { signal } = {}) =>
      connection.request('POST', '/media', { body: toFormData({ ...texts, file }), signal }),
  };
}
