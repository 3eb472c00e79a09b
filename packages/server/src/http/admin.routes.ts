// Serves the built admin. It is a single-page app, so every path below /admin that a browser opens gets the same page.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import { sendFile } from './static-files.ts';
import type { App } from './typed-app.ts';

export const builtFolder = path.resolve(import.meta.dirname, '../../../admin/dist');
const options = { config: { access: 'public' }, schema: { hide: true } } as const;

/** The build's placeholder for the nonce of each response (Vite: `html.cspNonce`). */
const noncePlaceholder = '__CSP_NONCE__';

/** Serves `/admin`, redirects `/` to it, and serves the script for forms on other sites. `folder` is the output of Vite's build. */
export function adminRoutes(app: App, folder = builtFolder): void {
  app.get('/', options, async (_request, reply) => reply.redirect('/admin', 302));
  app.get('/admin', options, async (_request, reply) => sendPage(reply, folder));
  app.get('/admin/*', options, async (request, reply) => {
    const name = (request.params as { '*': string })['*'];
    reply.header('referrer-policy', 'no-referrer').header('cross-origin-resource-policy', 'same-origin');
    // File names contain a hash of the content, so they can be cached forever.
    if (name.startsWith('assets/')) {
      return sendFile(request, reply, { folder, name, cacheControl: 'public, max-age=31536000, immutable' });
    }
    if (request.headers.accept?.includes('text/html')) return sendPage(reply, folder);
    return sendFile(request, reply, { folder, name, cacheControl: 'public, max-age=3600' });
  });
  app.get('/embed.js', options, async (request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    // Its URL is in the pages of other sites and stays the same.
    const cacheControl = 'public, max-age=86400, stale-while-revalidate=604800';
    return sendFile(request, reply, { folder, name: 'embed.js', cacheControl });
  });
}

async function sendPage(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const nonce = page?.includes(noncePlaceholder) ? randomBytes(16).toString('base64') : null;
  return reply
    .status(page === null ? 503 : 200)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce),
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    })
    .send(nonce === null ? (page ?? notBuilt) : page?.replaceAll(noncePlaceholder, nonce));
}

function contentSecurityPolicy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Rich text and charts use style attributes, which cannot carry a nonce.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The preview of a form is one of our own pages. The others are players of embeds, which are loaded on a click.
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://w.soundcloud.com",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>The admin has not been built</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }</style>
<h1>The admin has not been built</h1>
<p>The service is running, but the admin is missing. Start the service with <code>npm start</code>, which builds it,
or run <code>npx vite build packages/admin</code>. Then reload this page.</p>
</html>
`;
