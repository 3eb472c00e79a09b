// A page with a heading and a few sentences, for visitors of a URL that has nothing else to show.

import type { FastifyReply } from 'fastify';
import type { Language } from '../languages/language.ts';
import { type Html, html } from '../lib/html.ts';
import { inlineSource } from './headers.ts';

const style = `:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem;overflow-wrap:anywhere}h1{line-height:1.2}button{font:inherit;padding:.5rem 1.25rem}img{display:block;max-width:min(14rem,100%);max-height:3.5rem}`;
const policy = `default-src 'none'; img-src 'self'; style-src ${inlineSource(style)}; base-uri 'none'; frame-ancestors 'none'`;

export type MessagePage = {
  /** What browsers prefer has a say in it. English if absent. */
  language?: Language;
  title: string;
  site: string;
  /** On our own origin. */
  logoUrl?: string | null;
  paragraphs: readonly string[];
  /** Sends a POST to this URL, without a script. */
  button?: { label: string; url: string };
};

export function sendMessagePage(reply: FastifyReply, status: number, page: MessagePage): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'content-language': page.language?.code ?? 'en',
      ...(page.language && { vary: 'accept-language' }),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .serializer((markup: string) => markup)
    .send(render(page));
}

function render({ language, title, site, logoUrl = null, paragraphs, button }: MessagePage): string {
  const logo = logoUrl === null ? html`` : html`<img src="${logoUrl}" alt="${site}">`;
  const body: Html = html`<body><main>${logo}<h1>${title}</h1>
${paragraphs.map(
  (text) => html`<p>${text}</p>
`,
)}${button && html`<form method="post" action="${button.url}"><button>${button.label}</button></form>`}</main></body>`;
  return `<!doctype html>
<html lang="${language?.code ?? 'en'}" dir="${language?.direction ?? 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${html`<title>${title} · ${site}</title>`.markup}<style>${style}</style></head>
${body.markup}
</html>
`;
}
