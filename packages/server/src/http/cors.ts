// CORS: pages of other sites may use the API, with a bearer token or for public routes. Cookies never count there
// (browser-session.ts): browsers do not combine `*` with credentials (Fetch standard).

import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { App } from './typed-app.ts';

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
