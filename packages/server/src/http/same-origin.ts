// Where a request comes from: our own pages, or somewhere else (Fetch Metadata, and Origin where it is absent).

import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { fail } from '../errors.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Whether the browser reaches us by https, as far as configuration and trusted proxies tell. */
export function isSecure(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): boolean {
  return request.protocol === 'https' || config.publicUrl?.startsWith('https:') === true;
}

/** Throws cross_origin for a request that a browser says comes from another site. Programs say nothing. */
export function refuseForeignOrigin(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): void {
  if (judgeOrigin(request, config) === 'foreign') throw fail('cross_origin');
}

/**
 * Whether a request that carries a cookie was made by our own pages: it changes nothing, or it proves its origin and
 * is one that no plain form of another site can send (JSON or multipart, with a header of our own).
 */
export function isFromOurPages(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): boolean {
  if (safeMethods.includes(request.method)) return true;
  return (
    judgeOrigin(request, config) === 'own' &&
    request.headers['x-frontdesk-client'] !== undefined &&
    /^(application\/([\w.-]+\+)?json|multipart\/form-data)\b|^$/i.test(request.headers['content-type'] ?? '')
  );
}

function judgeOrigin(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): 'own' | 'foreign' | 'unknown' {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  const { origin } = request.headers;
  if (origin === undefined) return 'unknown';
  const own = [config.publicUrl, `${request.protocol}://${request.host}`];
  return own.includes(origin) ? 'own' : 'foreign';
}
