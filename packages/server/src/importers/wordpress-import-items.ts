// Posts, pages, items of custom types and media of a WordPress export.

import { type ImportResult, importItems } from '../content/imports/import-items.ts';
import type { LinkKind, NewLink } from '../content/imports/import-links.ts';
import { importMedia } from '../content/imports/import-media.ts';
import { importPostType, importTaxonomyOfType } from '../content/imports/import-names.ts';
import { type ImportedItem, lockNames, type PreparedItem, prepareItem } from '../content/imports/imported-item.ts';
import type { ImportOptions } from '../content/sources/import-sources.ts';
import { type Context, inTransaction, timeOf } from '../context/context.ts';
import type { ReportBuilder } from './import-report.ts';
import { findTermId, followGone, importNamesOfItems, type NamingRun, taxonomyHere } from './wordpress-import-terms.ts';
import { guessMimeType, mapFields, mapStatus, metaValue } from './wordpress-mapping.ts';
import type { ReadItem } from './wordpress-reader-messages.ts';
import type { WordpressItem } from './wordpress-records.ts';
import { skipReason } from './wordpress-skipped.ts';
import { keyOfId, keyOfItem } from './wordpress-source.ts';

/** What an import keeps between batches. */
export type ImportRun = NamingRun & {
  options: ImportOptions;
  /** Name in WordPress → name here. */
  types: Map<string, string>;
  /** All in the file. */
  typeNames: readonly string[];
  /** Taxonomies and types of their items, which have been stored. */
  taxonomiesOfTypes: Set<string>;
};

/** Imports items in one transaction; what takes time is done before it. */
export async function importBatch(ctx: Context, run: ImportRun, batch: readonly ReadItem[]): Promise<void> {
  await importOurs(
    ctx,
    run,
    batch.filter((item) => shouldImport(item, run.report)),
  );
}

async function importOurs(ctx: Context, run: ImportRun, items: readonly ReadItem[]): Promise<void> {
  const posts = items.filter((item) => !isMedia(item));
  const media = items.filter(isMedia);
  await importTypes(ctx, run, posts);
  await importNamesOfItems(ctx, items, run);
  await giveTaxonomies(ctx, run, posts);
  // One after another: a long text waits for its turn (lib/off-thread.ts), and what waits for too long fails.
  const prepared: PreparedItem[] = [];
  for (const item of posts) prepared.push(await prepareItem(toImportedItem(item, run, timeOf(ctx)), item.text));
  const stored = await storeBatch(ctx, run, prepared, media);
  if (stored.gone.size > 0) {
    await followGone(ctx, stored.gone, run);
    return importOurs(ctx, run, items);
  }
  for (const { item } of prepared) run.report.hide(Object.keys(item.hiddenFields));
  for (const [index, item] of posts.entries()) recordItem(run, item, stored.posts[index]!, timeOf(ctx));
  for (const [index, item] of media.entries()) {
    const { id, state } = stored.media[index]!;
    run.report.count('media', state, { name: nameOf(item), id });
  }
}

/** Stores nothing if authors or terms of the items are gone, which were there before. */
function storeBatch(ctx: Context, run: ImportRun, prepared: readonly PreparedItem[], media: readonly ReadItem[]) {
  const { source } = run.names;
  const records = media.map((item) => toImportedMedia(item, run));
  return inTransaction(ctx, async (ctx) => {
    const { gone, ...locked } = await lockNames(
      ctx,
      prepared.map(({ item }) => item),
    );
    if (gone.size > 0) return { gone, posts: [], media: [] };
    // Before the posts, whose featured images they are.
    const states = await importMedia(ctx, source, records, run.options);
    return { gone, posts: await importItems(ctx, source, prepared, run.options, locked), media: states };
  });
}

function isMedia(item: WordpressItem): boolean {
  return item.postType === 'attachment';
}

function shouldImport(item: WordpressItem, report: ReportBuilder): boolean {
  if (item.isSticky) report.skip('sticky marks', 'posts cannot be pinned to the top of a list');
  const reason = skipReason(item);
  if (reason !== null) report.skip(item.postType, reason);
  return reason === null;
}

/** Creates the content types of plugins. */
async function importTypes(ctx: Context, run: ImportRun, posts: readonly WordpressItem[]): Promise<void> {
  for (const wpName of new Set(posts.map((item) => item.postType))) {
    if (run.types.has(wpName)) continue;
    const { name, isNew } = await inTransaction(ctx, (ctx) =>
      importPostType(ctx, run.names.source, wpName, run.typeNames),
    );
    run.types.set(wpName, name);
    if (isNew) run.report.note('created as a content type, open to any custom field', { name });
    if (name !== wpName) {
      run.report.note('content type with a different name, because theirs is in use', { name: `${wpName} → ${name}` });
    }
  }
}

/** Gives each type the taxonomies that its items use. */
async function giveTaxonomies(ctx: Context, run: ImportRun, posts: readonly WordpressItem[]): Promise<void> {
  for (const { postType, terms } of posts)
    for (const { taxonomy } of terms) {
      const key = `${taxonomy} ${postType}`;
      if (taxonomy === 'tag' || taxonomy === 'category' || run.taxonomiesOfTypes.has(key)) continue;
      const [name, type] = [taxonomyHere(run.names, taxonomy), run.types.get(postType) as string];
      await inTransaction(ctx, (ctx) => importTaxonomyOfType(ctx, name, type));
      run.taxonomiesOfTypes.add(key);
    }
}

function toImportedItem(item: ReadItem, run: ImportRun, now: string): ImportedItem {
  return {
    sourceKey: keyOfItem(run.names.source, item),
    type: run.types.get(item.postType)!,
    title: item.title,
    slug: item.slug || null,
    fallbackSlug: `${item.postType}-${item.wpId ?? 'untitled'}`,
    content: item.content,
    // WordPress makes the excerpt from the content if the stored one is empty.
    excerpt: item.excerpt.trim() || null,
    status: mapStatus(item, now).status,
    publishedAt: item.publishedAt,
    ...mapFields(item.meta),
    menuOrder: item.menuOrder,
    authorId: run.names.authors.get(item.authorLogin ?? '')?.id ?? null,
    termIds: [...new Set(item.terms.flatMap((term) => findTermId(run.names, term) ?? []))],
    createdAt: item.publishedAt ?? item.datedAt ?? item.modifiedAt,
    updatedAt: item.modifiedAt ?? item.publishedAt ?? item.datedAt,
    digest: item.digest,
    links: linksOf(run, { parent: item.parentWpId, image: Number(metaValue(item, '_thumbnail_id')) }),
  };
}

function toImportedMedia(item: ReadItem, run: ImportRun) {
  const sourceUrl = item.attachmentUrl ?? item.guid;
  return {
    sourceKey: keyOfItem(run.names.source, item),
    title: item.title,
    alt: metaValue(item, '_wp_attachment_image_alt') ?? '',
    caption: item.excerpt,
    description: item.content,
    mimeType: guessMimeType(sourceUrl),
    sourceUrl: sourceUrl || null,
    createdAt: item.publishedAt ?? item.datedAt,
    digest: item.digest,
    links: linksOf(run, { item: item.parentWpId }),
  };
}

/** Links by the IDs that WordPress gave their targets. */
function linksOf({ names }: ImportRun, ids: Partial<Record<LinkKind, number | null>>): NewLink[] {
  return Object.entries(ids).flatMap(([kind, id]) =>
    id ? [{ kind: kind as LinkKind, target: keyOfId(names.source, id) }] : [],
  );
}

function recordItem(run: ImportRun, item: WordpressItem, stored: ImportResult, now: string): void {
  const type = run.types.get(item.postType)!;
  const record = { name: nameOf(item), type, id: stored.id };
  run.report.count(type, stored.state, record);
  if (stored.state !== 'added') return;
  const { note } = mapStatus(item, now);
  if (note !== null) run.report.note(note, record);
  if (item.slug !== '' && item.slug !== stored.slug) {
    const name = `${item.slug} → ${stored.slug}`;
    run.report.note('with a different slug, because theirs was in use', { ...record, name });
  }
}

function nameOf({ title, slug, wpId }: WordpressItem): string {
  return title || slug ? `“${title || slug}”` : `item ${wpId}`;
}
