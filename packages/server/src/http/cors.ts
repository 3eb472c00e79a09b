// Pages of other sites may use the API: with a bearer token, or for what is public. No cookie ever counts there
// (same-origin.ts), and the answers say so: `*` is never taken together with credentials (Fetch standard, CORS).

import type { App } from './typed-app.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const requestHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';
const answerHeaders =
  'Location, ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, Allow, Content-Disposition';

/** Opens everything below `prefix` to other origins, and answers their preflights. */
export function shareAcrossOrigins(app: App, prefix: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${prefix}/`)) return;
    reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', answerHeaders);
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
