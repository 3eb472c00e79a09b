// Previews over HTTP: links to drafts that expire, and a simple page for types that say no URL of their own.
// `GET /content/:type/:id?preview=<token>` reads what they show (items.routes.ts).

import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { routesOf } from '../../http/describe-route.ts';
import { sendMessagePage } from '../../http/message-page.ts';
import { bodyOf, nullable, Time } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { fail, Problem } from '../../lib/errors.ts';
import { type Html, html } from '../../lib/html.ts';
import { readSettings } from '../../settings/settings.ts';
import { siteDefaults } from '../../settings/site.ts';
import { type SiteFormats, siteFormats } from '../../settings/site-formats.ts';
import { findItem } from '../model/find-item.ts';
import type { WholeItem } from '../model/item-json.ts';
import { previewUrlOfItem } from '../types/item-urls.ts';
import { getPostType } from '../types/post-types.ts';
import { ItemParams } from './item-requests.ts';
import { makePreviewToken, readPreviewToken, viewPreview } from './view-preview.ts';

// The page that shows an item whose type has no `previewUrl`: its title and its content, in a sandbox without scripts.
const style = `:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}
header{font-size:.875rem;border-bottom:1px solid;padding-bottom:.75rem;margin-bottom:2rem}h1{line-height:1.2}img,video{max-width:100%;height:auto}pre,table{display:block;overflow-x:auto}`;

/** Whatever the content is, it runs no script, sends no form and belongs to no origin. */
const previewPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src * data:',
  'media-src *',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups',
].join('; ');

type Shown = Pick<WholeItem, 'title' | 'content' | 'authorName'>;

function previewPage({ title, content, authorName }: Shown, expiresAt: string, formats: SiteFormats): string {
  const shownTitle = title === '' ? 'Without a title' : title;
  const stored: Html = { markup: content };
  const until = formats.time(expiresAt);
  const head = html`<title>${shownTitle} · Preview</title>`;
  const body = html`<header>Preview: not what is published. This link works until <time datetime="${expiresAt}">${until}</time>.</header>
<main><h1>${shownTitle}</h1>
${authorName !== null && html`<p>${authorName}</p>`}
<article>${stored}</article></main>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${head.markup}<style>${style}</style></head>
<body>${body.markup}</body>
</html>
`;
}

const daySeconds = 86_400;
const maxDays = 30;
const defaultDays = 7;

const PreviewBody = nullable(
  bodyOf(
    {
      expiresInSeconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: maxDays * daySeconds,
          default: defaultDays * daySeconds,
          description: 'Seconds',
        }),
      ),
    },
    { title: 'PreviewBody', description: 'How long the link works', examples: [{ expiresInSeconds: 3600 }] },
  ),
);
const Preview = Type.Object(
  {
    url: Type.String({ description: 'From `previewUrl` of the type, or else a simple page of the service' }),
    token: Type.String({ description: 'For `GET /content/:type/:id?preview=<token>`' }),
    expiresAt: Time,
  },
  { title: 'Preview', description: 'A link with which anyone can read the draft of an item until it expires' },
);
const describe = routesOf('Content');

export function previewsRoutes(app: App): void {
  app.post(
    '/content/:type/:id/preview',
    describe('content:write', 'createPreview', 'Create a link to the draft of an item', {
      description:
        'The link shows the item with its draft, as it is at that time. It ends when it expires, when the item is deleted, and with another secret key of the service. While the item is in the trash, it shows nothing.',
      params: ItemParams,
      config: { limited: 'type' },
      body: PreviewBody,
      200: Preview,
    }),
    async ({ ctx, params, body }) => {
      const type = await getPostType(ctx, params.type);
      const item = await findItem(ctx, type.name, params.id);
      if (item.status === 'trash') throw fail('conflict', 'Restore the item from the trash first');
      const { token, expiresAt } = makePreviewToken(ctx, item.id, body?.expiresInSeconds ?? defaultDays * daySeconds);
      const ownPage = `${ctx.publicUrl() ?? ''}/preview/${type.name}/${item.id}?link=${token}`;
      return { url: previewUrlOfItem(type, item, token) ?? ownPage, token, expiresAt };
    },
  );
}

const pageSchema = {
  hide: true,
  params: Type.Object({ type: Type.String({ maxLength: 50 }), id: Type.String({ maxLength: 200 }) }),
  querystring: Type.Object({ link: Type.Optional(Type.String({ maxLength: 1000 })) }),
};

/** The page at the origin. */
export function previewPageRoutes(app: App): void {
  app.get(
    '/preview/:type/:id',
    {
      config: { access: 'public' },
      schema: pageSchema,
      errorHandler: (error, _request, reply) => {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        sendMessagePage(reply.header('x-robots-tag', 'noindex'), error.status, noPreview);
      },
    },
    async ({ ctx, params, query }, reply) => {
      const token = query.link ?? '';
      const { expiresAt } = readPreviewToken(ctx, token);
      const item = await viewPreview(ctx, params.type, params.id, token);
      const { locale, timeZone } = siteDefaults;
      const formats = siteFormats(await readSettings(ctx, { locale, timeZone }));
      return sendPage(reply, previewPage(item, expiresAt, formats));
    },
  );
}

const noPreview = {
  title: 'No preview',
  site: 'Frontdesk',
  paragraphs: ['This link has expired, or the item was deleted. Ask for a new link.'],
};

function sendPage(reply: FastifyReply, markup: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': previewPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    .serializer((text: string) => text)
    .send(markup);
}
