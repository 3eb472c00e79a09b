// The feed of the posts: RSS 2.0.

import type { APIRoute } from 'astro';
import { readPosts } from '../lib/frontdesk';
import { xmlResponse, xmlText } from '../lib/xml';

export const GET: APIRoute = async ({ site }) => {
  const entries = (await readPosts()).slice(0, 20).map(({ slug, title, excerpt, publishedAt, id }) => {
    const url = new URL(`/posts/${slug}/`, site).href;
    const date = new Date(publishedAt ?? 0).toUTCString();
    return `<item><title>${xmlText(title)}</title><link>${url}</link><guid isPermaLink="false">${id}</guid><pubDate>${date}</pubDate><description>${xmlText(excerpt)}</description></item>`;
  });
  const channel = `<title>Harbour Books</title><link>${site}</link><description>A small bookshop at the harbour.</description>`;
  return xmlResponse(`<rss version="2.0"><channel>${channel}\n${entries.join('\n')}\n</channel></rss>`);
};
