// The API reference as a page. The browser renders it from the OpenAPI document; nothing is loaded from other hosts.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
// Adds `hide` to the schemas of routes.
import type {} from '@fastify/swagger';
import { labelScript, page } from './docs-page.ts';
import { sendFile } from './static-files.ts';
import type { App } from './typed-app.ts';

const prefix = '/api/docs';
const options = { config: { access: 'public' }, schema: { hide: true } } as const;
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

export function docsRoutes(app: App, documentUrl: string): void {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
  const start = startScript(documentUrl);
  app.get(prefix, options, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        // Requests can be tried here with the session of the admin.
        'cross-origin-opener-policy': 'same-origin',
      })
      .send(page),
  );
  app.get(`${prefix}/start.js`, options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(start),
  );
  for (const name of assets) {
    app.get(`${prefix}/${name}`, options, async (request, reply) =>
      sendFile(request, reply, { folder, name, cacheControl: 'public, max-age=86400' }),
    );
  }
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
