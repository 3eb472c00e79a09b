// One response that is kept to be sent again (kept-responses.ts): the bytes of its own, and what the framework decided.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller.ts';
import { type Encoding, encode, encodedTag, isWorthEncoding } from './encodings.ts';
import { ownHeaders, type Shared, sharedHeaders } from './shared-caching.ts';

/** How the response to a request is kept. */
export type Keep = {
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
export type Readable = { body: Buffer; etag: string; until: string | null; shared?: Shared };
/** Reads what is at the same URL with another last segment, given decoded and composed. Rejects what it cannot read. */
export type ReadBeside = (segment: string) => Promise<Readable>;

/**
 * What the framework decided. All that is beside the response share it, thousands perhaps, and what it decides next (`renew`)
 * holds for all of them.
 */
type Decided = {
  /** Names and values in turn. */
  headers: string[];
  /** In milliseconds. */
  until: number;
  /** Null for visitors, who are told apart by their addresses. */
  caller: string | null;
  actor: string;
  route: string | undefined;
  readBeside: ReadBeside | null;
  languageOf: LanguageOf | null;
};

export type Kept = {
  decided: Decided;
  /** In milliseconds. */
  until: number;
  etag: string | null;
  /** Besides those that were decided, and the ETag. */
  ownHeaders: string[];
  body: Buffer | (() => Buffer);
  isEncodable: boolean;
  /** The body in each encoding that was asked for, made once. */
  encoded: Map<Encoding, Promise<Buffer>> | null;
  /** The `Accept-Encoding` that it was chosen for, if it depends on that; otherwise null. */
  chosenFor: string | undefined | null;
  /** The one that it is in; null if there is no choice. */
  language: string | null;
};

/** After this time the guard sees the token again, and records its use. */
const maxAgeMs = 30_000;
/** Headers of responses that belong to one request. */
const perRequest = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'date', 'connection', 'keep-alive'];
const none: string[] = [];

/** The response to this request. */
export function keptResponse(request: FastifyRequest, reply: FastifyReply, keep: Keep, body: Buffer): Kept {
  const { makeBody, isEncodable, readBeside, languageOf } = keep;
  const { ctx, headers } = request;
  const now = ctx.now().getTime();
  const { etag, ...others } = reply.getHeaders();
  const lasting = Object.entries(others).filter(([name]) => !perRequest.includes(name) && name !== 'content-length');
  const isShared = ctx.actor.kind === 'visitor' && readBeside !== null;
  const isOwn = ([name]: [string, unknown]): boolean => isShared && ownHeaders.includes(name);
  const isChosen = !isEncodable && /accept-encoding/i.test(String(reply.getHeader('vary')));
  return {
    decided: {
      headers: lasting.filter((header) => !isOwn(header)).flatMap(([name, value]) => [name, String(value)]),
      until: Math.min(request.expiresAt, now + maxAgeMs),
      caller: ctx.actor.kind === 'visitor' ? null : callerOf(request),
      actor: ctx.actor.id,
      route: request.routeOptions.url,
      // Nothing is beside a URL with a query, and the function would keep its request.
      readBeside: request.url.includes('?') ? null : readBeside,
      languageOf,
    },
    until: boundedUntil(keep.until, now),
    etag: etag === undefined ? null : String(etag),
    ownHeaders: lasting.filter(isOwn).flatMap(([name, value]) => [name, String(value)]),
    body: makeBody ?? body,
    isEncodable: isEncodable && isWorthEncoding(body),
    encoded: null,
    chosenFor: isChosen ? headers['accept-encoding'] : null,
    language: languageOf?.(headers['accept-language']) ?? null,
  };
}

/** What was read beside another response. */
export function responseBeside(
  { decided }: Kept,
  readable: Readable,
  { cdnSeconds, now }: { cdnSeconds: number; now: Date },
): Kept {
  const { body, etag, until } = readable;
  return {
    decided,
    until: boundedUntil(timeUntil(until), now.getTime()),
    etag,
    ownHeaders: decided.caller === null ? headersFor(readable, { cdnSeconds, now }).flat() : none,
    body,
    isEncodable: isWorthEncoding(body),
    encoded: null,
    chosenFor: null,
    language: null,
  };
}

export function headersFor(
  readable: Readable,
  { cdnSeconds, now }: { cdnSeconds: number; now: Date },
): [string, string][] {
  return readable.shared ? sharedHeaders(readable, readable.shared, { cdnSeconds, now, keptMs: maxAgeMs }) : [];
}

/** What may be sent until then says in its headers how long others may keep it, and is right about it for `maxAgeMs`. */
function boundedUntil(until: number, now: number): number {
  return until === Number.POSITIVE_INFINITY ? until : Math.min(until, now + maxAgeMs);
}

/** The framework has seen `response`: what it decided holds for all that was read beside `leader` as well. */
export function renew(leader: Kept, response: Kept): void {
  response.decided = Object.assign(leader.decided, response.decided);
}

/** In milliseconds. */
export function timeUntil(until: string | null): number {
  return until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
}

/** The body in an encoding, made once; `onMade` is called with its size. */
export async function encodedBody(kept: Kept, encoding: Encoding, onMade: (bytes: number) => void): Promise<Buffer> {
  kept.encoded ??= new Map();
  const known = kept.encoded.get(encoding);
  if (known) return known;
  const making = encode(plainBody(kept), encoding);
  kept.encoded.set(encoding, making);
  const made = await making;
  onMade(made.length);
  return made;
}

export function plainBody({ body }: Kept): Buffer {
  return typeof body === 'function' ? body() : body;
}

/** Names and values in turn, as the response is sent in this encoding. */
export function headersIn({ decided, ownHeaders, etag }: Kept, encoding: Encoding | null): string[] {
  const headers = [...decided.headers, ...ownHeaders];
  if (etag !== null) headers.push('etag', encoding ? encodedTag(etag, encoding) : etag);
  if (encoding) headers.push('content-encoding', encoding);
  return headers;
}
