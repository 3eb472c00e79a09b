// Responses that are sent again without passing through routing, hooks and handlers: to the same URL with the same
// token, while nothing has been committed since. The first request went through all of them, and what they decided
// depends on the URL, the token, the database and the time only. Rates are limited here as well.
//
// What is kept is written to the sockets at the end of a turn of the event loop (decision 0027).

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Context } from '../context/context.ts';
import { atEndOfTurn } from '../lib/end-of-turn.ts';
import { type LruCache, lruCache } from '../lib/lru-cache.ts';
import { callerOf, limitedVisitor, useBareAddresses } from './caller.ts';
import { isKnown, sendTagged } from './conditional.ts';
import { type Encoding, encode, encodedTag, isWorthEncoding, preferredEncoding } from './encodings.ts';
import { countHosts } from './headers.ts';
import { loggedPath } from './observe-requests.ts';
import type { RateLimits } from './rate-limit.ts';
import { requestId } from './server.ts';
import { type Shared, sharedHeaders } from './shared-caching.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** How long shared caches may send public content without asking. */
    cdnSeconds: number;
    /** What is kept in memory. */
    keptResponses(): { count: number; bytes: number };
  }
  interface FastifyRequest {
    /** The database's stamp before anything was read for this request. */
    firstStamp: string | number;
  }
  interface FastifyReply {
    /** Set by keepReply. */
    keep: Keep | null;
  }
}

/** What a response, or its body in one more encoding, costs besides body and key. */
const overheadBytes = 512;

/**
 * JSON with its ETag, until something is committed or `until` (RFC 3339) comes; null if time does not change it. `shared`:
 * every visitor gets it.
 */
export type Readable = { body: Buffer; etag: string; until: string | null; shared: Shared };

export function serveKeptResponses(
  app: App,
  context: Context,
  limits: RateLimits | null,
  { cacheBytes, cdnSeconds, trustProxy }: Pick<Config, 'cacheBytes' | 'cdnSeconds' | 'trustProxy'>,
): void {
  /** All of the same stamp: with the next one, they give their memory back. */
  let kept: LruCache<string, Kept> = lruCache(cacheBytes);
  let keptStamp: string | number = '';
  const isTrusted = proxyAddress.compile(trustProxy);
  let closing = false;

  app.decorate('cdnSeconds', cdnSeconds);
  app.decorate('keptResponses', () => {
    const { count, size } = kept.used();
    return { count, bytes: size };
  });
  app.decorateRequest('firstStamp', '');
  app.decorateReply('keep', null);
  app.addHook('onRequest', async (request) => {
    request.firstStamp = context.stamp();
    if (request.firstStamp === keptStamp) return;
    kept = lruCache(cacheBytes);
    keptStamp = request.firstStamp;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.keep || request.method !== 'GET' || reply.statusCode !== 200) return;
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    const response = keptResponse(request, reply, reply.keep, body);
    const keep = (key: string): void => kept.set(key, response, body.length + key.length + overheadBytes);
    if (isPlain(request.raw) && request.firstStamp === keptStamp) {
      keep(keyOf(request.raw));
      if (response.language !== null) keep(languageKeyOf(request.raw, response.language));
    }
    const encoding = response.isEncodable && preferredEncoding(request.headers['accept-encoding']);
    const sent = encoding ? await bodyIn(response, encoding, request.raw) : payload;
    if (encoding) {
      reply.headers({ 'content-encoding': encoding, etag: encodedTag(response.etag ?? '', encoding) });
      reply.removeHeader('content-length');
    }
    await new Promise<void>(atEndOfTurn);
    return sent;
  });
  app.addHook('preClose', async () => {
    closing = true;
  });

  const [respond] = app.server.listeners('request') as [RequestListener];
  app.server.removeListener('request', respond);
  app.server.on('request', (request, response) => {
    const serve = (): void => respond(request, response);
    if (closing || !isPlain(request)) return serve();
    const found = findKept(request);
    if (!found || !isCurrent(found) || !isFor(found, request)) return serve();
    atEndOfTurn(() => void send(found, request, response).catch(serve));
  });

  /** If the response depends on the language, the URL has the one that was sent last. */
  function findKept(request: IncomingMessage): Kept | undefined {
    const found = kept.get(keyOf(request));
    const languageOf = found?.languageOf;
    if (!languageOf) return found;
    const language = languageOf(request.headers['accept-language']);
    return language === found.language ? found : kept.get(languageKeyOf(request, language));
  }

  function isCurrent({ until }: Kept): boolean {
    return keptStamp === context.stamp() && until > context.now().getTime();
  }

  /** Compressed bodies are kept as well. */
  function bodyIn(found: Kept, encoding: Encoding, request: IncomingMessage): Promise<Buffer> {
    return encodedBody(found, encoding, (bytes) => kept.grow(keyOf(request), found, bytes + overheadBytes));
  }

  async function send(found: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const { caller, actor, route } = found;
    useBareAddresses(request);
    const counted = await limits?.take('read', caller ?? limitedVisitor(proxyAddress(request, isTrusted)));
    // The framework's way refuses it, with a problem.
    if (counted?.isExceeded) return respond(request, response);
    const id = requestId(request);
    const encoding = found.isEncodable ? preferredEncoding(request.headers['accept-encoding']) : null;
    const headers = headersIn(found, encoding);
    headers.push('x-request-id', id, ...(counted?.headers.flat() ?? []));
    if (found.etag !== null && isKnown(request, found.etag)) response.writeHead(304, headers).end();
    else {
      const body = encoding ? await bodyIn(found, encoding, request) : plainBody(found);
      headers.push('content-length', String(body.length));
      response.writeHead(200, headers).end(body);
    }
    const durationMs = performance.now() - startedAt;
    context.observer?.keptResponseSent(
      {
        method: 'GET',
        route,
        status: response.statusCode,
        durationMs,
        isComplete: true,
      },
      request.headers.traceparent as string | undefined,
    );
    context.log.info(
      {
        reqId: id,
        method: request.method,
        route,
        path: loggedPath(request.url ?? '', route),
        status: response.statusCode,
        durationMs: Math.round(durationMs * 10) / 10,
        actor,
      },
      'request',
    );
  }
}

/** Sends JSON and lets the response be kept. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, readable: Readable): FastifyReply {
  const { body, etag, until, shared } = readable;
  const { ctx, server } = request;
  const times = { cdnSeconds: server.cdnSeconds, now: ctx.now(), keptMs: maxAgeMs };
  if (ctx.actor.kind === 'visitor') reply.headers(Object.fromEntries(sharedHeaders(readable, shared, times)));
  keepReply(reply, { until, isEncodable: true });
  return sendTagged(request, reply, body, etag);
}

/**
 * Lets the response, a text or a buffer, be kept until something is committed or `until` comes. `makeBody` makes the bodies
 * of the next ones, if they differ although nothing has changed.
 */
export function keepReply(
  reply: FastifyReply,
  options: { until?: string | null } & Partial<Omit<Keep, 'until'>> = {},
): void {
  const { until = null, makeBody = null, isEncodable = false, languageOf = null } = options;
  reply.keep = {
    until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
    makeBody,
    isEncodable,
    languageOf,
  };
}

function isFor({ chosenFor }: Kept, { headers }: IncomingMessage): boolean {
  return chosenFor === null || chosenFor === headers['accept-encoding'];
}

/** A GET without anything that could change the response, such as a body. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers.cookie === undefined &&
    headers['content-encoding'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    countHosts(request) === 1
  );
}

function keyOf({ url, headers }: IncomingMessage): string {
  return `${url} ${headers.authorization ?? ''}`;
}

function languageKeyOf(request: IncomingMessage, language: string): string {
  return `${keyOf(request)} ${language}`;
}

// One response that is kept to be sent again: its bytes, and what the framework decided.

/** How the response to a request is kept. */
type Keep = {
  /** In milliseconds. */
  until: number;
  /** Makes the body of each response; null if all have the bytes of the first. */
  makeBody: (() => Buffer) | null;
  /** Whether it is compressed for callers who accept that. Its `Vary` says so. */
  isEncodable: boolean;
  /** Of a response that depends on `Accept-Language`: which of its languages a browser gets. */
  languageOf: LanguageOf | null;
};
type LanguageOf = (acceptLanguage: string | undefined) => string;

type Kept = {
  /** In milliseconds. */
  until: number;
  etag: string | null;
  /** Names and values in turn, besides the ETag. */
  headers: string[];
  body: Buffer | (() => Buffer);
  isEncodable: boolean;
  /** The body in each encoding that was asked for, made once. */
  encoded: Map<Encoding, Promise<Buffer>> | null;
  /** The `Accept-Encoding` that it was chosen for, if it depends on that; otherwise null. */
  chosenFor: string | undefined | null;
  languageOf: LanguageOf | null;
  /** The one that it is in; null if there is no choice. */
  language: string | null;
  /** Null for visitors, who are told apart by their addresses. */
  caller: string | null;
  actor: string;
  route: string | undefined;
};

/**
 * After this time the guard sees the token again, and records its use. What the headers say about how long others may keep
 * a response is right for so long.
 */
const maxAgeMs = 30_000;
/** Headers of responses that belong to one request. */
const perRequest = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'date', 'connection', 'keep-alive'];

/** The response to this request. */
function keptResponse(request: FastifyRequest, reply: FastifyReply, keep: Keep, body: Buffer): Kept {
  const { makeBody, isEncodable, languageOf } = keep;
  const { ctx, headers } = request;
  const { etag, ...others } = reply.getHeaders();
  const lasting = Object.entries(others).filter(([name]) => !perRequest.includes(name) && name !== 'content-length');
  const isChosen = !isEncodable && /accept-encoding/i.test(String(reply.getHeader('vary')));
  return {
    until: Math.min(keep.until, request.expiresAt, ctx.now().getTime() + maxAgeMs),
    etag: etag === undefined ? null : String(etag),
    headers: lasting.flatMap(([name, value]) => [name, String(value)]),
    body: makeBody ?? body,
    isEncodable: isEncodable && isWorthEncoding(body),
    encoded: null,
    chosenFor: isChosen ? headers['accept-encoding'] : null,
    languageOf,
    language: languageOf?.(headers['accept-language']) ?? null,
    caller: ctx.actor.kind === 'visitor' ? null : callerOf(request),
    actor: ctx.actor.id,
    route: request.routeOptions.url,
  };
}

/** The body in an encoding, made once; `onMade` is called with its size. */
async function encodedBody(kept: Kept, encoding: Encoding, onMade: (bytes: number) => void): Promise<Buffer> {
  kept.encoded ??= new Map();
  const known = kept.encoded.get(encoding);
  if (known) return known;
  const making = encode(plainBody(kept), encoding);
  kept.encoded.set(encoding, making);
  const made = await making;
  onMade(made.length);
  return made;
}

function plainBody({ body }: Kept): Buffer {
  return typeof body === 'function' ? body() : body;
}

/** Names and values in turn, as the response is sent in this encoding. */
function headersIn({ headers, etag }: Kept, encoding: Encoding | null): string[] {
  const all = [...headers];
  if (etag !== null) all.push('etag', encoding ? encodedTag(etag, encoding) : etag);
  if (encoding) all.push('content-encoding', encoding);
  return all;
}
