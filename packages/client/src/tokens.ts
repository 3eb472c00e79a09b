// API keys.

import type { CreatedToken, Deleted, NewToken, Token, TokenChange } from './api-types.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Page } from './pages.ts';
import { path } from './query.ts';

/** API keys. */
export type Tokens = {
  /** All keys, without the keys themselves. */
  list(options?: CallOptions): Promise<Page<Token>>;
  /** The answer is the only one that contains the key. It is not stored, so this call is never repeated. */
  create(body: NewToken, options?: CallOptions): Promise<CreatedToken>;
  /** Changes its name, scopes or end; the key itself stays the same. */
  update(id: string, patch: TokenChange, options?: CallOptions): Promise<Token>;
  /** Revokes a key, with immediate effect. */
  delete(id: string, options?: CallOptions): Promise<Deleted>;
};

export function tokensOf(connection: Connection): Tokens {
  return {
    list: ({ signal, timeoutSeconds } = {}) => connection.request('GET', '/tokens', { signal, timeoutSeconds }),
    create: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/tokens', { body, signal, timeoutSeconds }),
    update: (id, body, { signal, timeoutSeconds } = {}) =>
      connection.request('PATCH', path`/tokens/${id}`, { body, signal, timeoutSeconds }),
    delete: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', path`/tokens/${id}`, { signal, timeoutSeconds }),
  };
}
