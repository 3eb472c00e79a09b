// Every page for search engines, with when it changed.

import type { APIRoute } from 'astro';
import { readBooks, readPosts } from '../lib/frontdesk';
import { xmlResponse } from '../lib/xml';

const fixed = ['/', '/blog/', '/books/', '/tickets/', '/contact/'];

export const GET: APIRoute = async ({ site }) => {
  const entry = (path: string, changed?: string): string =>
    `<url><loc>${new URL(path, site).href}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`;
  const items = [...(await readPosts()), ...(await readBooks())];
  const urls = [
    ...fixed.map((path) => entry(path)),
    ...items.map(({ type, slug, updatedAt }) => entry(`/${type}s/${slug}/`, updatedAt)),
  ];
  return xmlResponse(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`);
};
