// Items from another system. They are stored as they are, because our rules for fields and slugs did not apply there.

import { timeOf, type WriteContext } from '../../context.ts';
import { newId } from '../../lib/ids.ts';
import { insertItem, lockTypeForNewItem, type StoredItem } from '../items/insert-item.ts';
import { type FieldValues, mergeFields } from '../items/item-fields.ts';
import { resolveStatus } from '../items/item-status.ts';
import { type ReadContent, readContent } from '../items/item-texts.ts';
import { slugBase } from '../slugs.ts';
import { linkTerms } from '../terms/item-terms.ts';
import type { PostType } from '../types/post-types.ts';

export type ImportedItem = {
  /** Names the item in the other system, so that the import can run again. */
  sourceKey: string;
  /** Name of a post type. */
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
  menuOrder: number;
  authorId: string | null;
  termIds: readonly string[];
  createdAt: string | null;
  updatedAt: string | null;
};

export type PreparedItem = { item: ImportedItem; content: ReadContent };

/** Does what takes time; call it before the transaction. */
export function prepareItem(item: ImportedItem): PreparedItem {
  return { item, content: readContent(item.content) };
}

/** Stores items. Items of an earlier import stay unchanged, whether edited since or not. */
export async function importItems(ctx: WriteContext, items: readonly PreparedItem[]): Promise<StoredItem[]> {
  const existing = await findImported(ctx, items);
  const types = await lockTypes(ctx, items);
  const stored: StoredItem[] = [];
  for (const { item, content } of items) {
    const type = types.get(item.type) as PostType;
    stored.push(existing.get(item.sourceKey) ?? (await importItem(ctx, type, item, content)));
  }
  return stored;
}

async function findImported(ctx: WriteContext, items: readonly PreparedItem[]): Promise<Map<string, StoredItem>> {
  if (items.length === 0) return new Map();
  const keys = items.map(({ item }) => item.sourceKey);
  const rows = await ctx.db
    .selectFrom('items')
    .select(['id', 'slug', 'sourceKey'])
    .where('sourceKey', 'in', keys)
    .execute();
  return new Map(rows.map(({ id, slug, sourceKey }) => [sourceKey ?? '', { id, slug, isNew: false }]));
}

async function lockTypes(ctx: WriteContext, items: readonly PreparedItem[]): Promise<Map<string, PostType>> {
  const types = new Map<string, PostType>();
  // Sorted, so that two imports cannot deadlock.
  for (const name of [...new Set(items.map(({ item }) => item.type))].sort()) {
    types.set(name, await lockTypeForNewItem(ctx, name));
  }
  return types;
}

async function importItem(
  ctx: WriteContext,
  type: PostType,
  item: ImportedItem,
  content: ReadContent,
): Promise<StoredItem> {
  const now = timeOf(ctx);
  const { status, publishedAt, createdAt, updatedAt } = item;
  const stored = await insertItem(ctx, {
    id: newId('item'),
    type,
    title: item.title,
    slug: item.slug ?? slugBase(item.title, item.fallbackSlug),
    mustKeepSlug: false,
    excerpt: item.excerpt,
    content,
    fields: mergeFields({}, item.fields),
    ...resolveStatus({ status: 'draft', publishedAt: null }, { status, publishedAt: publishedAt ?? undefined }, now),
    menuOrder: item.menuOrder,
    parentId: null,
    authorId: item.authorId,
    sourceKey: item.sourceKey,
    createdAt: createdAt ?? now,
    updatedAt: updatedAt ?? now,
  });
  if (stored.isNew) await linkTerms(ctx, stored.id, item.termIds);
  return stored;
}
