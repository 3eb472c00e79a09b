// Items and media records as items of a WordPress export.

import type { Row } from '../database/dialect.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { kindOf } from '../fields/field-kinds.ts';
import { dropForbidden, escapeXml } from '../lib/escape-xml.ts';
import type { ItemTerm } from './read-terms.ts';

export type ExportedItem = Row<'items'> & { author: string | null; hiddenFields: string | null };
export type ExportedMedia = Row<'media'> & { url: string | null };

export type Numbers = ReadonlyMap<string, number>;
type Site = { origin: string; now: string; numbers: Numbers };

/** Imports keep the featured image in this field (content/imports/import-links.ts). */
const featuredImageField = 'featuredImage';

const taxonomies: Record<string, string> = { tag: 'post_tag' };

/** WordPress's name of a taxonomy. */
export function taxonomyName(taxonomy: string): string {
  return taxonomies[taxonomy] ?? taxonomy;
}

export function itemElement(
  item: ExportedItem,
  fields: readonly FieldDeclaration[],
  terms: readonly ItemTerm[],
  { origin, now, numbers }: Site,
): string {
  const number = numbers.get(item.id) as number;
  const isScheduled = item.status === 'publish' && item.sortDate > now;
  const categories = terms.map(({ taxonomy, slug, name }) => {
    const [domain, nicename] = [taxonomyName(taxonomy), slug].map(escapeXml);
    return `${nameElement('category', name).replace('<category>', `<category domain="${domain}" nicename="${nicename}">`)}\n`;
  });
  return itemOf({
    title: item.title,
    link: `${origin}/?p=${number}`,
    date: item.publishedAt ?? item.createdAt,
    publishedAt: item.publishedAt,
    modifiedAt: item.updatedAt,
    author: item.author,
    content: item.content,
    excerpt: item.excerptIsMade ? '' : item.excerpt,
    number,
    slug: item.slug,
    status: isScheduled ? 'future' : item.status,
    parent: numbers.get(item.parentId ?? '') ?? 0,
    menuOrder: item.menuOrder,
    type: item.type,
    more: [...categories, ...metaOf(item, fields, numbers)].join(''),
  });
}

/** WordPress fetches the file from its URL. */
export function mediaElement(media: ExportedMedia, { origin, numbers }: Site): string {
  const number = numbers.get(media.id) as number;
  const url = media.url === null ? '' : `${element('wp:attachment_url', media.url)}\n`;
  return itemOf({
    title: media.title,
    link: `${origin}/?attachment_id=${number}`,
    date: media.createdAt,
    publishedAt: media.createdAt,
    modifiedAt: media.updatedAt,
    author: null,
    content: media.description,
    excerpt: media.caption,
    number,
    slug: '',
    status: 'inherit',
    parent: numbers.get(media.itemId ?? '') ?? 0,
    menuOrder: 0,
    type: 'attachment',
    more: url + (media.alt === '' ? '' : metaElement('_wp_attachment_image_alt', media.alt)),
  });
}

type Members = {
  title: string;
  link: string;
  date: string;
  publishedAt: string | null;
  modifiedAt: string;
  author: string | null;
  content: string;
  excerpt: string;
  number: number;
  slug: string;
  status: string;
  parent: number;
  menuOrder: number;
  type: string;
  more: string;
};

function itemOf(item: Members): string {
  return [
    '<item>',
    element('title', item.title),
    `<link>${escapeXml(item.link)}</link>`,
    ...(item.publishedAt === null ? [] : [`<pubDate>${feedDate(item.publishedAt)}</pubDate>`]),
    element('dc:creator', item.author),
    `<guid isPermaLink="false">${escapeXml(item.link)}</guid>`,
    '<description></description>',
    `<content:encoded>${cdata(item.content)}</content:encoded>`,
    `<excerpt:encoded>${cdata(item.excerpt)}</excerpt:encoded>`,
    element('wp:post_id', item.number),
    // The times are in UTC, so that a reader derives that time zone.
    element('wp:post_date', storedDate(item.date)),
    element('wp:post_date_gmt', storedDate(item.publishedAt)),
    element('wp:post_modified', storedDate(item.modifiedAt)),
    element('wp:post_modified_gmt', storedDate(item.modifiedAt)),
    element('wp:comment_status', 'closed'),
    element('wp:ping_status', 'closed'),
    element('wp:post_name', item.slug),
    element('wp:status', item.status),
    element('wp:post_parent', item.parent),
    element('wp:menu_order', item.menuOrder),
    element('wp:post_type', item.type),
    element('wp:post_password', ''),
    element('wp:is_sticky', 0),
    `${item.more}</item>\n`,
  ].join('\n');
}

/** Custom fields as WordPress stores them: texts, one for each value of a list. */
function metaOf(item: ExportedItem, fields: readonly FieldDeclaration[], numbers: Numbers): string[] {
  const declared = new Map(fields.map((field) => [field.name, field]));
  const hidden: Record<string, unknown> = JSON.parse(item.hiddenFields ?? '{}');
  const values: Record<string, unknown> = JSON.parse(item.fields);
  return Object.entries({ ...hidden, ...values }).flatMap(([name, value]) => {
    const field = declared.get(name);
    const isLink = name === featuredImageField || (field !== undefined && kindOf(field).refersTo !== undefined);
    const key = name === featuredImageField ? '_thumbnail_id' : name;
    const all = [value].flat().filter((one) => one !== null && one !== undefined);
    return all.map((one) => metaElement(key, isLink ? String(numbers.get(String(one)) ?? one) : textOf(one)));
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// Pieces of a WordPress export (WXR 1.2).

function cdata(text: string): string {
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
function storedDate(time: string | null): string {
  return time === null ? '0000-00-00 00:00:00' : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** RFC 822, as feeds write it. */
function feedDate(time: string): string {
  return new Date(time).toUTCString().replace('GMT', '+0000');
}

function metaElement(key: string, value: string): string {
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
