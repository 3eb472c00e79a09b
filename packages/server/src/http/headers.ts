// Headers with rules of their own: `Accept` is read, `Content-Disposition` written, `Host` counted.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import Negotiator from 'negotiator';
import type { App } from './typed-app.ts';

/** Whether `Accept` names `type` and prefers it to JSON (RFC 9110, section 12.5.1). A wildcard counts as no preference. */
export function prefers(accept: string | undefined, type: 'text/html' | 'text/csv' | 'text/event-stream'): boolean {
  if (accept === undefined) return false;
  const qualities = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name) qualities.set(name, Number(quality) || 0);
  }
  const quality = qualities.get(type) ?? 0;
  return quality > 0 && quality >= (qualities.get('application/json') ?? 0);
}

/** The one of these types that `Accept` prefers, the first one if it does not matter; null if it accepts none of them. */
export function acceptedType<Name extends string>(accept: string, offered: readonly Name[]): Name | null {
  const [type] = new Negotiator({ headers: { accept } }).mediaTypes([...offered]);
  return (type as Name | undefined) ?? null;
}

/** Makes browsers download a file, or show it if it is `inline`: `Content-Disposition` with the name in ASCII for old clients and in full for all others (RFC 6266, RFC 8187). */
export function attachmentHeader(name: string, way: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${way}; filename="${ascii}"; filename*=UTF-8''${full}`;
}

/** How often the request has a `Host` header. Node keeps the first, where a proxy may have used another. */
export function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** What a policy (CSP) calls a style or a script that is part of the page. */
export function inlineSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

// CORS: pages of other sites may use the API, with a bearer token or for public routes. Cookies never count there
// (browser-session.ts): browsers do not combine `*` with credentials (Fetch standard).

const shared: FastifyCorsOptions = {
  origin: '*',
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
  allowedHeaders: 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id',
  exposedHeaders:
    'Location, ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, Allow, Content-Disposition',
  maxAge: 86_400,
  strictPreflight: false,
};

/** Opens every path below `prefix` to other origins, and responds to their preflights. */
export async function shareAcrossOrigins(app: App, prefix: string): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) => {
      const preflight = request.headers['access-control-request-method'] !== undefined;
      done(null, request.url.startsWith(`${prefix}/`) ? { ...shared, preflight } : { origin: false });
    },
  });
}
