// Imports of exports from other systems.

import type { Import, ImportStart, ListImportsQuery } from './api-types.ts';
import { type CreateOptions, keyed } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { UploadProgress } from './fetch-with-progress.ts';
import { type FileSource, formOf, isStream, progressOf } from './multipart-file.ts';
import { eachByOffset, type Page, type WithTotal } from './pages.ts';
import { path } from './query.ts';

/** What is imported, and how. */
export type NewImport = ImportStart & {
  /** Stop when the file has been checked: `start` goes on. */
  checkOnly?: boolean;
};

/** Options of an upload of an export. */
export type ImportOptions = CreateOptions & {
  /** The name of the file; that of the `File` by default. */
  name?: string;
  /** Called while the file is being sent. Starts at 0 again if the request is repeated. */
  onProgress?: (progress: UploadProgress) => void;
};

/** Imports from other systems. */
export type Imports = {
  /** Uploads a WordPress export. The import runs in the background: read its progress with `get`. */
  create(file: FileSource, settings?: NewImport, options?: ImportOptions): Promise<Import>;
  /** The newest first, without their reports. */
  list<const Total extends boolean = true>(
    query?: ListImportsQuery & WithTotal<Total>,
    options?: CallOptions,
  ): Promise<Page<Import, Total>>;
  /** Every import, for `for await`. Reads page by page. */
  all(query?: ListImportsQuery, options?: CallOptions): AsyncGenerator<Import, void, undefined>;
  /** One import with its progress and its report. */
  get(id: string, options?: CallOptions): Promise<Import>;
  /** Starts an import that was only checked. */
  start(id: string, settings?: ImportStart, options?: CreateOptions): Promise<Import>;
  /** What has been imported stays. */
  cancel(id: string, options?: CreateOptions): Promise<Import>;
};

export function importsOf(connection: Connection): Imports {
  const list: Imports['list'] = (query, { signal, timeoutSeconds } = {}) =>
    connection.request('GET', '/imports', { query, signal, timeoutSeconds });
  return {
    create: (file, settings = {}, { name, onProgress, ...options } = {}) =>
      connection.request('POST', '/imports', {
        ...formOf(file, settings, name),
        ...(isStream(file) ? options : keyed(options)),
        ...(onProgress ? { onSent: progressOf(file, onProgress) } : {}),
      }),
    list,
    all: (query = {}, options) => eachByOffset((page: ListImportsQuery) => list(page, options), query),
    get: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', path`/imports/${id}`, { signal, timeoutSeconds }),
    start: (id, body, options) => connection.request('POST', path`/imports/${id}/start`, { body, ...keyed(options) }),
    cancel: (id, options) =>
      connection.request('PATCH', path`/imports/${id}`, { ...options, body: { status: 'canceled' } }),
  };
}
