// The media library: files and what they show.

import type {
  ListMediaQuery,
  Media,
  MediaFromUrl,
  MediaLabel,
  MediaLink,
  MediaLinkBody,
  MediaTexts,
  MediaUse,
  MediaUses,
} from './api-types.ts';
import {
  type Collection,
  type CreateOptions,
  collectionAt,
  type External,
  externalAt,
  keyed,
  type Tagged,
} from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { UploadProgress } from './fetch-with-progress.ts';
import { type FileSource, formOf, isStream, progressOf, type SentForm } from './multipart-file.ts';
import { path } from './query.ts';

type MediaShape = {
  listed: Media;
  one: Tagged<Media>;
  created: Media;
  query: ListMediaQuery;
  fresh: never;
  change: MediaTexts;
};

/** A file to upload, or a URL that the service fetches. */
export type MediaSource =
  | FileSource
  | {
      /** A public URL, from which the service fetches the file. */
      url: string;
    };

/** Options of an upload. */
export type UploadOptions = CreateOptions & {
  /** The name of the file; that of the `File` by default. */
  name?: string;
  /** Called while a file is being sent; not for a URL. Starts at 0 again if the request is repeated. */
  onProgress?: (progress: UploadProgress) => void;
};

/** The library of pictures and files that items use. */
export type MediaLibrary = Omit<Collection<MediaShape>, 'create'> &
  Pick<External<Tagged<Media>, never>, 'getByExternalId'> & {
    /** Uploads a file with its texts. Without a title, the record is called like the file. */
    upload(file: MediaSource, texts?: MediaTexts, options?: UploadOptions): Promise<Media>;
    /** Puts another file behind a record. Its ID and texts stay, and its earlier URLs lead to the new file. */
    replace(id: string, file: MediaSource, options?: CallOptions & { name?: string }): Promise<Media>;
    /** A URL of a private file that anyone can use until it expires. */
    link(id: string, options?: MediaLinkBody & CallOptions): Promise<MediaLink>;
    /** The items that use a record. */
    uses(id: string, options?: CallOptions): Promise<MediaUse[]>;
    /** The same with the forms that show it, and the settings of the site that have it. */
    allUses(id: string, options?: CallOptions): Promise<MediaUses>;
    /** The folders that records are in, by name. */
    folders(options?: CallOptions): Promise<MediaLabel[]>;
    /** The tags of records, by name. */
    tags(options?: CallOptions): Promise<MediaLabel[]>;
  };

export function mediaOf(connection: Connection): MediaLibrary {
  const { create: _, ...library } = collectionAt<MediaShape>(connection, '/media');
  const { getByExternalId } = externalAt<Tagged<Media>, never>(connection, '/media');
  const labels = async (
    kind: 'folders' | 'tags',
    { signal, timeoutSeconds }: CallOptions = {},
  ): Promise<MediaLabel[]> =>
    (await connection.request<{ items: MediaLabel[] }>('GET', `/media/${kind}`, { signal, timeoutSeconds })).items;
  const allUses: MediaLibrary['allUses'] = (id, { signal, timeoutSeconds } = {}) =>
    connection.request('GET', path`/media/${id}/uses`, { signal, timeoutSeconds });
  return {
    ...library,
    getByExternalId,
    upload: (file, texts = {}, { name, onProgress, ...options } = {}) => {
      const sent = bodyOf(file, texts, name);
      return connection.request('POST', '/media', {
        ...sent,
        ...(isStream(file) ? options : keyed(options)),
        ...(onProgress && !('url' in file) ? { onSent: progressOf(file, onProgress) } : {}),
      });
    },
    replace: (id, file, { name, signal, timeoutSeconds } = {}) =>
      connection.request('PUT', path`/media/${id}/file`, { ...bodyOf(file, {}, name), signal, timeoutSeconds }),
    link: (id, { signal, timeoutSeconds, ...body } = {}) =>
      connection.request('POST', path`/media/${id}/link`, { body, signal, timeoutSeconds }),
    uses: async (id, options) => (await allUses(id, options)).items,
    allUses,
    folders: (options) => labels('folders', options),
    tags: (options) => labels('tags', options),
  };
}

type Sent = { body: MediaFromUrl } | SentForm;

function bodyOf(file: MediaSource, texts: MediaTexts, name: string | undefined): Sent {
  return 'url' in file ? { body: { ...texts, url: file.url } } : formOf(file, texts, name);
}
