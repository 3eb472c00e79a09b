// `Idempotency-Key`: the first response to a write is stored in the same transaction and returned again for 24 hours.
import { createHash } from 'node:crypto';
import { ApiError } from './api-error.ts';
import type { Context } from './context.ts';

export type WriteRequest = {
  id: string;
  method: string;
  path: string;
  query: string;
  body: string;
  key: string | undefined;
  version: string;
};
type StoredRequest = {
  id: string;
  created: number;
  method: string;
  path: string;
  fingerprint: string;
  status: number;
  body: string;
};
type StoredResponse = { requestId: string; status: number; body: string };

const retentionSeconds = 86_400;

/** The response stored for this key, if any. 400 `idempotency_error` if the key was used for a different request. */
export function findStoredResponse(ctx: Context, request: WriteRequest): StoredResponse | undefined {
  if (request.key === undefined) return undefined;
  if (request.key.length > 255) {
    throw new ApiError(400, { type: 'idempotency_error', message: 'Idempotency keys may be at most 255 characters.' });
  }
  const stored = ctx.store.prepare('select * from requests where idempotency_key = ?').get(request.key) as
    | StoredRequest
    | undefined;
  if (!stored) return undefined;
  if (stored.created <= ctx.now() - retentionSeconds) {
    ctx.store.prepare('update requests set idempotency_key = null where id = ?').run(stored.id);
    return undefined;
  }
  if (stored.path !== request.path || stored.method !== request.method) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${stored.path}'). Try using a key other than '${request.key}' if you meant to execute a different request.`;
    throw new ApiError(400, { type: 'idempotency_error', message });
  }
  if (stored.fingerprint !== fingerprint(request)) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`;
    throw new ApiError(400, { type: 'idempotency_error', message });
  }
  return { requestId: stored.id, status: stored.status, body: stored.body };
}

/** Stores a write with its response. */
export function storeResponse(ctx: Context, request: WriteRequest, status: number, body: string): void {
  const { id, method, path, version, key } = request;
  const sql =
    'insert into requests (id, created, method, path, api_version, idempotency_key, fingerprint, status, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?)';
  ctx.store.prepare(sql).run(id, ctx.now(), method, path, version, key ?? null, fingerprint(request), status, body);
}

/** Deletes writes older than 30 days, so that the file does not grow without limit. */
export function deleteOldRequests(ctx: Context): void {
  ctx.store.prepare('delete from requests where created < ?').run(ctx.now() - 30 * retentionSeconds);
}

// The order of parameters has no meaning, so the same parameters in another order match.
function fingerprint({ query, body }: WriteRequest): string {
  return createHash('sha256').update(`${query}&${body}`.split('&').sort().join('&')).digest('hex');
}
