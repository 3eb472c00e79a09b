// Stores items from another system. Those of an earlier import stay unchanged, so that an import can run again. Items are
// stored as they are, because our rules for fields and slugs did not apply there.

import { timeOf, type WriteContext } from '../../context.ts';
import { newId } from '../../lib/ids.ts';
import { insertItem, type StoredItem } from '../items/create-item.ts';
import { type FieldValues, mergeFields } from '../items/item-fields.ts';
import { resolveStatus } from '../items/item-status.ts';
import { type ReadContent, readContent } from '../items/item-texts.ts';
import { slugBase } from '../slugs.ts';
import { linkTerms } from '../terms/item-terms.ts';
import { getPostType, lockTypeForValues, type PostType } from '../types/post-types.ts';
import { addLinks, type NewLink } from './import-links.ts';
import { addSources } from './import-sources.ts';

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
  /** Of what the other system has. */
  digest: string;
  links: readonly NewLink[];
};

export type PreparedItem = { item: ImportedItem; content: ReadContent };

/** Does what takes time; call it before the transaction. */
export function prepareItem(item: ImportedItem): PreparedItem {
  return { item, content: readContent(item.content) };
}

/** Stores items of a source. Items of an earlier import stay unchanged, whether edited since or not. */
export async function importItems(
  ctx: WriteContext,
  source: string,
  items: readonly PreparedItem[],
): Promise<StoredItem[]> {
  const existing = await findImported(ctx, items);
  const types = await lockTypes(ctx, items);
  const all: StoredItem[] = [];
  const remembered = new Map<string, { id: string; item: ImportedItem }>();
  for (const { item, content } of items) {
    const before = existing.get(item.sourceKey);
    const stored = before ?? (await importItem(ctx, types.get(item.type) as PostType, item, content));
    all.push(stored);
    if (stored.isNew || before?.isUnknown) remembered.set(stored.id, { id: stored.id, item });
  }
  await remember(ctx, source, [...remembered.values()]);
  return all;
}

/** `isUnknown`: imported by a version that did not remember it, and not edited since. */
type Existing = StoredItem & { isUnknown: boolean };

async function findImported(ctx: WriteContext, items: readonly PreparedItem[]): Promise<Map<string, Existing>> {
  if (items.length === 0) return new Map();
  const keys = items.map(({ item }) => item.sourceKey);
  const rows = await ctx.db
    .selectFrom('items')
    .leftJoin('importSources', 'importSources.sourceKey', 'items.sourceKey')
    .select(['items.id', 'items.slug', 'items.sourceKey', 'items.version', 'importSources.digest'])
    .where('items.sourceKey', 'in', keys)
    .execute();
  return new Map(
    rows.map(({ id, slug, sourceKey, version, digest }) => [
      sourceKey ?? '',
      { id, slug, isNew: false, isUnknown: digest === null && version === 1 },
    ]),
  );
}

async function remember(
  ctx: WriteContext,
  source: string,
  stored: readonly { id: string; item: ImportedItem }[],
): Promise<void> {
  const sources = stored.map(({ id, item: { sourceKey, digest } }) => ({
    sourceKey,
    recordId: id,
    digest,
    stamp: '1',
  }));
  await addSources(ctx, sources);
  const links = stored.flatMap(({ id, item }) => item.links.map((link) => ({ ...link, fromId: id })));
  await addLinks(ctx, source, links);
}

async function lockTypes(ctx: WriteContext, items: readonly PreparedItem[]): Promise<Map<string, PostType>> {
  const types = new Map<string, PostType>();
  // Sorted, so that two imports cannot deadlock.
  for (const name of [...new Set(items.map(({ item }) => item.type))].sort()) {
    types.set(name, await lockTypeForValues(ctx, await getPostType(ctx, name)));
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
  const { status, publishedAt, fallbackSlug, termIds, digest: _digest, links: _links, ...rest } = item;
  const stored = await insertItem(ctx, {
    ...rest,
    ...resolveStatus({ status: 'draft', publishedAt: null }, { status, publishedAt: publishedAt ?? undefined }, now),
    id: newId('item'),
    type,
    slug: item.slug ?? slugBase(item.title, fallbackSlug),
    mustKeepSlug: false,
    content,
    fields: mergeFields({}, item.fields),
    parentId: null,
    createdAt: item.createdAt ?? now,
    updatedAt: item.updatedAt ?? now,
  });
  if (stored.isNew) await linkTerms(ctx, stored.id, termIds);
  return stored;
}
