// The files of submissions.

import type * as api from './api-types.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

/** A file that is being downloaded. */
export type Download = {
  /** The name of the file. */
  name: string;
  /** Its media type. */
  type: string;
  /** In bytes; null if unknown. */
  size: number | null;
  /** Its body can be read once: `body`, `blob()`, `arrayBuffer()` … */
  response: Response;
};

/** Files that visitors have sent with forms. */
export type Files = {
  /** One in quarantine fails with `file_quarantined`. */
  download(id: string, options?: CallOptions): Promise<Download>;
  /** Locks the file until a scan says that nothing is in it. */
  scan(id: string, options?: CallOptions): Promise<api.ScannedFile>;
  /** Takes the file out of quarantine without a scan. */
  release(id: string, options?: CallOptions): Promise<api.ScannedFile>;
  /** What scans files, and how many are in quarantine. */
  scanState(options?: CallOptions): Promise<api.FileScan>;
};

export function filesOf(connection: Connection): Files {
  return {
    async download(id, { signal, timeoutSeconds } = {}) {
      const response = await connection.send('GET', path`/files/${id}`, {
        headers: { accept: '*/*' },
        signal,
        timeoutSeconds,
      });
      return downloadOf(response, id);
    },
    scan: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', path`/files/${id}/scan`, { signal, timeoutSeconds }),
    release: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', path`/files/${id}/release`, { signal, timeoutSeconds }),
    scanState: ({ signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/settings/file-scan', { signal, timeoutSeconds }),
  };
}

/** What a response with a file says about it. */
export function downloadOf(response: Response, unnamed: string): Download {
  const { headers } = response;
  const length = headers.get('content-length');
  return {
    name: fileName(headers.get('content-disposition')) ?? unnamed,
    type: headers.get('content-type') ?? 'application/octet-stream',
    size: length === null ? null : Number(length),
    response,
  };
}

/** The file name of a Content-Disposition header. `filename*` (RFC 6266) takes precedence over `filename`. */
function fileName(header: string | null): string | null {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const simple = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '');
  return simple?.[1]?.replace(/\\(.)/g, '$1') ?? simple?.[2] ?? null;
}
