// API keys.

import type { Deleted } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Page } from './pages.ts';
import { path } from './query.ts';

export type TokenScope =
  | 'content:read'
  | 'content:write'
  | 'forms:read'
  | 'forms:write'
  | 'payments:read'
  | 'payments:write'
  | 'crm:read'
  | 'crm:write'
  | 'admin';

export type Token = {
  id: string;
  name: string;
  scopes: TokenScope[];
  lastFour: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
};

export type Tokens = {
  list(options?: CallOptions): Promise<Page<Token>>;
  /** The key's text, `token`, is in this answer only; the answer is therefore never kept for a second try. */
  create(
    body: { name: string; scopes: TokenScope[]; expiresAt?: string | null },
    options?: CallOptions,
  ): Promise<Token & { token: string }>;
  /** Revokes the key at once. */
  delete(id: string, options?: CallOptions): Promise<Deleted>;
};

export function tokensOf(connection: Connection): Tokens {
  return {
    list: ({ signal } = {}) => connection.request('GET', '/tokens', { signal }),
    create: (body, { signal } = {}) => connection.request('POST', '/tokens', { body, signal }),
    delete: (id, { signal } = {}) => connection.request('DELETE', path`/tokens/${id}`, { signal }),
  };
}
