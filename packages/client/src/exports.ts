// The way out: everything that the site has, as files.

import type { CallOptions, Connection } from './connection.ts';
import { type Download, downloadOf } from './files.ts';

/** The parts of a site, which can be exported alone. */
export type ExportedPart = 'settings' | 'content' | 'media' | 'forms' | 'contacts' | 'payments' | 'events' | 'webhooks';

export type Exports = {
  /** A tar file with the whole site, or some parts of it. `frontdesk import` reads it. */
  archive(query?: { only?: readonly ExportedPart[] }, options?: CallOptions): Promise<Download>;
};

export function exportsOf(connection: Connection): Exports {
  return {
    async archive({ only } = {}, { signal } = {}) {
      const query = only === undefined ? {} : { only: only.join(',') };
      const response = await connection.send('GET', '/export', { query, headers: { accept: '*/*' }, signal });
      return downloadOf(response, 'site.tar');
    },
  };
}
