// The API reference as a page. The browser renders it from the OpenAPI document; nothing is loaded from other hosts.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type {} from '@fastify/swagger';
import type { Context } from '../context/context.ts';
import { once } from '../lib/once.ts';
import { NotModified, sendTagged } from './conditional.ts';
import { routesOf } from './describe-route.ts';
import { sendFile } from './static-files.ts';
import type { App } from './typed-app.ts';

const prefix = '/api/docs';

/** Swagger UI's colors, darkened until text on and in them can be read, and its small buttons, which grew under the mouse only. */
const style = `
body { margin: 0 }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small { background: #4b5563 }
.swagger-ui .info .title small.version-stamp { background: #3d6600 }
.swagger-ui .info .title small pre { color: #fff }
.swagger-ui .info .link, .swagger-ui .info a, .swagger-ui .info .url { color: #1d5fa8 }
.swagger-ui .btn.authorize { color: #1a7348; border-color: #1a7348 }
.swagger-ui .btn.authorize svg { fill: #1a7348 }
.swagger-ui .btn.cancel { color: #b42318; border-color: #b42318 }
.swagger-ui .btn.execute { background-color: #1d5fa8; border-color: #1d5fa8 }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d5fa8 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7348 }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5300 }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6e6e }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b42318 }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard { width: 26px; margin: 0 5px; transition: none }
.swagger-ui .view-line-link.copy-to-clipboard button, .swagger-ui .authorization__btn { min-width: 26px; min-height: 26px }
.swagger-ui .parameter__in { color: #555 }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: #6b0bbf }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9d9d !important }
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Frontdesk API</title>
<link rel="icon" href="${prefix}/favicon-32x32.png">
<link rel="stylesheet" href="${prefix}/swagger-ui.css">
<style>${style}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. You can read the OpenAPI document instead: <a href="/api/v1/openapi.json">openapi.json</a></noscript>
<script src="${prefix}/swagger-ui-bundle.js"></script>
<script src="${prefix}/start.js"></script>
</body>
</html>
`;

/** Names controls and orders headings as Swagger UI renders them. */
const labelScript = `
const reference = document.getElementById('reference');
const each = (selector, change) => reference.querySelectorAll(selector).forEach(change);
const name = (selector, text) => each(selector, (element) => element.setAttribute('aria-label', text));
function label() {
  each('h3, h4, h5', (heading) => heading.setAttribute('aria-level', Number(heading.tagName[1]) - 1));
  each('button a[href]', (link) => link.removeAttribute('href'));
  each('table[role=region]', (table) => table.removeAttribute('role'));
  each('pre.microlight', (example) => example.setAttribute('tabindex', '0'));
  each('.modal-ux button.authorize', (button) => button.removeAttribute('aria-label'));
  each('tr[data-param-name] :is(input, select, textarea)', (control) =>
    control.setAttribute('aria-label', control.closest('tr').dataset.paramName));
  each('.information-container, .scheme-container', (part) => part.setAttribute('role', 'region'));
  name('.information-container', 'About this API');
  name('.scheme-container', 'Server and authorization');
  name('#servers', 'Server');
  name('.close-modal', 'Close');
  name('.body-param textarea', 'Request body');
}
new MutationObserver(label).observe(reference, { childList: true, subtree: true });
`;

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

// The OpenAPI 3.1 document, read on the first request.

type Documents = {
  /** The document of the service, which is the same for every site. */
  describe(): Promise<object>;
  /** Adds the content types and forms of this site that the caller may see. */
  describeSite(ctx: Context, document: object): Promise<object>;
};

const describe = routesOf('Service');

export function openapiRoutes(app: App, documents: Documents): void {
  const readDocument = once(() => documents.describe());
  app.get(
    '/openapi.json',
    describe('public', 'getDocument', 'Get this document; with a token it includes the types and forms of this site', {
      security: [{}, { token: [] }],
      200: {
        description: 'OpenAPI 3.1',
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      },
      304: NotModified,
    }),
    async (request, reply) => {
      const base = await readDocument();
      const isVisitor = request.ctx.actor.kind === 'visitor';
      const whole = isVisitor ? base : await documents.describeSite(request.ctx, base);
      return sendTagged(request, reply, JSON.stringify(whole));
    },
  );
}
