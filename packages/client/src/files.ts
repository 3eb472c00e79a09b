// Files that were uploaded with submissions.

import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

export type Download = {
  name: string;
  type: string;
  /** Bytes; null where the answer does not tell. */
  size: number | null;
  /** Read it once: `body`, `blob()`, `arrayBuffer()` … */
  response: Response;
};

export type Files = {
  download(id: string, options?: CallOptions): Promise<Download>;
};

export function filesOf(connection: Connection): Files {
  return {
    async download(id, { signal } = {}) {
      const response = await connection.send('GET', path`/files/${id}`, { headers: { accept: '*/*' }, signal });
      const { headers } = response;
      const length = headers.get('content-length');
      return {
        name: fileName(headers.get('content-disposition')) ?? id,
        type: headers.get('content-type') ?? 'application/octet-stream',
        size: length === null ? null : Number(length),
        response,
      };
    },
  };
}

/** The name in a Content-Disposition; the extended spelling (RFC 6266, `filename*`) goes before the plain one. */
function fileName(header: string | null): string | null {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '');
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
}
