// Each element of an export's channel becomes one record with simple values.

import { decodeHTMLStrict } from 'entities';
import { Temporal } from '../lib/temporal.ts';
import type { ExportElement } from './wordpress-elements.ts';

/** The exported site. It comes once, before all other records. */
export interface WordpressSite {
  kind: 'site';
  /** Version of the export format: `1.0`, `1.1` or `1.2` so far. */
  version: string;
  title: string;
  link: string;
  /** URL of this site; in a network, not that of the network. */
  baseUrl: string;
}

export interface WordpressAuthor {
  kind: 'author';
  wpId: number | null;
  login: string;
  email: string | null;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
}

/** Newer exports may contain a term twice, as `wp:category` and as `wp:term`, with the same taxonomy and slug. */
export interface WordpressTerm {
  kind: 'term';
  wpId: number | null;
  /** `category`, `tag`, or WordPress's name of another taxonomy (`nav_menu`, `post_format`, custom). */
  taxonomy: string;
  /** Percent-decoded; null if the file has none. */
  slug: string | null;
  name: string;
  /** The parent's slug; in version 1.0 its name. */
  parentSlug: string | null;
  description: string | null;
}

export interface WordpressItemTerm {
  taxonomy: string;
  slug: string | null;
  name: string;
}

/** A post, page, attachment, menu entry or anything else with a post type. */
export interface WordpressItem {
  kind: 'item';
  wpId: number | null;
  guid: string;
  postType: string;
  /** WordPress's status: `publish`, `draft`, `pending`, `private`, `future`, `inherit`, `trash`, … */
  status: string;
  title: string;
  /** Percent-decoded; empty for drafts that have none. */
  slug: string;
  content: string;
  excerpt: string;
  link: string;
  authorLogin: string | null;
  /** RFC 3339 UTC with milliseconds. */
  publishedAt: string | null;
  modifiedAt: string | null;
  /** The local date; of a draft, when it was saved. */
  datedAt: string | null;
  /** Minutes by which the site was ahead of UTC when the item was published. */
  utcOffset: number | null;
  menuOrder: number;
  parentWpId: number | null;
  password: string | null;
  isSticky: boolean;
  terms: WordpressItemTerm[];
  /** In the file's order, including repeated keys; values as stored, even if PHP-serialized. */
  meta: { key: string; value: string }[];
  attachmentUrl: string | null;
  commentCount: number;
  /** Line where the item begins, from 1. */
  line: number;
}

export type WordpressRecord = WordpressSite | WordpressAuthor | WordpressTerm | WordpressItem;

/** From `wp:author`; in version 1.0 authors are named only in items. */
export function toAuthor(element: ExportElement): WordpressAuthor {
  const field = readFields(element);
  const login = field('wp:author_login').trim();
  return {
    kind: 'author',
    wpId: toNumber(field('wp:author_id')),
    login,
    email: field('wp:author_email').trim() || null,
    displayName: readName(field('wp:author_display_name')) || login,
    firstName: readName(field('wp:author_first_name')) || null,
    lastName: readName(field('wp:author_last_name')) || null,
  };
}

/** From `wp:category`, `wp:tag` or `wp:term`. */
export function toTerm(element: ExportElement): WordpressTerm {
  const field = readFields(element);
  const named = { 'wp:category': 'category', 'wp:tag': 'tag' }[element.name];
  const first = (...names: string[]) => names.map((name) => field(name).trim()).find((text) => text !== '');
  return {
    kind: 'term',
    wpId: toNumber(field('wp:term_id')),
    taxonomy: named ?? nameTaxonomy(field('wp:term_taxonomy').trim()),
    slug: decodeSlug(first('wp:category_nicename', 'wp:tag_slug', 'wp:term_slug') ?? '') || null,
    name: readName(first('wp:cat_name', 'wp:tag_name', 'wp:term_name') ?? ''),
    parentSlug: readName(decodeSlug(first('wp:category_parent', 'wp:term_parent') ?? '')) || null,
    description: first('wp:category_description', 'wp:tag_description', 'wp:term_description') ?? null,
  };
}

/** From `item`. */
export function toItem(element: ExportElement, timeZone: string): WordpressItem {
  const field = readFields(element);
  const status = field('wp:status').trim();
  const dates = { gmt: field('wp:post_date_gmt'), local: field('wp:post_date'), rfc822: field('pubDate'), status };
  return {
    kind: 'item',
    wpId: toNumber(field('wp:post_id')),
    guid: field('guid').trim(),
    postType: field('wp:post_type').trim() || 'post',
    status,
    title: field('title').trim(),
    slug: decodeSlug(field('wp:post_name').trim()),
    content: field('content:encoded'),
    excerpt: field('excerpt:encoded'),
    link: field('link').trim(),
    authorLogin: field('dc:creator').trim() || null,
    publishedAt: resolvePublishedAt(dates, timeZone),
    modifiedAt: parseStoredDate(field('wp:post_modified_gmt')) ?? parseLocalDate(field('wp:post_modified'), timeZone),
    datedAt: parseLocalDate(dates.local, timeZone),
    utcOffset: offsetOf(dates),
    menuOrder: toNumber(field('wp:menu_order')) ?? 0,
    parentWpId: toNumber(field('wp:post_parent')) || null,
    password: field('wp:post_password') || null,
    isSticky: field('wp:is_sticky').trim() === '1',
    terms: dropRepeatedTerms(element.children.filter((child) => child.name === 'category').map(toItemTerm)),
    meta: element.children.filter((child) => child.name === 'wp:postmeta').map(toMeta),
    attachmentUrl: field('wp:attachment_url').trim() || null,
    commentCount: element.children.filter((child) => child.name === 'wp:comment').length,
    line: element.line,
  };
}

function toItemTerm({ attributes, text }: ExportElement): WordpressItemTerm {
  return {
    taxonomy: nameTaxonomy(attributes.domain || 'category'),
    slug: decodeSlug(attributes.nicename ?? '') || null,
    name: readName(text),
  };
}

/** Version 1.0 contains each term twice, with and without its slug. */
function dropRepeatedTerms(terms: WordpressItemTerm[]): WordpressItemTerm[] {
  const key = ({ taxonomy, slug, name }: WordpressItemTerm) => JSON.stringify([taxonomy, slug, slug ? '' : name]);
  const withSlug = new Set(terms.filter((term) => term.slug).map((term) => JSON.stringify([term.taxonomy, term.name])));
  const unique = new Map<string, WordpressItemTerm>();
  for (const term of terms) {
    const bareRepeat = !term.slug && withSlug.has(JSON.stringify([term.taxonomy, term.name]));
    if (!bareRepeat && !unique.has(key(term))) unique.set(key(term), term);
  }
  return [...unique.values()];
}

function toMeta(element: ExportElement): { key: string; value: string } {
  const field = readFields(element);
  return { key: field('wp:meta_key'), value: field('wp:meta_value') };
}

/** WordPress stores names as HTML: `R&amp;D`. */
export function readName(html: string): string {
  return decodeHTMLStrict(html).trim();
}

function nameTaxonomy(name: string): string {
  return name === 'post_tag' ? 'tag' : name;
}

/** As in WordPress. No longer one could be requested, and indexes of PostgreSQL reject those of thousands of characters. */
const maxSlugLength = 200;

/** WordPress percent-encodes slugs of non-Latin scripts; an invalid one stays unchanged. */
function decodeSlug(slug: string): string {
  const decoded = decodeText(slug) ?? decodeCut(slug) ?? slug;
  return (/\p{Cc}/u.test(decoded) ? slug : decoded).slice(0, maxSlugLength).toWellFormed();
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The first bytes of a letter in UTF-8, and of the encoding of the next one. */
const cutLetter = /(?:%[c-f][0-9a-f]|%[ef][0-9a-f]%[89ab][0-9a-f]|%f[0-9a-f](?:%[89ab][0-9a-f]){2})?(?:%[0-9a-f]?)?$/i;

/** WordPress cuts what it has encoded at 200 characters, even within a letter: what is left of it is dropped. */
function decodeCut(slug: string): string | null {
  return decodeText(slug.replace(cutLetter, '').replace(/-+$/, ''));
}

function toNumber(text: string): number | null {
  const number = Number(text.trim() || Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
}

/** Returns the text of the first child with a name; empty if there is none. */
function readFields(element: ExportElement): (name: string) => string {
  const texts = new Map<string, string>();
  for (const child of element.children) {
    if (!texts.has(child.name)) texts.set(child.name, child.text);
  }
  return (name) => texts.get(name) ?? '';
}

// The dates of a WordPress export, as RFC 3339 UTC with milliseconds.

interface ExportDates {
  /** `2015-01-27 14:56:57` in UTC; zeros mean "not published yet". */
  gmt: string;
  /** The same in the site's time zone, which the file does not name (wordpress-time-zone.ts). */
  local: string;
  /** The same in the format of RFC 822. */
  rfc822: string;
  /** The item's status in WordPress. */
  status: string;
}

const STORED = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/;
const RFC822 = /^(?:[A-Za-z]{3},\s+)?\d{1,2}\s+[A-Za-z]{3}\s+\d{4}\s+\d\d:\d\d(?::\d\d)?\s+(?:[+-]\d{4}|GMT|UTC?|Z)$/;
/** Minutes. */
const maxOffset = 14 * 60;
const UNDATED = new Set(['draft', 'auto-draft', 'pending']);

/**
 * When the item was or will be published: its UTC date, else the feed's date, else its local date. Null for drafts without
 * a UTC date.
 */
export function resolvePublishedAt({ gmt, local, rfc822, status }: ExportDates, timeZone = 'UTC'): string | null {
  return parseStoredDate(gmt) ?? parseRfc822(rfc822) ?? (UNDATED.has(status) ? null : parseLocalDate(local, timeZone));
}

/** `YYYY-MM-DD HH:MM:SS` in this time zone. */
function parseLocalDate(text: string, timeZone: string): string | null {
  const written = parseStoredDate(text);
  if (written === null) return null;
  const local = Temporal.PlainDateTime.from(written.slice(0, -1)).toZonedDateTime(timeZone);
  return new Date(local.epochMilliseconds).toISOString();
}

/** By how many minutes the local date is ahead of the UTC date; null if that is not the offset of a time zone. */
function offsetOf({ gmt, local }: Pick<ExportDates, 'gmt' | 'local'>): number | null {
  const [utc, here] = [parseStoredDate(gmt), parseStoredDate(local)];
  if (utc === null || here === null) return null;
  const minutes = (Date.parse(here) - Date.parse(utc)) / 60_000;
  return minutes % 15 === 0 && Math.abs(minutes) <= maxOffset ? minutes : null;
}

/** `YYYY-MM-DD HH:MM:SS`, read as UTC; null for zeros, invalid dates and other texts. */
export function parseStoredDate(text: string): string | null {
  const match = STORED.exec(text.trim());
  if (!match || match[1] === '0000') return null;
  const [, year, month, day, hour, minute, second] = match;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(written);
  return !Number.isNaN(date.getTime()) && date.toISOString() === written ? written : null;
}

function parseRfc822(text: string): string | null {
  const date = new Date(RFC822.test(text.trim()) ? text.trim() : Number.NaN);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 ? null : date.toISOString();
}
