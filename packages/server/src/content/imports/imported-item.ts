// An item from another system, and what is derived from its content.

import type { WriteContext } from '../../context/context.ts';
import type { FieldValues } from '../model/item-fields.ts';
import { type ReadContent, type ReadTexts, readAtOnce, readContent } from '../model/item-texts.ts';
import { lockNamed } from '../model/lock-named.ts';
import type { NewLink } from './import-links.ts';

export type ImportedItem = {
  /** Names the item in the other system, so that the import can run again. */
  sourceKey: string;
  /** Name of a content type. */
  type: string;
  title: string;
  /** Null: made from the title, or else from the fallback. Numbered if another item has it. */
  slug: string | null;
  fallbackSlug: string;
  content: string;
  /** Null: made from the content. */
  excerpt: string | null;
  status: 'draft' | 'publish' | 'trash';
  publishedAt: string | null;
  fields: FieldValues;
  /** What the other system does not show. */
  hiddenFields: FieldValues;
  menuOrder: number;
  authorId: string | null;
  termIds: readonly string[];
  createdAt: string | null;
  updatedAt: string | null;
  /** Of what the other system has. */
  digest: string;
  links: readonly NewLink[];
};

export type PreparedItem = { item: ImportedItem; content: ReadContent };

/** The excerpt and the words of an item's content. */
export type ContentText = ReadTexts;

/** Works on any thread. Null for long content, which is read when it is the type's turn (lib/off-thread.ts). */
export function readShortContent(html: string): ContentText | null {
  const texts = readAtOnce([html]);
  // Each word once: the vocabulary is asked about each.
  return texts && { ...texts, written: [...new Set(texts.written.split(' '))].join(' ') };
}

/** Does what takes time, unless the content has been read; call it before the transaction. */
export async function prepareItem(item: ImportedItem, text: ContentText | null): Promise<PreparedItem> {
  const { type, content: html } = item;
  if (text === null) return { item, content: await readContent(type, html) };
  return { item, content: { ...text, html } };
}

// The authors and terms that items of another system have. While they are imported, others may merge or delete them.

/** Names by their IDs. */
export type LockedNames = { authors: ReadonlyMap<string, string>; terms: ReadonlyMap<string, string> };

/**
 * Locks the authors and terms of these items: they are neither deleted nor renamed until the transaction ends. `gone` are
 * the IDs of those that do not exist any more.
 */
export async function lockNames(
  ctx: WriteContext,
  items: readonly Pick<ImportedItem, 'authorId' | 'termIds'>[],
): Promise<LockedNames & { gone: Set<string> }> {
  const authorIds = [...new Set(items.flatMap(({ authorId }) => authorId ?? []))];
  const termIds = [...new Set(items.flatMap(({ termIds }) => termIds))];
  const authors = await lockNamed(ctx, 'authors', authorIds);
  const terms = await lockNamed(ctx, 'terms', termIds);
  const gone = [...authorIds.filter((id) => !authors.has(id)), ...termIds.filter((id) => !terms.has(id))];
  return { authors, terms, gone: new Set(gone) };
}
