// The revisions of an item.

import type * as api from './api-types.ts';
import { keyed, matching, type Tagged, type UpdateOptions } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { eachByOffset, type Page, type PageQuery } from './pages.ts';
import { path } from './query.ts';

/** The revisions of an item. */
export type Revisions<Item> = {
  /** The newest first; that is what the item is now. */
  list(query?: api.ListRevisionsQuery, options?: CallOptions): Promise<Page<api.Revision>>;
  /** Every revision, for `for await`. Reads page by page. */
  all(query?: api.ListRevisionsQuery, options?: CallOptions): AsyncGenerator<api.Revision, void, undefined>;
  /** Fails with 410 for a revision that is no longer kept. */
  get(number: number, options?: CallOptions): Promise<api.WholeRevision>;
  /** The members that differ from another revision, or from what the item is now. */
  compare(number: number, query?: api.GetRevisionDiffQuery, options?: CallOptions): Promise<api.Differences>;
  /** Gives the item, or its draft, the texts, fields and terms of a revision. Fails with 412 if `ifMatch` is old. */
  restore(
    number: number,
    options?: UpdateOptions & api.ApplyRevisionQuery & { idempotencyKey?: string },
  ): Promise<Tagged<Item>>;
  /** A named revision is always kept. Null removes the name. */
  rename(number: number, name: string | null, options?: CallOptions): Promise<api.Revision>;
};

/** The revisions of the item at this path. */
export function revisionsAt<Item>(connection: Connection, item: string): Revisions<Item> {
  const at = (number: number): string => `${item}/revisions${path`/${String(number)}`}`;
  const list = (
    query: api.ListRevisionsQuery = {},
    { signal, timeoutSeconds }: CallOptions = {},
  ): Promise<Page<api.Revision>> => connection.request('GET', `${item}/revisions`, { query, signal, timeoutSeconds });
  return {
    list,
    all: (query = {}, options) => eachByOffset((page: PageQuery) => list({ ...query, ...page }, options), query),
    get: (number, { signal, timeoutSeconds } = {}) => connection.request('GET', at(number), { signal, timeoutSeconds }),
    compare: (number, query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', `${at(number)}/diff`, { query, signal, timeoutSeconds }),
    restore: (number, { to, ifMatch, ...options } = {}) =>
      connection.requestTagged('POST', `${at(number)}/restore`, {
        query: { to },
        headers: matching(ifMatch),
        ...keyed(options),
      }),
    rename: (number, name, { signal, timeoutSeconds } = {}) =>
      connection.request('PATCH', at(number), { body: { name }, signal, timeoutSeconds }),
  };
}
