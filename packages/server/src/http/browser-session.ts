// The session of a browser: its cookie, that of a known device, and whether a request comes from our own pages or from another site (Fetch
// Metadata, or Origin if it is absent). Over https the cookie's name has the `__Host-` prefix, which ties it to this host.

import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../lib/errors.ts';

const daySeconds = 86_400;

const cookies = {
  session: { name: 'frontdesk', maxAge: 90 * daySeconds },
  device: { name: 'frontdesk-device', maxAge: 365 * daySeconds },
  browser: { name: 'frontdesk-browser', maxAge: daySeconds },
};

export function readSessionCookie(request: FastifyRequest): string | null {
  return readCookie(request, 'session');
}

/** Sets the cookie, or removes it if `token` is null. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string | null): void {
  setCookie(request, reply, 'session', token);
}

/** See accounts/sessions.ts. */
export function readDeviceCookie(request: FastifyRequest): string | null {
  return readCookie(request, 'device');
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  setCookie(request, reply, 'device', value);
}

/** What tells this browser from others while someone signs in with a passkey (accounts/challenges.ts). */
export function readBrowserCookie(request: FastifyRequest): string | null {
  return readCookie(request, 'browser');
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  setCookie(request, reply, 'browser', value);
}

function readCookie(request: FastifyRequest, kind: keyof typeof cookies): string | null {
  return request.cookies[nameOf(kind, isSecure(request))] || null;
}

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: keyof typeof cookies,
  value: string | null,
): void {
  const secure = isSecure(request);
  reply.setCookie(nameOf(kind, secure), value ?? '', {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'lax',
    maxAge: value === null ? 0 : cookies[kind].maxAge,
  });
  reply.header('cache-control', 'no-store');
}

function nameOf(kind: keyof typeof cookies, secure: boolean): string {
  return `${secure ? '__Host-' : ''}${cookies[kind].name}`;
}

/** The browser and IP address of a sign-in, to recognize it in the list of sessions. */
export function clientOf(request: FastifyRequest): { userAgent: string | null; ip: string | null } {
  return { userAgent: request.headers['user-agent']?.slice(0, 400) ?? null, ip: request.ip };
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Whether the browser uses https, according to the configuration and trusted proxies. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.ctx.publicUrl()?.startsWith('https:') === true;
}

/** Throws cross_origin if the browser says that the request comes from another site. Other clients do not say. */
export function requireSameOrigin(request: FastifyRequest): void {
  if (classifyOrigin(request) === 'foreign') throw fail('cross_origin');
}

/**
 * Whether a request with a cookie can be trusted to come from our own pages: it changes nothing, or it has our origin
 * and could not have been sent by an HTML form of another site (JSON or multipart, with a header of our own).
 */
export function isFromOurPages(request: FastifyRequest): boolean {
  if (safeMethods.includes(request.method)) return true;
  return (
    classifyOrigin(request) === 'own' &&
    request.headers['x-frontdesk-client'] !== undefined &&
    /^(application\/([\w.-]+\+)?json|multipart\/form-data)\b|^$/i.test(request.headers['content-type'] ?? '')
  );
}

function classifyOrigin(request: FastifyRequest): 'own' | 'foreign' | 'unknown' {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  const { origin } = request.headers;
  if (origin === undefined) return 'unknown';
  const own = [request.ctx.publicUrl(), `${request.protocol}://${request.host}`];
  return own.includes(origin) ? 'own' : 'foreign';
}
