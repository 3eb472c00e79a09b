// The page that shows an item whose type has no `previewUrl`: its title and its content, in a sandbox without scripts.

import { type Html, html } from '../../lib/html.ts';
import type { SiteFormats } from '../../settings/site-formats.ts';
import type { WholeItem } from '../model/item-json.ts';

const style = `:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}
header{font-size:.875rem;border-bottom:1px solid;padding-bottom:.75rem;margin-bottom:2rem}h1{line-height:1.2}img,video{max-width:100%;height:auto}pre,table{display:block;overflow-x:auto}`;

/** Whatever the content is, it runs no script, sends no form and belongs to no origin. */
export const previewPolicy = [
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

export function previewPage({ title, content, authorName }: Shown, expiresAt: string, formats: SiteFormats): string {
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
