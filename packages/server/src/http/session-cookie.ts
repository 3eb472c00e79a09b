// The session cookie. Over https its name has the `__Host-` prefix, which ties it to this host.

import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './same-origin.ts';

const maxAgeSeconds = 90 * 86_400;

export function readSessionCookie(request: FastifyRequest): string | null {
  return request.cookies[nameOf(isSecure(request))] || null;
}

/** Sets the cookie, or removes it if `token` is null. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string | null): void {
  const secure = isSecure(request);
  reply.setCookie(nameOf(secure), token ?? '', {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'lax',
    maxAge: token === null ? 0 : maxAgeSeconds,
  });
  reply.header('cache-control', 'no-store');
}

function nameOf(secure: boolean): string {
  return secure ? '__Host-frontdesk' : 'frontdesk';
}

/** The browser and IP address of a sign-in, to recognize it in the list of sessions. */
export function clientOf(request: FastifyRequest): { userAgent: string | null; ip: string | null } {
  return { userAgent: request.headers['user-agent']?.slice(0, 400) ?? null, ip: request.ip };
}
