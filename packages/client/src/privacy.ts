// All about one person: to export it, and to erase it.

import type { Erasure, ErasurePlan, ListErasuresQuery, PersonToFind } from './api-types.ts';
import type { CallOptions, Connection } from './connection.ts';
import { type Download, downloadOf } from './files.ts';
import type { Page, WithTotal } from './pages.ts';
import { path } from './query.ts';

/** All about one person. */
export type Privacy = {
  /** A tar file with all about a person. */
  export(person: PersonToFind, options?: CallOptions): Promise<Download>;
  /** What an erasure would delete, and what would stay. Erases nothing. */
  planErasure(person: PersonToFind, options?: CallOptions): Promise<ErasurePlan>;
  /** Erases all about a person. It goes on by itself: `erasure` says when it has ended. */
  erase(person: PersonToFind, options?: CallOptions): Promise<Erasure>;
  /** Erasures, which are proofs once they have ended. */
  erasures<const Total extends boolean = true>(
    query?: ListErasuresQuery & WithTotal<Total>,
    options?: CallOptions,
  ): Promise<Page<Erasure, Total>>;
  /** An erasure with its progress. */
  erasure(id: string, options?: CallOptions): Promise<Erasure>;
};

export function privacyOf(connection: Connection): Privacy {
  return {
    export: async (body, { signal, timeoutSeconds } = {}) => {
      const request = { body, headers: { accept: '*/*' }, signal, timeoutSeconds };
      return downloadOf(await connection.send('POST', '/privacy/export', request), 'person.tar');
    },
    planErasure: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/privacy/erasures/plan', { body, signal, timeoutSeconds }),
    erase: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/privacy/erasures', { body, signal, timeoutSeconds }),
    erasures: (query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/privacy/erasures', { query, signal, timeoutSeconds }),
    erasure: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', path`/privacy/erasures/${id}`, { signal, timeoutSeconds }),
  };
}
