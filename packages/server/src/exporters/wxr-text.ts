// Pieces of a WordPress export (WXR 1.2).

import { dropForbidden, escapeXml } from '../lib/escape-xml.ts';

export function cdata(text: string): string {
  return `<![CDATA[${dropForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** `<name>` with a text, or with a number as it is. */
export function element(name: string, value: string | number | null): string {
  return `<${name}>${typeof value === 'number' ? value : cdata(value ?? '')}</${name}>`;
}

/** WordPress stores names as HTML: `R&amp;D`. */
export function nameElement(name: string, value: string): string {
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return element(name, html);
}

/** `2026-01-27 14:56:57`; zeros for no time. */
export function storedDate(time: string | null): string {
  return time === null ? '0000-00-00 00:00:00' : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** RFC 822, as feeds write it. */
export function feedDate(time: string): string {
  return new Date(time).toUTCString().replace('GMT', '+0000');
}

export function metaElement(key: string, value: string): string {
  return `<wp:postmeta>${element('wp:meta_key', key)}${element('wp:meta_value', value)}</wp:postmeta>\n`;
}

const namespaces = [
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:wfw="http://wellformedweb.org/CommentAPI/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:wp="http://wordpress.org/export/1.2/"',
];

export function head({ title, link, now }: { title: string; link: string; now: string }): string {
  return [
    '<?xml version="1.0" encoding="UTF-8" ?>',
    `<rss version="2.0" ${namespaces.join(' ')}>`,
    '<channel>',
    `<title>${escapeXml(title)}</title>`,
    `<link>${escapeXml(link)}</link>`,
    '<description></description>',
    `<pubDate>${feedDate(now)}</pubDate>`,
    '<wp:wxr_version>1.2</wp:wxr_version>',
    `<wp:base_site_url>${escapeXml(link)}</wp:base_site_url>`,
    `<wp:base_blog_url>${escapeXml(link)}</wp:base_blog_url>`,
    '',
  ].join('\n');
}

export const tail = '</channel>\n</rss>\n';
