// Whether a request comes from our own pages or from another site (Fetch Metadata, or Origin if it is absent).

import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';

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
