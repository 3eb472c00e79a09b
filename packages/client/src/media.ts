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
} from './api-types.ts';
import { type Collection, type CreateOptions, collectionAt, keyed } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { UploadProgress } from './fetch-with-progress.ts';
import { path } from './query.ts';

type MediaShape = {
  listed: Media;
  one: Media;
  created: Media;
  query: ListMediaQuery;
  fresh: never;
  change: MediaTexts;
};

/**
 * A file to upload: a `File`, a `Blob`, a URL that the service fetches, or a stream with its name. A stream is sent as it is
 * read, and its request is never repeated; in Node, `Readable.toWeb()` makes one of a file.
 */
export type MediaSource = Blob | { url: string } | Streamed;

export type UploadOptions = CreateOptions & {
  name?: string;
  /** Called while a file is being sent; not for a URL. Starts at 0 again if the request is repeated. */
  onProgress?: (progress: UploadProgress) => void;
};

export type MediaLibrary = Omit<Collection<MediaShape>, 'create'> & {
  /** Uploads a file with its texts. Without a title, the record is called like the file. */
  upload(file: MediaSource, texts?: MediaTexts, options?: UploadOptions): Promise<Media>;
  /** Puts another file behind a record. Its ID and texts stay, and its earlier URLs lead to the new file. */
  replace(id: string, file: MediaSource, options?: CallOptions & { name?: string }): Promise<Media>;
  /** A URL of a private file that anyone can use until it expires. */
  link(id: string, options?: MediaLinkBody & CallOptions): Promise<MediaLink>;
  /** The items that use a record. */
  uses(id: string, options?: CallOptions): Promise<MediaUse[]>;
  /** The folders that records are in, by name. */
  folders(options?: CallOptions): Promise<MediaLabel[]>;
  /** The tags of records, by name. */
  tags(options?: CallOptions): Promise<MediaLabel[]>;
};

export function mediaOf(connection: Connection): MediaLibrary {
  const { create: _, ...library } = collectionAt<MediaShape>(connection, '/media');
  const labels = async (kind: 'folders' | 'tags', { signal }: CallOptions = {}): Promise<MediaLabel[]> =>
    (await connection.request<{ items: MediaLabel[] }>('GET', `/media/${kind}`, { signal })).items;
  return {
    ...library,
    upload: (file, texts = {}, { name, onProgress, ...options } = {}) => {
      const sent = bodyOf(file, texts, name);
      return connection.request('POST', '/media', {
        ...sent,
        ...(isStream(file) ? options : keyed(options)),
        ...(onProgress ? { onSent: progressOf(file, onProgress) } : {}),
      });
    },
    replace: (id, file, { name, signal } = {}) =>
      connection.request('PUT', path`/media/${id}/file`, { ...bodyOf(file, {}, name), signal }),
    link: (id, { signal, ...body } = {}) => connection.request('POST', path`/media/${id}/link`, { body, signal }),
    uses: async (id, { signal } = {}) =>
      (await connection.request<{ items: MediaUse[] }>('GET', path`/media/${id}/uses`, { signal })).items,
    folders: (options) => labels('folders', options),
    tags: (options) => labels('tags', options),
  };
}

/** Reports bytes of the file: the form around it is a little longer. */
function progressOf(file: MediaSource, onProgress: (progress: UploadProgress) => void): (bytes: number) => void {
  const total = file instanceof Blob ? file.size : null;
  return 'url' in file ? () => {} : (bytes) => onProgress({ sent: Math.min(bytes, total ?? bytes), total });
}

type Streamed = { stream: ReadableStream<Uint8Array>; name: string; type?: string };

/** A Blob has a method of this name. */
function isStream(file: MediaSource): file is Streamed {
  return 'stream' in file && file.stream instanceof ReadableStream;
}

type Sent = { body: MediaFromUrl | FormData | ReadableStream<Uint8Array>; headers?: Record<string, string> };

function bodyOf(file: MediaSource, texts: MediaTexts, name: string | undefined): Sent {
  if (isStream(file)) return streamOf(file, partsOf(texts));
  if (!(file instanceof Blob)) return { body: { ...texts, url: file.url } };
  const form = new FormData();
  for (const [key, value] of partsOf(texts)) form.append(key, value);
  form.append('file', file, name ?? ('name' in file ? String(file.name) : 'file'));
  return { body: form };
}

/** Texts first, so that a stream can follow them. An absent focal point is the same as none. */
function partsOf(texts: MediaTexts): [name: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((text) => [name, text]) : [[name, String(value)]];
  });
}

/** A form as RFC 7578 has it, whose file is a stream: FormData cannot hold one. */
function streamOf(
  { stream, name, type = 'application/octet-stream' }: Streamed,
  parts: readonly [name: string, text: string][],
): Sent {
  const boundary = `frontdesk-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const quoted = (text: string): string => text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  const texts = parts.map(
    ([key, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`,
  );
  const file = `content-disposition: form-data; name="file"; filename="${quoted(name)}"\r\ncontent-type: ${type}`;
  const encoder = new TextEncoder();
  const body = stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (target) => target.enqueue(encoder.encode(`${texts.join('')}--${boundary}\r\n${file}\r\n\r\n`)),
      flush: (target) => target.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`)),
    }),
  );
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
