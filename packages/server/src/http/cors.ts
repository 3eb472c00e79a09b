// CORS: pages of other sites may use the API, with a bearer token or for public routes. Cookies never count there
// (same-origin.ts): browsers do not combine `*` with credentials (Fetch standard).

import type { App } from './typed-app.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const requestHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';
const exposedHeaders =
  'Location, ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, Allow, Content-Disposition';

/** Opens every path below `prefix` to other origins, and responds to their preflights. */
export function shareAcrossOrigins(app: App, prefix: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${prefix}/`)) return;
    reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', exposedHeaders);
      return;
    }
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': '86400',
      })
      .send();
  });
}
