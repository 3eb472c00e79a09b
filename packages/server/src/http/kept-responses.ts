// Responses that are sent again without passing through routing, hooks and handlers: to the same URL with the same
// token, while nothing has been committed since. The first request went through all of them, and what they decided
// depends on the URL, the token, the database and the time only. Rates are limited here as well.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { type RecentBytes, recentBytes } from '../lib/recent-bytes.ts';
import { callerOf } from './caller.ts';
import { sendTagged } from './conditional.ts';
import { countHosts } from './headers.ts';
import type { RateLimits } from './rate-limit.ts';
import { requestId } from './server.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The database's stamp before anything was read for this request. */
    firstStamp: string | number;
  }
  interface FastifyReply {
    /** Set by keepReply. */
    keep: Keep | null;
  }
}

type Keep = {
  /** In milliseconds. */
  until: number;
  /** Makes the body of each response; null if all have the bytes of the first. */
  makeBody: (() => Buffer) | null;
};

type Kept = {
  until: number;
  etag: string | null;
  headers: string[];
  bodyOf: () => Buffer;
  bytes: number;
  /** The `Accept-Encoding` that it was chosen for, if it depends on that; otherwise null. */
  encodings: string | undefined | null;
  /** Null for visitors, who are told apart by their addresses. */
  caller: string | null;
  actor: string;
  route: string | undefined;
};

/** What a response costs besides its body and its key. */
const overheadBytes = 1024;
/** After this time the guard sees the token again, and records its use. */
const maxAgeMs = 30_000;

/** Headers of requests whose response may be another one, or that have a body. */
const decisive = ['cookie', 'content-encoding', 'content-length', 'transfer-encoding'];
/** Headers of responses that belong to one request. */
const perRequest = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'date', 'connection', 'keep-alive'];

export function serveKeptResponses(
  app: App,
  context: Context,
  limits: RateLimits | null,
  { cacheBytes, trustProxy }: Pick<Config, 'cacheBytes' | 'trustProxy'>,
): void {
  const none = (): RecentBytes<Kept> => recentBytes(cacheBytes, ({ bytes }) => bytes + overheadBytes);
  /** All of the same stamp: with the next one, they give their memory back. */
  let kept = none();
  let keptStamp: string | number = '';
  const isTrusted = proxyAddress.compile(trustProxy);
  let closing = false;

  app.decorateRequest('firstStamp', '');
  app.decorateReply('keep', null);
  app.addHook('onRequest', async (request) => {
    request.firstStamp = context.stamp();
    if (request.firstStamp === keptStamp) return;
    kept = none();
    keptStamp = request.firstStamp;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.keep || !isPlain(request.raw) || reply.statusCode !== 200 || request.firstStamp !== keptStamp) return;
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    kept.set(keyOf(request.raw), describe(request, reply, reply.keep, body));
  });
  app.addHook('preClose', async () => {
    closing = true;
  });

  const [respond] = app.server.listeners('request') as [RequestListener];
  app.server.removeListener('request', respond);
  app.server.on('request', (request, response) => {
    const found = closing || !isPlain(request) ? undefined : kept.get(keyOf(request));
    if (found && isCurrent(found) && isFor(found, request))
      send(found, request, response).catch(() => respond(request, response));
    else respond(request, response);
  });

  function isCurrent({ until }: Kept): boolean {
    return keptStamp === context.stamp() && until > context.now().getTime();
  }

  async function send(found: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const counted = await limits?.take('read', found.caller ?? `address:${proxyAddress(request, isTrusted)}`);
    // The framework's way refuses it, with a problem.
    if (counted?.isExceeded) return respond(request, response);
    const id = requestId(request);
    const headers = [...found.headers, 'x-request-id', id, ...(counted?.headers.flat() ?? [])];
    const isKnown = found.etag !== null && request.headers['if-none-match'] === found.etag;
    if (isKnown) response.writeHead(304, headers).end();
    else {
      const body = found.bodyOf();
      response.writeHead(200, [...headers, 'content-length', String(body.length)]).end(body);
    }
    context.log.info(
      {
        reqId: id,
        method: request.method,
        route: found.route,
        path: request.url?.split('?')[0],
        status: response.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        actor: found.actor,
      },
      'request',
    );
  }
}

/**
 * Sends JSON with its ETag, and lets the response be kept until something is committed or `until` (RFC 3339) comes; null
 * if time does not change it.
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, until }: { body: Buffer; etag: string; until: string | null },
): FastifyReply {
  keepReply(reply, { until });
  return sendTagged(request, reply, body, etag);
}

/**
 * Lets the response, a text or a buffer, be kept until something is committed or `until` comes. `makeBody` makes the bodies
 * of the next ones, if they differ although nothing has changed.
 */
export function keepReply(
  reply: FastifyReply,
  { until = null, makeBody = null }: { until?: string | null; makeBody?: Keep['makeBody'] } = {},
): void {
  reply.keep = { until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until), makeBody };
}

function isFor({ encodings }: Kept, { headers }: IncomingMessage): boolean {
  return encodings === null || encodings === headers['accept-encoding'];
}

/** A GET without anything that could change the response. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return method === 'GET' && countHosts(request) === 1 && !decisive.some((name) => headers[name] !== undefined);
}

function keyOf({ url, headers }: IncomingMessage): string {
  return `${url} ${headers.authorization ?? ''}`;
}

function describe(request: FastifyRequest, reply: FastifyReply, { until, makeBody }: Keep, body: Buffer): Kept {
  const { ctx } = request;
  const now = ctx.now().getTime();
  const headers = Object.entries(reply.getHeaders()).filter(
    ([name]) => !perRequest.includes(name) && name !== 'content-length',
  );
  return {
    until: Math.min(until, request.expiresAt, now + maxAgeMs),
    etag: reply.hasHeader('etag') ? String(reply.getHeader('etag')) : null,
    headers: headers.flatMap(([name, value]) => [name, String(value)]),
    bodyOf: makeBody ?? (() => body),
    bytes: body.length,
    encodings: /accept-encoding/i.test(String(reply.getHeader('vary'))) ? request.headers['accept-encoding'] : null,
    caller: ctx.actor.kind === 'visitor' ? null : callerOf(request),
    actor: ctx.actor.id,
    route: request.routeOptions.url,
  };
}
