// The icon that browsers ask for on pages that name none: the logo of the site, or else the icon of the admin.

// Adds `hide` to the schemas of routes.
import type {} from '@fastify/swagger';
import { builtFolder } from '../http/admin.routes.ts';
import { sendFile } from '../http/static-files.ts';
import type { App } from '../http/typed-app.ts';
import { findPublicPictures } from './public-pictures.ts';
import { readSetting } from './settings.ts';

const cacheControl = 'public, max-age=3600';

/** `folder` is the output of the admin's build. */
export function faviconRoutes(app: App, folder = builtFolder): void {
  app.get('/favicon.ico', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const logo = await readSetting<string | null>(request.ctx, 'logo');
    const pictures = await findPublicPictures(request.ctx, logo === null ? [] : [logo], { name: 'icon', width: 160 });
    const [picture] = pictures.values();
    if (picture && 'url' in picture) return reply.header('cache-control', cacheControl).redirect(picture.url, 302);
    return sendFile(request, reply, { folder, name: 'favicon.svg', cacheControl });
  });
}
