// One response that is kept to be sent again (kept-responses.ts): its bytes, and what the framework decided.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller.ts';
import { type Encoding, encode, encodedTag, isWorthEncoding } from './encodings.ts';

/** How the response to a request is kept. */
export type Keep = {
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

export type Kept = {
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
export const maxAgeMs = 30_000;
/** Headers of responses that belong to one request. */
const perRequest = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'date', 'connection', 'keep-alive'];

/** The response to this request. */
export function keptResponse(request: FastifyRequest, reply: FastifyReply, keep: Keep, body: Buffer): Kept {
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
export function headersIn({ headers, etag }: Kept, encoding: Encoding | null): string[] {
  const all = [...headers];
  if (etag !== null) all.push('etag', encoding ? encodedTag(etag, encoding) : etag);
  if (encoding) all.push('content-encoding', encoding);
  return all;
}
