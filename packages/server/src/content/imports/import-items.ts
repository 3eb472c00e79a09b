// Stores items from another system. Those of an earlier import stay unchanged or are updated, so that an import can run
// again. Items are stored as they are, because our rules for fields and slugs did not apply there.

import { timeOf, type WriteContext } from '../../context.ts';
import { newId } from '../../lib/ids.ts';
import { insertItem, type StoredItem } from '../items/create-item.ts';
import type { FieldValues } from '../items/item-fields.ts';
import { resolveStatus } from '../items/item-status.ts';
import { slugBase } from '../slugs.ts';
import { linkTerms } from '../terms/item-terms.ts';
import { getPostType, lockTypeForValues, type PostType } from '../types/post-types.ts';
import { addLinks } from './import-links.ts';
import { addSources, compareSource, type ImportOptions, type ImportState, unknownStamp } from './import-sources.ts';
import { divideFields } from './imported-fields.ts';
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
    const { item } = prepared;
    const type = types.get(item.type) as PostType;
    const before = existing.get(item.sourceKey);
    if (before) {
      const { state, remember } = await importAgain(ctx, before, type, prepared, options);
      results.push({ id: before.id, slug: before.slug, state });
      if (remember) remembered.set(before.id, remember);
      continue;
    }
    const fields = divideFields(type, item);
    const { id, slug, row } = await importItem(ctx, type, prepared, fields.shown);
    results.push({ id, slug, state: row ? 'added' : 'unchanged' });
    if (row) remembered.set(id, { id, item, stamp: '1', hidden: fields.hidden });
  }
  await remember(ctx, source, [...remembered.values()]);
  return results;
}

type Remembered = { id: string; item: ImportedItem; stamp: string; hidden: string | null };

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
  type: PostType,
  prepared: PreparedItem,
  options: ImportOptions,
): Promise<{ state: ImportState; remember: Remembered | null }> {
  const { item } = prepared;
  const { id, version } = before;
  const next = decide(before, item.digest, options);
  if (next === 'adopt') {
    const stamp = version === 1 ? '1' : unknownStamp;
    return { state: 'unchanged', remember: { id, item, stamp, hidden: null } };
  }
  if (next !== 'update') return { state: next, remember: null };
  const row = ctx.db.selectFrom('items').selectAll().where('id', '=', id).where('version', '=', version);
  const locked = await ctx.dialect.lockRows(row).executeTakeFirst();
  // Edited meanwhile.
  if (!locked) return { state: 'edited', remember: null };
  const fields = divideFields(type, item);
  await replaceItem(ctx, locked, prepared, fields.shown);
  return { state: 'updated', remember: { id, item, stamp: String(version + 1), hidden: fields.hidden } };
}

/** An item that an earlier version imported is compared from now on. It left version 1 behind. */
function decide(
  { version, digest, stamp }: Existing,
  newDigest: string,
  options: ImportOptions,
): ReturnType<typeof compareSource> | 'adopt' {
  if (digest === null || stamp === null) return version === 1 && options.update ? 'update' : 'adopt';
  return compareSource({ digest, stamp }, { digest: newDigest, stamp: String(version) }, options);
}

async function remember(ctx: WriteContext, source: string, all: readonly Remembered[]): Promise<void> {
  const sources = all.map(({ id, item: { sourceKey, digest }, stamp, hidden }) => ({
    sourceKey,
    recordId: id,
    digest,
    stamp,
    hiddenFields: hidden,
  }));
  await addSources(ctx, sources);
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
  { item, content }: PreparedItem,
  fields: FieldValues,
): Promise<StoredItem> {
  const now = timeOf(ctx);
  const { status, publishedAt, sourceKey, title, excerpt, menuOrder, authorId } = item;
  const stored = await insertItem(ctx, {
    ...{ sourceKey, title, excerpt, menuOrder, authorId, fields },
    ...resolveStatus({ status: 'draft', publishedAt: null }, { status, publishedAt: publishedAt ?? undefined }, now),
    id: newId('item'),
    type,
    slug: item.slug ?? slugBase(title, item.fallbackSlug),
    mustKeepSlug: false,
    content,
    parentId: null,
    createdAt: item.createdAt ?? now,
    updatedAt: item.updatedAt ?? now,
  });
  if (stored.row) await linkTerms(ctx, stored.id, item.termIds);
  return stored;
}
