// `Idempotency-Key`: the first answer of a write is kept with it, in the same transaction, and given again for a day.
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
type Kept = {
  id: string;
  created: number;
  method: string;
  path: string;
  fingerprint: string;
  status: number;
  body: string;
};
type KeptAnswer = { requestId: string; status: number; body: string };

const keptFor = 86_400;

/** The answer kept for this key, if any; 400 `idempotency_error` when the key was used for something else. */
export function findKeptAnswer(ctx: Context, request: WriteRequest): KeptAnswer | undefined {
  if (request.key === undefined) return undefined;
  if (request.key.length > 255) {
    throw new ApiError(400, { type: 'idempotency_error', message: 'Idempotency keys may be at most 255 characters.' });
  }
  const kept = ctx.store.prepare('select * from requests where idempotency_key = ?').get(request.key) as
    | Kept
    | undefined;
  if (!kept) return undefined;
  if (kept.created <= ctx.now() - keptFor) {
    ctx.store.prepare('update requests set idempotency_key = null where id = ?').run(kept.id);
    return undefined;
  }
  if (kept.path !== request.path || kept.method !== request.method) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${kept.path}'). Try using a key other than '${request.key}' if you meant to execute a different request.`;
    throw new ApiError(400, { type: 'idempotency_error', message });
  }
  if (kept.fingerprint !== fingerprint(request)) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`;
    throw new ApiError(400, { type: 'idempotency_error', message });
  }
  return { requestId: kept.id, status: kept.status, body: kept.body };
}

/** Records a write with its answer. */
export function keepAnswer(ctx: Context, request: WriteRequest, status: number, body: string): void {
  const { id, method, path, version, key } = request;
  const sql =
    'insert into requests (id, created, method, path, api_version, idempotency_key, fingerprint, status, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?)';
  ctx.store.prepare(sql).run(id, ctx.now(), method, path, version, key ?? null, fingerprint(request), status, body);
}

/** Forgets writes older than a month, so that the file does not grow for ever. */
export function forgetOldRequests(ctx: Context): void {
  ctx.store.prepare('delete from requests where created < ?').run(ctx.now() - 30 * keptFor);
}

// The order of form fields carries no meaning, so equal parameters in another order are equal.
function fingerprint({ query, body }: WriteRequest): string {
  return createHash('sha256').update(`${query}&${body}`.split('&').sort().join('&')).digest('hex');
}
