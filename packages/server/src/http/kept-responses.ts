// Responses that are sent again without passing through routing, hooks and handlers: to the same URL with the same
// token, while nothing has been committed since. The first request went through all of them, and what they decided
// depends on the URL, the token, the database and the time only. Rates are limited here as well.
//
// A *leader* is a response whose route can also read what is beside it: the same URL with another last segment. What the
// framework decided for the leader holds for these too, so that they need not pass through it either (decision 0005).
//
// What is kept is written to the sockets at the end of a turn of the event loop (decision 0005).

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Context } from '../context/context.ts';
import { atEndOfTurn } from '../lib/end-of-turn.ts';
import { type RecentBytes, recentBytes } from '../lib/recent-bytes.ts';
import { limitedVisitor } from './caller.ts';
import { isKnown, sendTagged } from './conditional.ts';
import { type Encoding, encodedTag, preferredEncoding } from './encodings.ts';
import { useBareAddresses } from './forwarded-addresses.ts';
import { countHosts } from './headers.ts';
import {
  encodedBody,
  headersFor,
  headersIn,
  type Keep,
  type Kept,
  keptResponse,
  plainBody,
  type Readable,
  type ReadBeside,
  renew,
  responseBeside,
  timeUntil,
} from './kept-response.ts';
import { loggedPath } from './logged-path.ts';
import type { RateLimits } from './rate-limit.ts';
import { requestId } from './server.ts';
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

/** What a response costs besides its body and its key. */
const overheadBytes = 512;

/** What slugs and IDs are made of. The framework sees every other segment. */
const simpleSegment = /^[\p{L}\p{N}\p{M}._-]{1,200}$/u;

export function serveKeptResponses(
  app: App,
  context: Context,
  limits: RateLimits | null,
  { cacheBytes, cdnSeconds, trustProxy }: Pick<Config, 'cacheBytes' | 'cdnSeconds' | 'trustProxy'>,
): void {
  /** All of the same stamp: with the next one, they give their memory back. */
  let kept: RecentBytes<Kept> = recentBytes(cacheBytes);
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
    kept = recentBytes(cacheBytes);
    keptStamp = request.firstStamp;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.keep || request.method !== 'GET' || reply.statusCode !== 200) return;
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    const response = keptResponse(request, reply, reply.keep, body);
    const keep = (key: string): void => kept.set(key, response, body.length + overheadBytes);
    if (isPlain(request.raw) && request.firstStamp === keptStamp) {
      keep(keyOf(request.raw));
      if (response.language !== null) keep(languageKeyOf(request.raw, response.language));
      if (response.decided.readBeside && lastSegment(request.url) !== null) {
        const leader = kept.get(leaderKeyOf(request.raw));
        if (leader) renew(leader, response);
        keep(leaderKeyOf(request.raw));
      }
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
    const sendAtEnd = (found: Kept): void => atEndOfTurn(() => void send(found, request, response).catch(serve));
    if (found && isCurrent(found) && isFor(found, request)) return sendAtEnd(found);
    const leader = kept.get(leaderKeyOf(request));
    if (!leader || !isCurrent(leader)) return serve();
    readBeside(leader, request).then(sendAtEnd, serve);
  });

  /** If the response depends on the language, the URL has the one that was sent last. */
  function findKept(request: IncomingMessage): Kept | undefined {
    const found = kept.get(keyOf(request));
    const languageOf = found?.decided.languageOf;
    if (!languageOf) return found;
    const language = languageOf(request.headers['accept-language']);
    return language === found.language ? found : kept.get(languageKeyOf(request, language));
  }

  function isCurrent({ until, decided }: Kept): boolean {
    const now = context.now().getTime();
    return keptStamp === context.stamp() && until > now && decided.until > now;
  }

  /** Rejects if the framework must see the request. */
  async function readBeside(leader: Kept, request: IncomingMessage): Promise<Kept> {
    const stamp = keptStamp;
    const segment = lastSegment(request.url);
    const { readBeside } = leader.decided;
    if (segment === null || !readBeside) throw new Error('Not a simple segment');
    const readable = await readBeside(segment);
    const beside = responseBeside(leader, readable, { cdnSeconds, now: context.now() });
    if (stamp === keptStamp) kept.set(keyOf(request), beside, readable.body.length + overheadBytes);
    return beside;
  }

  /** Compressed bodies are kept as well. */
  function bodyIn(found: Kept, encoding: Encoding, request: IncomingMessage): Promise<Buffer> {
    return encodedBody(found, encoding, (bytes) => kept.grow(keyOf(request), found, bytes + overheadBytes));
  }

  async function send(found: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const { caller, actor, route } = found.decided;
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

/** Of the responses at this URL and beside it. No URL begins with a space. */
function leaderKeyOf({ url = '', headers }: IncomingMessage): string {
  return ` ${url.slice(0, url.lastIndexOf('/'))} ${headers.authorization ?? ''}`;
}

/** The last segment of a URL without a query, decoded and composed as the framework does; null if it is not simple. */
function lastSegment(url = ''): string | null {
  // There may be a slash in the query.
  if (url.includes('?')) return null;
  const segment = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)).normalize('NFC');
  return simpleSegment.test(segment) ? segment : null;
}
