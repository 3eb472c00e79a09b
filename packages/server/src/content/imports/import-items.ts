// Stores items from another system. Those of an earlier import stay unchanged or are updated, so that an import can run
// again. Items are stored as they are, because our rules for fields and slugs did not apply there.

import { timeOf, type WriteContext } from '../../context.ts';
import { newId } from '../../lib/ids.ts';
import { insertItem, type StoredItem } from '../items/create-item.ts';
import { mergeFields } from '../items/item-fields.ts';
import { resolveStatus } from '../items/item-status.ts';
import type { ReadContent } from '../items/item-texts.ts';
import { slugBase } from '../slugs.ts';
import { linkTerms } from '../terms/item-terms.ts';
import { getPostType, lockTypeForValues, type PostType } from '../types/post-types.ts';
import { addLinks } from './import-links.ts';
import { addSources, compareSource, type ImportOptions, type ImportState, unknownStamp } from './import-sources.ts';
import type { ImportedItem, PreparedItem } from './imported-item.ts';
import { replaceItem } from './replace-item.ts';

export type ImportResult = { id: string; slug: string; state: ImportState };

/** Stores items of a source. Items that were edited here stay unchanged. */
export async function importItems(
  ctx: WriteContext,
  source: string,
  items: readonly PreparedItem[],
  options: ImportOptions,
): Promise<ImportResult[]> {
  const existing = await findImported(ctx, items);
  const types = await lockTypes(ctx, items);
  const results: ImportResult[] = [];
  const remembered = new Map<string, Remembered>();
  for (const prepared of items) {
    const { item, content } = prepared;
    const before = existing.get(item.sourceKey);
    if (before) {
      const { state, remember } = await importAgain(ctx, before, prepared, options);
      results.push({ id: before.id, slug: before.slug, state });
      if (remember) remembered.set(before.id, remember);
      continue;
    }
    const { id, slug, isNew } = await importItem(ctx, types.get(item.type) as PostType, item, content);
    results.push({ id, slug, state: isNew ? 'added' : 'unchanged' });
    if (isNew) remembered.set(id, { id, item, stamp: '1' });
  }
  await remember(ctx, source, [...remembered.values()]);
  return results;
}

type Remembered = { id: string; item: ImportedItem; stamp: string };

/** `digest` and `stamp` are null if an earlier version imported the item. */
type Existing = { id: string; slug: string; version: number; digest: string | null; stamp: string | null };

async function findImported(ctx: WriteContext, items: readonly PreparedItem[]): Promise<Map<string, Existing>> {
  if (items.length === 0) return new Map();
  const keys = items.map(({ item }) => item.sourceKey);
  const rows = await ctx.db
    .selectFrom('items')
    .leftJoin('importSources', 'importSources.sourceKey', 'items.sourceKey')
    .select(['items.id', 'items.slug', 'items.sourceKey', 'items.version', 'digest', 'stamp'])
    .where('items.sourceKey', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.sourceKey ?? '', row]));
}

async function importAgain(
  ctx: WriteContext,
  before: Existing,
  { item, content }: PreparedItem,
  options: ImportOptions,
): Promise<{ state: ImportState; remember: Remembered | null }> {
  const { id, version, digest, stamp } = before;
  if (digest === null || stamp === null) {
    // Earlier imports left version 1 behind.
    return { state: 'unchanged', remember: { id, item, stamp: version === 1 ? '1' : unknownStamp } };
  }
  const now = { digest: item.digest, stamp: String(version) };
  const next = compareSource({ digest, stamp }, now, options);
  if (next !== 'update') return { state: next, remember: null };
  const row = ctx.db.selectFrom('items').selectAll().where('id', '=', id).where('version', '=', version);
  const locked = await ctx.dialect.lockRows(row).executeTakeFirst();
  // Edited meanwhile.
  if (!locked) return { state: 'edited', remember: null };
  await replaceItem(ctx, locked, item, content);
  return { state: 'updated', remember: { id, item, stamp: String(version + 1) } };
}

async function remember(ctx: WriteContext, source: string, all: readonly Remembered[]): Promise<void> {
  await addSources(
    ctx,
    all.map(({ id, item: { sourceKey, digest }, stamp }) => ({ sourceKey, recordId: id, digest, stamp })),
  );
  const links = all
    .filter(({ stamp }) => stamp !== unknownStamp)
    .flatMap(({ id, item }) => item.links.map((link) => ({ ...link, fromId: id })));
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
