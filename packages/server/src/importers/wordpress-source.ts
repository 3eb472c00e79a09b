// What names a site, its records, and their state, so that an import can run again.
//
//   source       `wordpress:site.test`: one site, whatever its scheme and with or without `www.`
//   source key   `wordpress:site.test#12`, by the ID in WordPress
//   digest       of what an export says about an item

import { createHash } from 'node:crypto';
import { Problem } from '../lib/errors.ts';
import { WordpressExportError } from './wordpress-export-error.ts';
import { mapFields } from './wordpress-mapping.ts';
import type { WordpressItem, WordpressSite } from './wordpress-records.ts';
import { skipReason } from './wordpress-skipped.ts';

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

// What an import can read at once. Exports are checked for it before anything is imported.

/** Bytes per item. More could need more memory or time than there is (lib/off-thread.ts). */
const maxTextBytes = 8_000_000;

/** Throws WordpressExportError for an item that is too long. */
export function checkTextLength(file: string, item: WordpressItem): void {
  if (item.postType === 'attachment' || skipReason(item) !== null) return;
  const texts = [item.title, item.content, item.excerpt, ...Object.values(mapFields(item.meta).fields).flat()];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= maxTextBytes) return;
  const name = item.title.slice(0, 100) || item.slug || `item ${item.wpId}`;
  const { line } = item;
  throw new WordpressExportError(
    `${file}: “${name}” at line ${line} has ${inMegabytes(bytes)} of text, and the maximum is ${inMegabytes(maxTextBytes)}. Shorten it or remove the item, then import the file again.`,
    { line },
  );
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What to throw for an error while these items were imported, after `imported` other records. */
export function explainBatchError(
  error: unknown,
  file: string,
  batch: readonly WordpressItem[],
  imported: number,
): unknown {
  const [first] = batch;
  if (!first || !(error instanceof Problem) || error.code !== 'overloaded') return error;
  const { line } = first;
  const end = batch.at(-1)?.line ?? line;
  const place = line === end ? `The item at line ${line}` : `The items from line ${line} to line ${end}`;
  const before = imported === 1 ? '1 record was' : `${imported} records were`;
  return new WordpressExportError(
    `${file}: ${place} took too long to read and ${line === end ? 'was' : 'were'} not imported; before that, ${before} imported. Import the file again to continue, or shorten the texts there.`,
    { line },
  );
}
