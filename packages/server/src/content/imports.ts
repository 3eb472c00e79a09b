// Stores content from another system. What an earlier import stored stays unchanged, so that an import can run again.
// Items are stored as they are, because our rules for fields and slugs did not apply there.

import { timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { newId } from '../lib/ids.ts';
import { insertItem, type StoredItem } from './items/create-item.ts';
import { type FieldValues, mergeFields } from './items/item-fields.ts';
import { resolveStatus } from './items/item-status.ts';
import { type ReadContent, readContent } from './items/item-texts.ts';
import { slugBase } from './slugs.ts';
import { linkTerms } from './terms/item-terms.ts';
import { addTerm, type Taxonomy } from './terms/terms.ts';
import {
  createPostType,
  ensureBuiltInTypes,
  findPostType,
  getPostType,
  lockTypeForValues,
  type PostType,
} from './types/post-types.ts';

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
  const { status, publishedAt, fallbackSlug, termIds, ...rest } = item;
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

// Links between what was imported, set once all of it is stored. An import that runs again must not undo edits: only
// items whose version is still 1 are changed.

/** Sets the parent of an unedited item without one. */
export async function setImportedParent(ctx: WriteContext, itemId: string, parentId: string): Promise<void> {
  await ctx.db
    .updateTable('items')
    .set({ parentId })
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .where('parentId', 'is', null)
    .execute();
}

/** Sets a custom field of an unedited item without it. */
export async function setImportedField(ctx: WriteContext, itemId: string, name: string, value: unknown): Promise<void> {
  const item = await ctx.db
    .selectFrom('items')
    .select('fields')
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .executeTakeFirst();
  if (!item) return;
  const fields = JSON.parse(item.fields);
  if (Object.hasOwn(fields, name)) return;
  await ctx.db
    .updateTable('items')
    .set({ fields: JSON.stringify({ ...fields, [name]: value }) })
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .execute();
}

/** Sets the item that a media record was uploaded to, if it has none. */
export async function setImportedMediaItem(ctx: WriteContext, mediaId: string, itemId: string): Promise<void> {
  await ctx.db.updateTable('media').set({ itemId }).where('id', '=', mediaId).where('itemId', 'is', null).execute();
}

export type ImportedMedia = Pick<
  Row<'media'>,
  'title' | 'alt' | 'caption' | 'description' | 'mimeType' | 'sourceUrl'
> & {
  /** Names the record in the other system, so that the import can run again. */
  sourceKey: string;
  createdAt: string | null;
};

/** Stores a record. A record of an earlier import stays unchanged. */
export async function importMedia(ctx: WriteContext, media: ImportedMedia): Promise<{ id: string; isNew: boolean }> {
  const now = timeOf(ctx);
  const row = { ...media, id: newId('med'), createdAt: media.createdAt ?? now, updatedAt: now };
  await ctx.db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await ctx.db
    .selectFrom('media')
    .select('id')
    .where('sourceKey', '=', media.sourceKey)
    .executeTakeFirstOrThrow();
  return { id, isNew: id === row.id };
}

/** The type with this name. A new one accepts any custom field. */
export async function importPostType(ctx: WriteContext, name: string): Promise<{ name: string; isNew: boolean }> {
  await ensureBuiltInTypes(ctx);
  const existing = await findPostType(ctx, name);
  if (existing) return { name: existing.name, isNew: false };
  const plural = (await findPostType(ctx, `${name}s`)) ? name : `${name}s`;
  await createPostType(ctx, { name, plural, strict: false });
  return { name, isNew: true };
}

export type ImportedAuthor = { login: string; name: string; email: string | null };

/** Stores an author under a slug made from the login. An existing one with that slug stays unchanged. */
export async function importAuthor(
  ctx: WriteContext,
  { login, name, email }: ImportedAuthor,
): Promise<{ id: string; isNew: boolean }> {
  const row = { id: newId('aut'), slug: slugBase(login, 'author'), name, email, createdAt: timeOf(ctx) };
  await ctx.db
    .insertInto('authors')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await ctx.db.selectFrom('authors').select('id').where('slug', '=', row.slug).executeTakeFirstOrThrow();
  return { id, isNew: id === row.id };
}

export type ImportedTerm = {
  taxonomy: Taxonomy;
  /** Null: made from the name. */
  slug: string | null;
  name: string;
  description: string;
  parentId: string | null;
};

/** Stores a term. An existing one with the same slug, or without a slug the same name, stays unchanged. */
export async function importTerm(ctx: WriteContext, term: ImportedTerm): Promise<{ id: string; isNew: boolean }> {
  const existing = await ctx.db
    .selectFrom('terms')
    .select('id')
    .where('taxonomy', '=', term.taxonomy)
    .where(term.slug === null ? 'name' : 'slug', '=', term.slug ?? term.name)
    .executeTakeFirst();
  if (existing) return { id: existing.id, isNew: false };
  const { id } = await addTerm(ctx, { ...term, slug: term.slug ?? undefined });
  return { id, isNew: true };
}
