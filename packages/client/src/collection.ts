// What most of the service's records have in common: list, read, make, change, remove.

import type { Deleted } from './api-types.ts';
import type { CallOptions, Connection } from './connection.ts';
import { eachByOffset, type Page } from './pages.ts';
import { path } from './query.ts';

export type PageQuery = {
  /** 1 to 100; 20 when absent. */
  limit?: number;
  offset?: number;
};

export type CreateOptions = CallOptions & {
  /** Made by itself when absent, so that a lost answer is asked for again and nothing is made twice. */
  idempotencyKey?: string;
};

export type UpdateOptions = CallOptions & {
  /** The `etag` of the record as it was read: refuses (412) when somebody changed it since. */
  ifMatch?: string;
};

export type DeleteOptions = UpdateOptions & { force?: boolean };

/** A record with its `ETag`, for `ifMatch`. */
export type Tagged<T> = T & { etag: string };

type Shape = { listed: object; one: object; query: object };

export type Readable<S extends Shape> = {
  list(query?: S['query'], options?: CallOptions): Promise<Page<S['listed']>>;
  /** `for await`: every record that matches, page by page. */
  all(query?: S['query'], options?: CallOptions): AsyncGenerator<S['listed'], void, undefined>;
  get(id: string, options?: CallOptions): Promise<S['one']>;
};

export type Collection<S extends Shape & { created: object; fresh: object; change: object }> = Readable<S> & {
  create(body: S['fresh'], options?: CreateOptions): Promise<S['created']>;
  update(id: string, patch: S['change'], options?: UpdateOptions): Promise<S['one']>;
  delete(id: string, options?: DeleteOptions): Promise<Deleted>;
};

/** Reads the records at an address such as `/contacts`. */
export function readableAt<S extends Shape>(connection: Connection, address: string): Readable<S> {
  const list = (query: S['query'] = {}, { signal }: CallOptions = {}): Promise<Page<S['listed']>> =>
    connection.request('GET', address, { query, signal });
  return {
    list,
    all: (query = {}, options) => eachByOffset((page: PageQuery) => list(page as S['query'], options), query),
    get: (id, { signal } = {}) => connection.requestTagged('GET', `${address}${path`/${id}`}`, { signal }),
  };
}

/** Reads and changes the records at an address. */
export function collectionAt<S extends Shape & { created: object; fresh: object; change: object }>(
  connection: Connection,
  address: string,
): Collection<S> {
  return {
    ...readableAt<S>(connection, address),
    create: (body, options) => connection.requestTagged('POST', address, { body, ...keyed(options) }),
    update: (id, body, { ifMatch, signal } = {}) =>
      connection.requestTagged('PATCH', `${address}${path`/${id}`}`, { body, headers: matching(ifMatch), signal }),
    delete: (id, options) => remove(connection, `${address}${path`/${id}`}`, options),
  };
}

export function remove<T = Deleted>(connection: Connection, address: string, options: DeleteOptions = {}): Promise<T> {
  const { force, ifMatch, signal } = options;
  return connection.request('DELETE', address, {
    query: { force: force ? true : undefined },
    headers: matching(ifMatch),
    signal,
  });
}

/** The options of a POST that may be sent again. */
export function keyed({ idempotencyKey, signal }: CreateOptions = {}): CreateOptions {
  return { idempotencyKey: idempotencyKey ?? newKey(), ...(signal ? { signal } : {}) };
}

/** 128 random bits. `crypto.randomUUID` is missing on pages that came by plain http, from a host in the house, say. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function matching(etag: string | undefined): Record<string, string> {
  // A proxy that compresses marks the tag as weak, and a weak one never matches (RFC 9110, section 13.1.1).
  return etag === undefined ? {} : { 'if-match': etag.replace(/^W\//, '') };
}
