// The API reference as a page. The browser renders it from the OpenAPI document; nothing is loaded from other hosts.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { labelScript, page } from './docs-page.ts';
import type { App } from './typed-app.ts';

const prefix = '/api/docs';
const options = { config: { access: 'public' }, schema: { hide: true } } as const;
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

export async function docsRoutes(app: App, documentUrl: string): Promise<void> {
  const root = path.join(path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
  const start = startScript(documentUrl);
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root, serve: false });

    scope.get(prefix, options, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-cache',
          'content-security-policy': contentSecurityPolicy,
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
        })
        .send(page),
    );
    scope.get(`${prefix}/start.js`, options, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(start),
    );
    for (const asset of assets) {
      scope.get(`${prefix}/${asset}`, options, async (_request, reply) => reply.sendFile(asset, { maxAge: '1d' }));
    }
  });
}

// Swagger UI sets style attributes.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The header marks requests as ours, so that users signed in to the admin can try them here. */
function startScript(documentUrl: string): string {
  return `SwaggerUIBundle({
  url: ${JSON.stringify(documentUrl)},
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers['X-Frontdesk-Client'] = 'reference';
    return request;
  },
});
${labelScript}`;
}
