// The form page in a frame on another site. The site's script (packages/admin/src/embed) grows the frame, and learns what
// has happened; it never learns answers. Neither needs cookies, which browsers block in such frames (decision 0064).

import { type Html, html } from '../../lib/html.ts';
import type { Form } from '../form/form.ts';
import { allowsOrigin } from '../form/origins.ts';

export type Embedding = {
  /** The page with the frame; null if it has no script of ours, or may not have one. */
  page: URL | null;
};

/** What has happened, for the site's script: `next` is where its page goes on to. */
export type EmbeddedEvent = { name: 'submitted' | 'paid'; submissionId: string; next?: string };

/** `embed` in the URL is that of the page with the frame, or empty. */
export function readEmbedding(form: Form, embed: string): Embedding {
  const url = URL.parse(embed);
  return { page: url && /^(https?|file):$/.test(url.protocol) && allowsOrigin(form, url.origin) ? url : null };
}

/**
 * Where a payer comes back to: the page with the frame, if the form names its site. Otherwise any page could use ours to
 * lead people on to it. `name` is what the page calls the form.
 */
export function urlsAfterPayment(form: Form, embedding: Embedding | null, name: string, submissionId: string) {
  const { page } = embedding ?? {};
  if (!page || !form.origins.includes(page.origin)) return null;
  const paidUrl = new URL(page);
  paidUrl.searchParams.set('frontdesk-paid', `${name}~${submissionId}`);
  return { successUrl: form.successUrl ?? paidUrl.href, cancelUrl: page.href };
}

/**
 * Sends the height whenever it changes, and once what has happened. In frames on other sites, browsers leave the focus on
 * the first fault to it.
 */
export const embeddedScript = `
const { target, ...message } = JSON.parse(document.body.dataset.embedded)
let once = message
new ResizeObserver(() => {
  const { height } = document.body.getBoundingClientRect()
  parent.postMessage({ frontdesk: 1, height, title: document.title, ...once }, target)
  once = {}
}).observe(document.body)
document.querySelector('[autofocus]')?.focus()
`;

/** The attribute of the body that the script reads, and the script; null without a page to send to. */
export function renderEmbedding(
  { page }: Embedding,
  event: EmbeddedEvent | null,
): { attribute: Html; script: Html } | null {
  if (!page) return null;
  // Pages in files have no origin to name.
  const data = JSON.stringify({ target: page.origin === 'null' ? '*' : page.origin, event });
  const script = `<script type="module">${embeddedScript}</script>\n`;
  return { attribute: html` data-embedded="${data}"`, script: { markup: script } };
}
