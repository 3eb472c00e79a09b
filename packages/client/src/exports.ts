// The way out: everything that the site has, as files.

import type { CallOptions, Connection } from './connection.ts';
import { type Download, downloadOf } from './files.ts';

/** The parts of a site, which can be exported alone. */
export type ExportedPart = 'settings' | 'content' | 'media' | 'forms' | 'contacts' | 'payments' | 'events' | 'webhooks';

export type Exports = {
  /** A tar file with the whole site, or some parts of it. `frontdesk import` reads it. */
  archive(query?: { only?: readonly ExportedPart[] }, options?: CallOptions): Promise<Download>;
  /** The items of a content type as CSV. Submissions: `forms('contact').exportSubmissions()`. */
  items(type: string, options?: CallOptions): Promise<Download>;
  /** The content as WordPress exports it (WXR 1.2). */
  wordpress(options?: CallOptions): Promise<Download>;
};

export function exportsOf(connection: Connection): Exports {
  const download = async (
    path: string,
    query: object,
    name: string,
    { signal, timeoutSeconds }: CallOptions,
  ): Promise<Download> =>
    downloadOf(await connection.send('GET', path, { query, headers: { accept: '*/*' }, signal, timeoutSeconds }), name);
  return {
    archive: ({ only } = {}, options = {}) =>
      download('/export', only === undefined ? {} : { only: only.join(',') }, 'site.tar', options),
    items: (type, options = {}) => download('/export/items.csv', { type }, `${type}.csv`, options),
    wordpress: (options = {}) => download('/export/wordpress.xml', {}, 'wordpress.xml', options),
  };
}
