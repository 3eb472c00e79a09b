// Idempotency-Key (draft-ietf-httpapi-idempotency-key-header, and the practice of Stripe): the same key and request
// give the first answer again; 409 while the first runs; 422 with another request.
//
//   operation   the seed of every id a request makes. It is stored with the key before the work begins, so that a
//               request sent again after a crash makes the same ids and finds what the first try left behind.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Context, timeOf } from '../context.ts';
import { fail } from '../errors.ts';
import { sha256 } from '../lib/crypto.ts';
import { newId } from '../lib/ids.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For bodies that hold a password: neither a fingerprint of it nor the answer may be kept. */
    idempotency?: 'none';
    /**
     * For answers whose member `secret` is not to be kept: only its hash is. Gives what the record with the answer's id
     * has as secrets now; a repeat shows the one that fits the hash, or none once the record has it no more.
     */
    findSecrets?: (ctx: Context, id: string) => Promise<readonly string[]>;
  }
  interface FastifyRequest {
    /** Seed of the ids this request makes (lib/ids.ts, idFrom); the same when the request is sent again with its key. */
    operation: string;
    /** Row of the idempotency key, while its answer is not stored. */
    idempotencyId: string | null;
  }
}

export const keptDays = 7;
const leaseMs = 60_000;

/** Honours the key on every POST. Multipart routes call `beginIdempotent` themselves once the body has been read. */
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
    if (request.idempotencyId !== null) await keepAnswer(request, reply, payload);
    return payload;
  });
}

/**
 * Takes the key of this request, if it has one. Sends the stored answer when the request ran before: stop there, and
 * know it by `reply.sent` (a reply that is awaited resolves to nothing). Otherwise sets `request.operation`.
 * `body` is what must be the same for it to be the same request.
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
    const answer = await withSecret(request, known.body ?? '');
    return reply
      .status(known.status)
      .headers({ ...JSON.parse(known.headers ?? '{}'), 'idempotency-replayed': 'true' })
      .serializer((text: string) => text)
      .send(answer);
  }
  // The first try ended without an answer (a crash, a processor out of reach): run again, with the same ids.
  const taken = await ctx.writer
    .updateTable('idempotencyKeys')
    .set({ lockedUntil })
    .where('id', '=', id)
    .where('lockedUntil', '=', known.lockedUntil)
    .where('lockedUntil', '<=', now)
    .returning('operation')
    .executeTakeFirst();
  if (!taken) throw inProgress();
  request.operation = taken.operation;
  request.idempotencyId = id;
}

function inProgress(): Error {
  return fail('request_in_progress', { headers: { 'retry-after': '1' } });
}

/** Bare or as a structured-field string (RFC 8941). */
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

const keptHeaders = ['content-type', 'location', 'etag'];

/** Keeps what was done; forgets what was refused, so that a mended request may use the key; frees what broke off. */
async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
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
      keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, reply.getHeader(name)]] : [])),
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
  const { secret, ...answer } = JSON.parse(text);
  return JSON.stringify({ ...answer, secretHash: sha256(String(secret)) });
}

async function withSecret(request: FastifyRequest, text: string): Promise<string> {
  const { findSecrets } = request.routeOptions.config;
  if (!findSecrets) return text;
  const { secretHash, ...answer } = JSON.parse(text);
  const secret = (await findSecrets(request.ctx, answer.id)).find((candidate) => sha256(candidate) === secretHash);
  return JSON.stringify({ ...answer, secret });
}

/** Forgets keys after seven days. */
export async function forgetOldKeys(ctx: Context): Promise<void> {
  await ctx.writer
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', timeOf(ctx, -keptDays * 86_400_000))
    .execute();
}
