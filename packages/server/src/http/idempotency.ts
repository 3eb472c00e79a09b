// Idempotency-Key (draft-ietf-httpapi-idempotency-key-header, following Stripe): the same key with the same request
// returns the first response again; 409 while the first request runs; 422 with a different request.
//
//   operation   the seed of every ID a request creates. It is stored with the key before the work begins, so that a
//               retry after a crash creates the same IDs and finds what the first attempt left behind.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, timeOf } from '../context.ts';
import { fail } from '../errors.ts';
import { sha256 } from '../lib/crypto.ts';
import { newId } from '../lib/ids.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For bodies that contain a password: neither a fingerprint of it nor the response may be stored. */
    idempotency?: 'none';
    /**
     * For responses with a `secret`, of which only the hash is stored. Returns the current secrets of the record with the
     * response's ID. A repeated request gets the one that matches the hash, or none if it has been replaced.
     */
    findSecrets?: (ctx: Context, id: string) => Promise<readonly string[]>;
  }
  interface FastifyRequest {
    /** Seed of the IDs this request creates (lib/ids.ts, idFrom); a retry with the same key has the same seed. */
    operation: string;
    /** Row of the idempotency key, until its response is stored. */
    idempotencyId: string | null;
  }
}

export const keptDays = 7;
const leaseMs = 60_000;

/** Applies the key to every POST. Multipart routes call `beginIdempotent` themselves, after reading the body. */
export function honourIdempotencyKeys(app: App): void {
  app.decorateRequest('operation', '');
  app.decorateRequest('idempotencyId', null);
  app.addHook('onRequest', async (request) => {
    request.operation = newId('req');
  });
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || /^multipart\//i.test(request.headers['content-type'] ?? '')) return;
    const { config } = request.routeOptions;
    if (config.access === 'signature' || config.idempotency === 'none') return;
    return beginIdempotent(request, reply, JSON.stringify(request.body ?? null));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotencyId !== null) await storeResponse(request, reply, payload);
    return payload;
  });
}

/**
 * Claims the key of this request, if it has one. If the request has run before, sends the stored response; callers must
 * then stop, and check `reply.sent` because an awaited reply resolves to nothing. Otherwise sets `request.operation`.
 * Two requests are the same if their `body` is.
 */
export async function beginIdempotent(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): Promise<FastifyReply | undefined> {
  const key = keyOf(request);
  if (key === null) return;
  const { ctx } = request;
  const id = sha256(`${ctx.actor.id}\n${request.method}\n${request.url}\n${key}`);
  const fingerprint = sha256(body);
  const now = timeOf(ctx);
  const lockedUntil = timeOf(ctx, leaseMs);
  const fresh = {
    id,
    fingerprint,
    operation: request.operation,
    status: null,
    headers: null,
    body: null,
    lockedUntil,
    createdAt: now,
  };
  const inserted = await ctx.writer
    .insertInto('idempotencyKeys')
    .values(fresh)
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) {
    request.idempotencyId = id;
    return;
  }
  const known = await ctx.writer.selectFrom('idempotencyKeys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!known) throw inProgress();
  if (known.fingerprint !== fingerprint) throw fail('idempotency_key_reused');
  if (known.status !== null) {
    const response = await withSecret(request, known.body ?? '');
    return reply
      .status(known.status)
      .headers({ ...JSON.parse(known.headers ?? '{}'), 'idempotency-replayed': 'true' })
      .serializer((text: string) => text)
      .send(response);
  }
  // The first attempt ended without a response (a crash, an unreachable processor): run again with the same IDs.
  const claimed = await ctx.writer
    .updateTable('idempotencyKeys')
    .set({ lockedUntil })
    .where('id', '=', id)
    .where('lockedUntil', '=', known.lockedUntil)
    .where('lockedUntil', '<=', now)
    .returning('operation')
    .executeTakeFirst();
  if (!claimed) throw inProgress();
  request.operation = claimed.operation;
  request.idempotencyId = id;
}

function inProgress(): Error {
  return fail('request_in_progress', { headers: { 'retry-after': '1' } });
}

/** The key, sent either as it is or as a structured-field string (RFC 8941). */
function keyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = String(header).replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw fail('invalid_header', {
      errors: [{ pointer: 'idempotency-key', code: 'invalid', detail: 'must be 1 to 255 visible ASCII characters' }],
    });
  }
  return key;
}

const storedHeaders = ['content-type', 'location', 'etag'];

/** Stores a success. Deletes the key after a 4xx, so that the corrected request can reuse it; unlocks it after a 5xx. */
async function storeResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const { ctx, idempotencyId } = request;
  request.idempotencyId = null;
  const { writer }: Pick<Context, 'writer'> = ctx;
  if (reply.statusCode >= 500) {
    await writer
      .updateTable('idempotencyKeys')
      .set({ lockedUntil: timeOf(ctx) })
      .where('id', '=', idempotencyId)
      .execute();
  } else if (reply.statusCode >= 400) {
    await writer.deleteFrom('idempotencyKeys').where('id', '=', idempotencyId).execute();
  } else {
    const headers = Object.fromEntries(
      storedHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, reply.getHeader(name)]] : [])),
    );
    const text = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : '';
    const body = request.routeOptions.config.findSecrets ? withoutSecret(text) : text;
    await writer
      .updateTable('idempotencyKeys')
      .set({ status: reply.statusCode, headers: JSON.stringify(headers), body })
      .where('id', '=', idempotencyId)
      .execute();
  }
}

function withoutSecret(text: string): string {
  const { secret, ...response } = JSON.parse(text);
  return JSON.stringify({ ...response, secretHash: sha256(String(secret)) });
}

async function withSecret(request: FastifyRequest, text: string): Promise<string> {
  const { findSecrets } = request.routeOptions.config;
  if (!findSecrets) return text;
  const { secretHash, ...response } = JSON.parse(text);
  const secret = (await findSecrets(request.ctx, response.id)).find((candidate) => sha256(candidate) === secretHash);
  return JSON.stringify({ ...response, secret });
}

/** Deletes keys after seven days. */
export async function forgetOldKeys(ctx: Context): Promise<void> {
  await ctx.writer
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', timeOf(ctx, -keptDays * 86_400_000))
    .execute();
}
