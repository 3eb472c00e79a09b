// Idempotency-Key (draft-ietf-httpapi-idempotency-key-header, following Stripe): the same key with the same request
// returns the first response again; 409 while the first request runs; 422 with a different request.
//
//   caller      keys are kept apart by caller; those of visitors by their addresses, so that a stranger who uses the
//               same key never gets another visitor's response
//   operation   the seed of every ID a request creates. It is stored with the key before the work begins, so that a
//               retry after a crash creates the same IDs and finds what the first attempt left behind.

import { clearInterval, setInterval } from 'node:timers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, inTransaction, timeOf, unrecorded, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
import { extendLeaseEveryMs, isDeadOwner, leaseMs, newLeaseOwner } from '../jobs/leases.ts';
import { sha256 } from '../lib/crypto.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { callerOf } from './caller.ts';
import { problemBody, problemContentType } from './problem.ts';
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
    /** Extends the lease of that key. */
    keepKey: NodeJS.Timeout | undefined;
  }
}

const queries = keptQueries();

export const keptDays = 7;
const owner = newLeaseOwner();

/** Applies the key to every POST. Multipart routes call `beginIdempotent` themselves, after reading the body. */
export function handleIdempotencyKeys(app: App): void {
  app.decorateRequest('operation', '');
  app.decorateRequest('idempotencyId', null);
  app.decorateRequest('keepKey', undefined);
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') request.operation = newId('req');
  });
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST' || /^multipart\//i.test(request.headers['content-type'] ?? '')) return;
    const { config } = request.routeOptions;
    if (config.access === 'signature' || config.idempotency === 'none') return;
    if (request.headers['idempotency-key'] === undefined) return;
    return beginIdempotent(request, reply, JSON.stringify(request.body ?? null));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotencyId === null) return payload;
    try {
      await storeResponse(request, reply, payload);
      return payload;
    } catch (error) {
      request.log.error({ err: error }, 'the response could not be stored under its idempotency key');
      // The caller retries with the same key, and gets what this request has made. A refusal needs no retry.
      return reply.statusCode < 400 ? unavailableInstead(request, reply) : payload;
    }
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
  const ctx = unrecorded(request.ctx);
  const id = sha256(`${callerOf(request)}\n${request.method}\n${request.url}\n${key}`);
  const fingerprint = sha256(body);
  const known = await inTransaction(ctx, (ctx) => claimKey(ctx, { id, fingerprint, operation: request.operation }));
  if (known.status !== null) {
    const response = await withSecret(request, known.body ?? '');
    return reply
      .status(known.status)
      .headers({ ...JSON.parse(known.headers ?? '{}'), 'idempotency-replayed': 'true' })
      .serializer((text: string) => text)
      .send(response);
  }
  request.operation = known.operation;
  request.idempotencyId = id;
  request.keepKey = setInterval(() => void extendLease(ctx, id), extendLeaseEveryMs);
}

/** Keeps the key while its request runs. */
async function extendLease(ctx: Context, id: string): Promise<void> {
  const extend = (ctx: WriteContext) =>
    ctx.db
      .updateTable('idempotencyKeys')
      .set({ lockedUntil: timeOf(ctx, leaseMs) })
      .where('id', '=', id)
      .where('lockedBy', '=', owner)
      .execute();
  await inTransaction(ctx, extend).catch((error) =>
    ctx.log.error({ err: error }, 'the lease of an idempotency key could not be extended'),
  );
}

/** The row of the key: new, with the response to the first request, or claimed from a request without a response. */
async function claimKey(
  ctx: WriteContext,
  key: { id: string; fingerprint: string; operation: string },
): Promise<Row<'idempotencyKeys'>> {
  const now = timeOf(ctx);
  const lockedUntil = timeOf(ctx, leaseMs);
  const inserted = await ctx.db
    .insertInto('idempotencyKeys')
    .values({ ...key, status: null, headers: null, body: null, lockedUntil, lockedBy: owner, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return inserted;
  const known = await ctx.db.selectFrom('idempotencyKeys').selectAll().where('id', '=', key.id).executeTakeFirst();
  if (!known) throw inProgress();
  if (known.fingerprint !== key.fingerprint) throw fail('idempotency_key_reused');
  if (known.status !== null) return known;
  if (known.lockedUntil > now && !(known.lockedBy && isDeadOwner(known.lockedBy))) throw inProgress();
  // The first attempt ended without a response (a crash, an unreachable processor): run again with the same IDs.
  const claimed = await ctx.db
    .updateTable('idempotencyKeys')
    .set({ lockedUntil, lockedBy: owner })
    .where('id', '=', key.id)
    .where('lockedUntil', '=', known.lockedUntil)
    .returningAll()
    .executeTakeFirst();
  if (!claimed) throw inProgress();
  return claimed;
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

function unavailableInstead(request: FastifyRequest, reply: FastifyReply): string {
  const problem = fail('store_unavailable', { headers: { 'retry-after': '1' } });
  for (const name of storedHeaders) reply.removeHeader(name);
  reply.status(problem.status).headers({ ...problem.details.headers, 'content-type': problemContentType });
  reply.removeHeader('content-length');
  return JSON.stringify(problemBody(problem, request.id));
}

/** Stores a success. Deletes the key after a 4xx, so that the corrected request can reuse it; unlocks it after a 5xx. */
async function storeResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const { idempotencyId } = request;
  const ctx = unrecorded(request.ctx);
  request.idempotencyId = null;
  clearInterval(request.keepKey);
  await inTransaction(ctx, async (ctx) => {
    if (reply.statusCode >= 400 && reply.statusCode < 500) {
      await ctx.db.deleteFrom('idempotencyKeys').where('id', '=', idempotencyId).execute();
      return;
    }
    const isFailure = reply.statusCode >= 500;
    const changes = isFailure ? { lockedUntil: timeOf(ctx), lockedBy: null } : responseOf(request, reply, payload);
    await queries.send(ctx, `store ${isFailure}`, { ...changes, id: idempotencyId }, () =>
      ctx.db.updateTable('idempotencyKeys').set(slotsFor(changes)).where('id', '=', slot('id')),
    );
  });
}

/**
 * Stores the response of the request's key in the transaction of the change, so that neither is there without the other.
 * The caller then sends this JSON with 200. For changes that would not be the same when they are repeated.
 */
export async function storeResponseWithChange(ctx: WriteContext, request: FastifyRequest, json: string): Promise<void> {
  const { idempotencyId } = request;
  if (idempotencyId === null) return;
  const headers = JSON.stringify({ 'content-type': 'application/json; charset=utf-8' });
  await ctx.db
    .updateTable('idempotencyKeys')
    .set({ status: 200, headers, body: json })
    .where('id', '=', idempotencyId)
    .execute();
  ctx.afterCommit(() => {
    request.idempotencyId = null;
    clearInterval(request.keepKey);
  });
}

function responseOf(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const headers = Object.fromEntries(
    storedHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, reply.getHeader(name)]] : [])),
  );
  const text = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : '';
  const body = request.routeOptions.config.findSecrets ? withoutSecret(text) : text;
  return { status: reply.statusCode, headers: JSON.stringify(headers), body };
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
  await inTransaction(ctx, (ctx) =>
    ctx.db
      .deleteFrom('idempotencyKeys')
      .where('createdAt', '<', timeOf(ctx, -keptDays * 86_400_000))
      .execute(),
  );
}

// Erases stored responses that name a person. A request that is repeated with such a key is still not run again: it would
// bring back what was erased.

/** Returns how many there were. */
export async function eraseResponses(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const erased = fail('conflict', `The response to this request was erased with a person’s data on ${timeOf(ctx)}.`);
  const { numUpdatedRows } = await ctx.db
    .updateTable('idempotencyKeys')
    .set({
      status: erased.status,
      headers: JSON.stringify({ 'content-type': problemContentType }),
      body: JSON.stringify(problemBody(erased, 'erased')),
    })
    .where('id', 'in', ['', ...ids])
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
