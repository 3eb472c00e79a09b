// What names a site, its records, and their state, so that an import can run again.
//
//   source       `wordpress:site.test`: one site, whatever its scheme and with or without `www.`
//   source key   `wordpress:site.test#12`, by the ID in WordPress
//   digest       of what an export says about an item

import { createHash } from 'node:crypto';
import type { WordpressItem, WordpressSite } from './wordpress-records.ts';

const maxKeyLength = 500;

export function sourceOf({ link, baseUrl }: Pick<WordpressSite, 'link' | 'baseUrl'>): string {
  const address = (link || baseUrl).replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  const [host = '', ...path] = address.split('/');
  return `wordpress:${[host.toLowerCase(), ...path].join('/').replace(/\/+$/, '')}`;
}

export function keyOfItem(source: string, { wpId, guid, postType, slug }: WordpressItem): string {
  return `${source}#${wpId ?? (guid || `${postType}/${slug}`)}`.slice(0, maxKeyLength);
}

export function keyOfId(source: string, wpId: number): string {
  return `${source}#${wpId}`;
}

/**
 * Without what changes when nothing was edited, such as the time of saving. A different digest counts as a change in the
 * export, so what it is made of must not change from version to version.
 */
export function digestOf(item: WordpressItem): string {
  const { postType, status, title, slug, content, excerpt, authorLogin, publishedAt, menuOrder } = item;
  const { parentWpId, password, attachmentUrl } = item;
  const terms = item.terms.map((term) => [term.taxonomy, term.slug, term.name]);
  const meta = item.meta.filter(({ key }) => !key.startsWith('_edit_')).map(({ key, value }) => [key, value]);
  const texts = [postType, status, title, slug, content, excerpt, authorLogin, publishedAt, menuOrder];
  return createHash('sha256')
    .update(JSON.stringify([...texts, parentWpId, password, attachmentUrl, terms, meta]))
    .digest('base64url');
}
