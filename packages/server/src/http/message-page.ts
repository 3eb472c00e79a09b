// A page with a heading and a few sentences, for visitors of a URL that has nothing else to show.

import type { FastifyReply } from 'fastify';
import type { Language } from '../languages/language.ts';
import { type Html, html } from '../lib/html.ts';
import { inlineSource } from './headers.ts';

/** Like the pages of forms and of the checkout, which people come from. */
const style = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #ffffff; --ink: #16202c; --line: #cfd6de; --accent: #1f5fd0; --on-accent: #ffffff }
@media (prefers-color-scheme: dark) {
  :root { --ground: #10151b; --card: #1a2129; --ink: #eef2f6; --line: #313c48; --accent: #8ab4ff; --on-accent: #0b1a33 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--card); color: var(--ink); font: 1.125rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1.5rem }
img { display: block; max-width: min(14rem, 100%); max-height: 3.5rem; margin-bottom: 1.5rem }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2 }
p { margin: 0 0 .75rem }
p:last-child { margin-bottom: 0 }
form { margin-top: 1.5rem }
button { font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: .6rem; padding: .65rem 1.5rem; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media (min-width: 40rem) {
  body { background: var(--ground); padding: 12vh 1rem 2rem }
  main { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 2.5rem }
}
`;
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
