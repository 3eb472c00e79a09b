// The state of an item in a revision: its members as JSON, compressed unless they are short.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Row } from '../../database/dialect.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { ItemTerms } from '../model/terms-of-items.ts';

export type ItemState = Pick<
  Row<'items'>,
  'title' | 'slug' | 'excerpt' | 'content' | 'status' | 'publishedAt' | 'menuOrder' | 'parentId' | 'authorId'
> & {
  /** Whether the excerpt was made from the content. */
  excerptIsMade: boolean;
  /** Absent if it was that of the site. */
  language?: string;
  /** Absent if the item was not to be unpublished at a time. */
  unpublishAt?: string;
  fields: FieldValues;
  /** Slugs. */
  tags: string[];
  categories: string[];
  /** By taxonomy, those that it has; absent without any. */
  terms?: Record<string, string[]>;
};

/** Shorter ones are not worth the time. */
const minCompressed = 1000;
/** Begins a state that is not compressed; compressed ones begin with 0x28. */
const openBrace = 0x7b;
/** Above what an item can have, for a state that was made to fill the memory. */
const maxStateBytes = 200_000_000;
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function stateOf(item: Row<'items'>, terms: ItemTerms): ItemState {
  const { title, slug, excerpt, excerptIsMade, content, status, publishedAt, menuOrder, parentId, authorId } = item;
  const language = item.language === null ? {} : { language: item.language };
  const end = item.unpublishAt === null ? {} : { unpublishAt: item.unpublishAt };
  const own = Object.entries(terms.terms ?? {}).flatMap(([name, slugs]) =>
    slugs.length > 0 ? [[name, [...slugs]]] : [],
  );
  return {
    ...{ title, slug, excerpt, excerptIsMade: excerptIsMade === 1, content, fields: JSON.parse(item.fields) },
    ...{ status, publishedAt, ...end, ...language, menuOrder, parentId, authorId },
    ...{ tags: [...terms.tags], categories: [...terms.categories] },
    ...(own.length === 0 ? {} : { terms: Object.fromEntries(own) }),
  };
}

export function packState(state: ItemState): Buffer {
  const bytes = Buffer.from(JSON.stringify(state));
  return bytes.length < minCompressed ? bytes : zstdCompressSync(bytes, fastest);
}

export function unpackState(stored: Buffer): ItemState {
  const bytes = stored[0] === openBrace ? stored : zstdDecompressSync(stored, { maxOutputLength: maxStateBytes });
  return JSON.parse(bytes.toString());
}
