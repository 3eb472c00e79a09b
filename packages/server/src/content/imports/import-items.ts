// Stores items from another system. Those of an earlier import stay unchanged or are updated, so that an import can run
// again. Items are stored as they are, because our rules for fields and slugs did not apply there.

import { timeOf, type WriteContext } from '../../context/context.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { convertValue } from '../../fields/convert-value.ts';
import { newId } from '../../lib/ids.ts';
import { mergeByName } from '../../lib/names.ts';
import { changeOfNew, type ItemToInsert, type StoredItem } from '../lifecycle/create-item.ts';
import { followChanges } from '../lifecycle/effects.ts';
import { insertItems } from '../lifecycle/insert-items.ts';
import { changeText } from '../model/changes.ts';
import type { FieldValues } from '../model/item-fields.ts';
import { firstStatus, resolveStatus } from '../model/item-status.ts';
import { slugBase } from '../model/slugs.ts';
import {
  addSources,
  compareSource,
  type ImportOptions,
  type ImportState,
  unknownStamp,
} from '../sources/import-sources.ts';
import { linkTerms } from '../terms/item-terms.ts';
import { getPostType, type PostType, shareTypeForMany } from '../types/post-types.ts';
import { addLinks, featuredImageField, findImages, type NewLink } from './import-links.ts';
import type { ImportedItem, LockedNames, PreparedItem } from './imported-item.ts';
import { replaceItem } from './replace-item.ts';

const queries = keptQueries();

export type ImportResult = { id: string; slug: string; state: ImportState };

/** Stores items of a source, whose authors and terms are locked. Items that were edited here stay unchanged. */
export async function importItems(
  ctx: WriteContext,
  source: string,
  items: readonly PreparedItem[],
  options: ImportOptions,
  names: LockedNames,
): Promise<ImportResult[]> {
  const existing = await findImported(ctx, items);
  const types = await lockTypes(ctx, items);
  const added = await addItems(
    ctx,
    types,
    items.filter(({ item }) => !existing.has(item.sourceKey)),
    options,
    names,
  );
  const results: ImportResult[] = [];
  const remembered = new Map(added.flatMap(({ remember }) => (remember ? [[remember.id, remember]] : [])));
  for (const prepared of items) {
    const { item } = prepared;
    const before = existing.get(item.sourceKey);
    if (!before) {
      results.push(added.shift()!.result);
      continue;
    }
    const { state, remember } = await importAgain(ctx, before, types.get(item.type) as PostType, prepared, options);
    results.push({ id: before.id, slug: before.slug, state });
    if (remember) remembered.set(before.id, remember);
  }
  await remember(ctx, source, [...remembered.values()]);
  return results;
}

/** `links` are those that are not set yet. */
type Remembered = {
  id: string;
  item: ImportedItem;
  links: readonly NewLink[];
  stamp: string;
  hidden: string | null;
};

/** `digest` and `stamp` are null if an earlier version imported the item. */
type Existing = { id: string; slug: string; version: number; digest: string | null; stamp: string | null };

async function findImported(ctx: WriteContext, items: readonly PreparedItem[]): Promise<Map<string, Existing>> {
  if (items.length === 0) return new Map();
  const keys = filledUp(items.map(({ item }) => item.sourceKey));
  const rows = await queries.run(ctx, `imported ${keys.length}`, { ...keys }, () =>
    ctx.db
      .selectFrom('items')
      .leftJoin('importSources', 'importSources.sourceKey', 'items.sourceKey')
      .select(['items.id', 'items.slug', 'items.sourceKey', 'items.version', 'digest', 'stamp'])
      .where('items.sourceKey', 'in', slotsIn(keys)),
  );
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
    return { state: 'unchanged', remember: { id, item, links: item.links, stamp, hidden: null } };
  }
  if (next !== 'update') return { state: next, remember: null };
  const row = ctx.db.selectFrom('items').selectAll().where('id', '=', id).where('version', '=', version);
  const locked = await ctx.dialect.lockRows(row).executeTakeFirst();
  // Edited meanwhile.
  if (!locked) return { state: 'edited', remember: null };
  const fields = divideFields(type, item);
  await replaceItem(ctx, locked, prepared, { shown: fields.shown, isSilent: !options.events });
  return {
    state: 'updated',
    remember: { id, item, links: item.links, stamp: String(version + 1), hidden: fields.hidden },
  };
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
    .flatMap(({ id, links }) => links.map((link) => ({ ...link, fromId: id })));
  await addLinks(ctx, source, links);
}

async function lockTypes(ctx: WriteContext, items: readonly PreparedItem[]): Promise<Map<string, PostType>> {
  const types = new Map<string, PostType>();
  // Sorted, so that two imports cannot deadlock.
  for (const name of [...new Set(items.map(({ item }) => item.type))].sort()) {
    types.set(name, await shareTypeForMany(ctx, await getPostType(ctx, name)));
  }
  return types;
}

type Added = { result: ImportResult; remember: Remembered | null };

async function addItems(
  ctx: WriteContext,
  types: ReadonlyMap<string, PostType>,
  items: readonly PreparedItem[],
  { events }: ImportOptions,
  { authors, terms }: LockedNames,
): Promise<Added[]> {
  const images = await findImages(
    ctx,
    items.map(({ item }) => item),
  );
  const all = items.map((prepared) => {
    const type = types.get(prepared.item.type) as PostType;
    const { shown, hidden } = divideFields(type, prepared.item);
    const { fields, links } = withImage(shown, prepared.item.links, images);
    const { termIds, authorId } = prepared.item;
    const names = [...termIds.map((id) => terms.get(id)), authors.get(authorId ?? '')];
    const named = names.filter((name) => name !== undefined);
    return { ...prepared, links, hidden, row: toInsert(ctx, type, prepared, fields, named) };
  });
  const stored = await insertItems(
    ctx,
    all.map(({ row }) => row),
  );
  await followChanges(
    ctx,
    stored.flatMap(({ row }, index) =>
      row ? [{ ...changeOfNew(all[index]?.row as ItemToInsert, row), isSilent: !events }] : [],
    ),
  );
  const added = all.map(({ item, links, hidden }, index): Added => {
    const { id, slug, row } = stored[index] as StoredItem;
    if (row === null) return { result: { id, slug, state: 'unchanged' }, remember: null };
    return { result: { id, slug, state: 'added' }, remember: { id, item, links, stamp: '1', hidden } };
  });
  await linkTerms(
    ctx,
    added.flatMap(({ remember }) => (remember ? [{ id: remember.id, termIds: remember.item.termIds }] : [])),
    terms,
  );
  return added;
}

/** Sets the featured image if it is there; otherwise its link stays open. */
function withImage(fields: FieldValues, links: readonly NewLink[], images: ReadonlyMap<string, string>) {
  const image = links.find(({ kind }) => kind === 'image');
  const id = image && images.get(image.target);
  if (!id || Object.hasOwn(fields, featuredImageField)) return { fields, links };
  return { fields: { ...fields, [featuredImageField]: id }, links: links.filter((link) => link !== image) };
}

function toInsert(
  ctx: WriteContext,
  type: PostType,
  { item, content }: PreparedItem,
  fields: FieldValues,
  names: readonly string[],
): ItemToInsert {
  const now = timeOf(ctx);
  const { status, publishedAt, sourceKey, title, excerpt, menuOrder, authorId } = item;
  return {
    ...{ sourceKey, title, excerpt, menuOrder, authorId, fields, names },
    ...resolveStatus(firstStatus, { status, publishedAt: publishedAt ?? undefined }, now),
    id: newId('item'),
    type,
    slug: item.slug ?? slugBase(title, item.fallbackSlug),
    mustKeepSlug: false,
    content,
    parentId: null,
    language: null,
    externalId: null,
    createdAt: item.createdAt ?? now,
    updatedAt: item.updatedAt ?? now,
    lastChange: changeText(ctx, 'create', [], { way: 'import' }),
  };
}

// The custom fields of an imported item: which of them its type shows, and as what.

/**
 * Values of declared fields are converted to their kinds where that is possible. What the other system hides is shown if
 * the type declares it, and is kept apart otherwise.
 */
function divideFields(
  type: PostType,
  item: { fields: FieldValues; hiddenFields: FieldValues },
): { shown: FieldValues; hidden: string | null } {
  const declared = new Map(type.fields.map((field) => [field.name, field]));
  const revealed = Object.entries(item.hiddenFields).filter(([name]) => declared.has(name));
  const hidden = Object.entries(item.hiddenFields).filter(([name]) => !declared.has(name));
  const values = Object.entries({ ...item.fields, ...Object.fromEntries(revealed) }).map(([name, value]) => {
    const field = declared.get(name);
    const conversion = field && convertValue(field, value);
    return [name, conversion?.is === 'converted' ? conversion.value : value];
  });
  return {
    shown: mergeByName({}, Object.fromEntries(values)),
    hidden: hidden.length === 0 ? null : JSON.stringify(Object.fromEntries(hidden)),
  };
}
