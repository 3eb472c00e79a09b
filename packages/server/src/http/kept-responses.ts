// Responses that are sent again without passing through routing, hooks and handlers: to the same URL with the same
// token, while nothing has been committed since. The first request went through all of them, and what they decided
// depends on the URL, the token, the database and the time only. Rates are limited here as well.
//
// A *leader* is a response whose route can also read what is beside it: the same URL with another last segment. What the
// framework decided for the leader holds for these too, so that they need not pass through it either (decision 0030).

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { type RecentBytes, recentBytes } from '../lib/recent-bytes.ts';
import { callerOf, limitedVisitor } from './caller.ts';
import { isKnown, sendTagged } from './conditional.ts';
import { type Encoding, encode, encodedTag, isWorthEncoding, preferredEncoding } from './encodings.ts';
import { countHosts } from './headers.ts';
import { loggedPath } from './logged-path.ts';
import type { RateLimits } from './rate-limit.ts';
import { requestId } from './server.ts';
import { ownHeaders, type Shared, sharedHeaders } from './shared-caching.ts';
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

type Keep = {
  /** In milliseconds. */
  until: number;
  /** Makes the body of each response; null if all have the bytes of the first. */
  makeBody: (() => Buffer) | null;
  /** Whether it is compressed for callers who accept that. Its `Vary` says so. */
  isEncodable: boolean;
  readBeside: ReadBeside | null;
  /** Of a response that depends on `Accept-Language`: which of its languages a browser gets. */
  languageOf: LanguageOf | null;
};
type LanguageOf = (acceptLanguage: string | undefined) => string;

/**
 * JSON with its ETag, until something is committed or `until` (RFC 3339) comes; null if time does not change it. `shared`:
 * every visitor gets it.
 */
type Readable = { body: Buffer; etag: string; until: string | null; shared?: Shared };
/** Reads what is at the same URL with another last segment, given decoded and composed. Rejects what it cannot read. */
type ReadBeside = (segment: string) => Promise<Readable>;

type Kept = {
  until: number;
  etag: string | null;
  /** Names and values in turn; the ETag comes last. */
  headers: string[];
  /** Those that also belong to what is beside it. */
  commonHeaders: string[];
  bodyOf: () => Buffer;
  /** The response in an encoding, made once; null if it is sent as it is. */
  encoded: ((encoding: Encoding) => Promise<Encoded>) | null;
  bytes: number;
  /** The `Accept-Encoding` that it was chosen for, if it depends on that; otherwise null. */
  encodings: string | undefined | null;
  /** Null for visitors, who are told apart by their addresses. */
  caller: string | null;
  actor: string;
  route: string | undefined;
  readBeside: ReadBeside | null;
  languageOf: LanguageOf | null;
  /** The one that it is in; null if there is no choice. */
  language: string | null;
};

type Encoded = { headers: string[]; body: Buffer };

/** What a response costs besides its body and its key. */
const overheadBytes = 1024;
/** After this time the guard sees the token again, and records its use. */
const maxAgeMs = 30_000;

/** Headers of requests whose response may be another one, or that have a body. */
const decisive = ['cookie', 'content-encoding', 'content-length', 'transfer-encoding'];
/** Headers of responses that belong to one request. */
const perRequest = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'date', 'connection', 'keep-alive'];
/** What slugs and IDs are made of. The framework sees every other segment. */
const simpleSegment = /^[\p{L}\p{N}\p{M}._-]{1,200}$/u;

export function serveKeptResponses(
  app: App,
  context: Context,
  limits: RateLimits | null,
  { cacheBytes, cdnSeconds, trustProxy }: Pick<Config, 'cacheBytes' | 'cdnSeconds' | 'trustProxy'>,
): void {
  const none = (): RecentBytes<Kept> => recentBytes(cacheBytes, ({ bytes }) => bytes + overheadBytes);
  /** All of the same stamp: with the next one, they give their memory back. */
  let kept = none();
  let keptStamp: string | number = '';
  const isTrusted = proxyAddress.compile(trustProxy);
  let closing = false;

  app.decorate('cdnSeconds', cdnSeconds);
  app.decorate('keptResponses', () => kept.size());
  app.decorateRequest('firstStamp', '');
  app.decorateReply('keep', null);
  app.addHook('onRequest', async (request) => {
    request.firstStamp = context.stamp();
    if (request.firstStamp === keptStamp) return;
    kept = none();
    keptStamp = request.firstStamp;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.keep || request.method !== 'GET' || reply.statusCode !== 200) return;
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    const response = describe(request, reply, reply.keep, body);
    if (isPlain(request.raw) && request.firstStamp === keptStamp) {
      kept.set(keyOf(request.raw), response);
      if (response.language !== null) kept.set(languageKeyOf(request.raw, response.language), response);
      if (response.readBeside && lastSegment(request.url) !== null) kept.set(leaderKeyOf(request.raw), response);
    }
    const encoding = response.encoded && preferredEncoding(request.headers['accept-encoding']);
    if (!encoding || !response.encoded) return;
    const encoded = await response.encoded(encoding);
    reply.headers({ 'content-encoding': encoding, etag: encodedTag(response.etag ?? '', encoding) });
    reply.removeHeader('content-length');
    return encoded.body;
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
    if (found && isCurrent(found) && isFor(found, request)) return void send(found, request, response).catch(serve);
    const leader = kept.get(leaderKeyOf(request));
    if (!leader || !isCurrent(leader)) return serve();
    readBeside(leader, request)
      .then((beside) => send(beside, request, response))
      .catch(serve);
  });

  /** If the response depends on the language, the URL has the one that was sent last. */
  function findKept(request: IncomingMessage): Kept | undefined {
    const found = kept.get(keyOf(request));
    if (!found?.languageOf) return found;
    const language = found.languageOf(request.headers['accept-language']);
    return language === found.language ? found : kept.get(languageKeyOf(request, language));
  }

  function isCurrent({ until }: Kept): boolean {
    return keptStamp === context.stamp() && until > context.now().getTime();
  }

  /** Rejects if the framework must see the request. */
  async function readBeside(leader: Kept, request: IncomingMessage): Promise<Kept> {
    const stamp = keptStamp;
    const segment = lastSegment(request.url);
    if (segment === null || !leader.readBeside) throw new Error('Not a simple segment');
    const readable = await leader.readBeside(segment);
    const { body, etag, until } = readable;
    const own = leader.caller === null ? headersFor(readable, { cdnSeconds, now: context.now() }) : [];
    const headers = [...leader.commonHeaders, ...own.flat(), 'etag', etag];
    const beside: Kept = {
      ...leader,
      until: Math.min(leader.until, timeUntil(until)),
      etag,
      headers,
      bodyOf: () => body,
      ...encodingsOf(headers, body),
    };
    if (stamp === keptStamp) kept.set(keyOf(request), beside);
    return beside;
  }

  async function send(found: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const counted = await limits?.take('read', found.caller ?? limitedVisitor(proxyAddress(request, isTrusted)));
    // The framework's way refuses it, with a problem.
    if (counted?.isExceeded) return respond(request, response);
    const id = requestId(request);
    const encoding = found.encoded && preferredEncoding(request.headers['accept-encoding']);
    const chosen = encoding && found.encoded ? await found.encoded(encoding) : null;
    const headers = [...(chosen ?? found).headers, 'x-request-id', id, ...(counted?.headers.flat() ?? [])];
    if (found.etag !== null && isKnown(request, found.etag)) response.writeHead(304, headers).end();
    else {
      const body = chosen?.body ?? found.bodyOf();
      response.writeHead(200, [...headers, 'content-length', String(body.length)]).end(body);
    }
    const durationMs = performance.now() - startedAt;
    context.observer?.keptResponseSent(
      {
        method: 'GET',
        route: found.route,
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
        route: found.route,
        path: loggedPath(request.url ?? '', found.route),
        status: response.statusCode,
        durationMs: Math.round(durationMs * 10) / 10,
        actor: found.actor,
      },
      'request',
    );
  }
}

function headersFor(readable: Readable, { cdnSeconds, now }: { cdnSeconds: number; now: Date }): [string, string][] {
  return readable.shared ? sharedHeaders(readable, readable.shared, { cdnSeconds, now, keptMs: maxAgeMs }) : [];
}

/** Sends JSON and lets the response be kept. With `readBeside`, what is beside it is read for the same caller without the framework. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  readable: Readable,
  readBeside: ReadBeside | null = null,
): FastifyReply {
  const { body, etag, until } = readable;
  const { ctx, server } = request;
  if (ctx.actor.kind === 'visitor')
    reply.headers(Object.fromEntries(headersFor(readable, { cdnSeconds: server.cdnSeconds, now: ctx.now() })));
  keepReply(reply, { until, isEncodable: true, readBeside });
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
  const { until = null, makeBody = null, isEncodable = false, readBeside = null, languageOf = null } = options;
  reply.keep = { until: timeUntil(until), makeBody, isEncodable, readBeside, languageOf };
}

/** In milliseconds. */
function timeUntil(until: string | null): number {
  return until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
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

function languageKeyOf(request: IncomingMessage, language: string): string {
  return `${keyOf(request)} ${language}`;
}

/** Of the responses at this URL and beside it. No URL begins with a space. */
function leaderKeyOf({ url = '', headers }: IncomingMessage): string {
  return ` ${url.slice(0, url.lastIndexOf('/'))} ${headers.authorization ?? ''}`;
}

/** The last segment of a URL without a query, decoded and composed as the framework does; null if it is not simple. */
function lastSegment(url = ''): string | null {
  const segment = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)).normalize('NFC');
  return simpleSegment.test(segment) ? segment : null;
}

function describe(request: FastifyRequest, reply: FastifyReply, keep: Keep, body: Buffer): Kept {
  const { until, makeBody, isEncodable, readBeside, languageOf } = keep;
  const { ctx } = request;
  const now = ctx.now().getTime();
  const { etag, ...others } = reply.getHeaders();
  const lasting = Object.entries(others).filter(([name]) => !perRequest.includes(name) && name !== 'content-length');
  const isShared = ctx.actor.kind === 'visitor' && readBeside !== null;
  const own = lasting.filter(([name]) => isShared && ownHeaders.includes(name));
  const commonHeaders = lasting
    .filter((header) => !own.includes(header))
    .flatMap(([name, value]) => [name, String(value)]);
  const ownTexts = [...own, ...(etag === undefined ? [] : [['etag', etag]])].flat().map(String);
  const headers = [...commonHeaders, ...ownTexts];
  const isChosen = !isEncodable && /accept-encoding/i.test(String(reply.getHeader('vary')));
  return {
    until: Math.min(until, request.expiresAt, now + maxAgeMs),
    etag: etag === undefined ? null : String(etag),
    headers,
    commonHeaders,
    bodyOf: makeBody ?? (() => body),
    ...(isEncodable ? encodingsOf(headers, body) : { encoded: null, bytes: body.length }),
    encodings: isChosen ? request.headers['accept-encoding'] : null,
    caller: ctx.actor.kind === 'visitor' ? null : callerOf(request),
    actor: ctx.actor.id,
    route: request.routeOptions.url,
    ...{ readBeside, languageOf },
    language: languageOf?.(request.headers['accept-language']) ?? null,
  };
}

/** `headers` end with the ETag. Compressed bodies are counted in advance: they take up to half of the bytes. */
function encodingsOf(headers: string[], body: Buffer): Pick<Kept, 'encoded' | 'bytes'> {
  if (!isWorthEncoding(body)) return { encoded: null, bytes: body.length };
  const made = new Map<Encoding, Promise<Encoded>>();
  const make = async (encoding: Encoding): Promise<Encoded> => {
    const etag = encodedTag(headers.at(-1) ?? '', encoding);
    return {
      headers: [...headers.slice(0, -1), etag, 'content-encoding', encoding],
      body: await encode(body, encoding),
    };
  };
  return {
    bytes: body.length * 1.5,
    encoded(encoding) {
      const encoded = made.get(encoding) ?? make(encoding);
      made.set(encoding, encoded);
      return encoded;
    },
  };
}
