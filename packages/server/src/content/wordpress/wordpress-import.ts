// Imports a WordPress export: authors, tags, categories, posts, pages, items of custom types, media.
//
//   source key   `wordpress:<site>#<id there>`: what is here under it stays as it is, so an import can run again
//   batch        so many items in one transaction; between two of them others get their turn

import { setImmediate } from 'node:timers/promises';
import { type Context, inTransaction, timeOf, type WriteContext } from '../../context.ts';
import { createItem } from '../create-item.ts';
import { slugBase } from '../free-slug.ts';
import { linkTerms } from '../item-terms.ts';
import { readContent } from '../item-texts.ts';
import { upsertMedia } from '../media.ts';
import { createPostType, ensureBuiltInTypes, findPostType } from '../post-types.ts';
import {
  inspectWordpressExport,
  readWordpressExport,
  type WordpressItem,
  type WordpressTerm,
} from './wordpress-export.ts';
import { linkRelations, type Relation } from './wordpress-import-relations.ts';
import { createReport, type ImportReport, type ReportMaker } from './wordpress-import-report.ts';
import {
  findTermId,
  importAuthors,
  importNamesOfItems,
  importTerms,
  isOurTaxonomy,
  type KnownNames,
} from './wordpress-import-terms.ts';
import { guessMimeType, mapFields, mapStatus, metaValue, whyTypeIsSkipped } from './wordpress-mapping.ts';

const batchSize = 50;

export type ImportProgress = { phase: 'checking' | 'importing'; bytes: number; totalBytes: number | null };

type Import = {
  site: string;
  report: ReportMaker;
  known: KnownNames;
  /** Names of post types there → here. */
  types: Map<string, string>;
  relations: Relation[];
};

/**
 * Imports the export at `file` and answers what became of it. The file is read to its end first: one that cannot be
 * read changes nothing. What came with an earlier import is left as it is, edited here or not.
 * @throws WordpressExportError
 */
export async function importWordpress(
  ctx: Context,
  file: string,
  { onProgress = () => {} }: { onProgress?: (progress: ImportProgress) => void } = {},
): Promise<ImportReport> {
  const summary = await inspectWordpressExport(file, {
    onProgress: (bytes) => onProgress({ phase: 'checking', bytes, totalBytes: null }),
  });
  await inTransaction(ctx, ensureBuiltInTypes);
  const report = createReport();
  const known: KnownNames = { terms: new Map(), authors: new Map() };
  const run: Import = { site: summary.baseUrl, report, known, types: new Map(), relations: [] };
  const terms: WordpressTerm[] = [];
  let batch: WordpressItem[] = [];
  const options = {
    onProgress: (bytes: number) => onProgress({ phase: 'importing', bytes, totalBytes: summary.bytes }),
  };
  for await (const record of readWordpressExport(file, options)) {
    if (record.kind === 'site') run.site = record.link || record.baseUrl;
    if (record.kind === 'author') await importAuthors(ctx, [record], known, report);
    if (record.kind === 'term') terms.push(record);
    if (record.kind !== 'item') continue;
    if (terms.length > 0) await importTerms(ctx, terms.splice(0), known, report);
    batch.push(record);
    if (batch.length < batchSize) continue;
    await importBatch(ctx, run, batch);
    batch = [];
  }
  await importTerms(ctx, terms, known, report);
  await importBatch(ctx, run, batch);
  await linkRelations(ctx, run.relations, report);
  for (const [taxonomy, count] of Object.entries(summary.terms)) {
    if (!isOurTaxonomy(taxonomy)) report.skip(`terms of ${taxonomy}`, 'only tags and categories are imported', count);
  }
  report.skip('comments', 'comments are not imported', summary.comments);
  return report.finish({ title: summary.title, link: run.site });
}

/** Posts, pages and media of a batch in one transaction; what takes long is done before it. */
async function importBatch(ctx: Context, run: Import, batch: readonly WordpressItem[]): Promise<void> {
  const items: WordpressItem[] = [];
  for (const item of batch) {
    const why = item.postType === 'attachment' ? null : whyTypeIsSkipped(item.postType);
    if (why !== null) run.report.skip(item.postType, why);
    else items.push({ ...item, terms: item.terms.filter((term) => isOurTaxonomy(term.taxonomy)) });
    if (item.isSticky) run.report.skip('sticky marks', 'posts are not held at the top of a list');
  }
  if (items.length === 0) return;
  await importTypes(ctx, run, items);
  await importNamesOfItems(ctx, items, run.known, run.report);
  const prepared = items.map((item) => ({ item, content: readContent(item.content), key: sourceKey(run.site, item) }));
  const results = await inTransaction(ctx, async (ctx) => {
    const here = await findImported(
      ctx,
      prepared.map(({ key }) => key),
    );
    const stored: Stored[] = [];
    for (const one of prepared) {
      if (one.item.postType === 'attachment') stored.push(await storeMedia(ctx, one));
      else stored.push(here.get(one.key) ?? (await storeItem(ctx, run, one)));
    }
    return stored;
  });
  for (const [index, stored] of results.entries()) tell(run, items[index] as WordpressItem, stored, timeOf(ctx));
  await setImmediate();
}

type Prepared = { item: WordpressItem; content: ReturnType<typeof readContent>; key: string };
type Stored = { id: string; slug: string; isNew: boolean };

function sourceKey(site: string, item: WordpressItem): string {
  return `wordpress:${site}#${item.wpId ?? (item.guid || `${item.postType}/${item.slug}`)}`.slice(0, 500);
}

async function findImported(ctx: WriteContext, keys: string[]): Promise<Map<string, Stored>> {
  const rows = await ctx.db
    .selectFrom('items')
    .select(['id', 'slug', 'sourceKey'])
    .where('sourceKey', 'in', keys)
    .execute();
  return new Map(rows.map(({ id, slug, sourceKey }) => [sourceKey ?? '', { id, slug, isNew: false }]));
}

async function storeItem(ctx: WriteContext, run: Import, { item, content, key }: Prepared): Promise<Stored> {
  const { status } = mapStatus(item, timeOf(ctx));
  const stored = await createItem(
    ctx,
    {
      isImported: true,
      type: run.types.get(item.postType) ?? item.postType,
      title: item.title,
      status,
      slug: item.slug || slugBase(item.title, `${item.postType}-${item.wpId ?? 'untitled'}`),
      // An empty one means there that it is made from the content.
      excerpt: item.excerpt.trim() || null,
      fields: mapFields(item.meta),
      menuOrder: item.menuOrder,
      publishedAt: item.publishedAt ?? undefined,
      authorId: run.known.authors.get(item.authorLogin ?? '') ?? null,
      sourceKey: key,
      createdAt: item.publishedAt ?? item.modifiedAt ?? undefined,
      updatedAt: item.modifiedAt ?? item.publishedAt ?? undefined,
    },
    content,
  );
  const termIds = item.terms.flatMap((term) => findTermId(run.known, term) ?? []);
  if (stored.isNew) await linkTerms(ctx, stored.id, [...new Set(termIds)]);
  return stored;
}

async function storeMedia(ctx: WriteContext, { item, key }: Prepared): Promise<Stored> {
  const sourceUrl = item.attachmentUrl ?? item.guid;
  const stored = await upsertMedia(ctx, {
    sourceKey: key,
    title: item.title,
    alt: metaValue(item, '_wp_attachment_image_alt') ?? '',
    caption: item.excerpt,
    description: item.content,
    mimeType: guessMimeType(sourceUrl),
    sourceUrl: sourceUrl || null,
    createdAt: item.publishedAt ?? undefined,
  });
  return { ...stored, slug: '' };
}

/** Counts what became of an item, and keeps what it points to until all items are here. */
function tell(run: Import, item: WordpressItem, stored: Stored, now: string): void {
  const isMedia = item.postType === 'attachment';
  const type = run.types.get(item.postType) ?? item.postType;
  run.report.stored(isMedia ? 'media' : type, stored.isNew);
  run.relations.push({
    id: stored.id,
    type: isMedia ? null : type,
    wpId: item.wpId,
    parentWpId: item.parentWpId,
    imageWpId: Number(metaValue(item, '_thumbnail_id')) || null,
  });
  if (isMedia || !stored.isNew) return;
  const label = `“${item.title || stored.slug}”`;
  const { note } = mapStatus(item, now);
  if (note !== null) run.report.note(note, label);
  if (item.slug !== '' && item.slug !== stored.slug) {
    run.report.note('under another slug, because theirs was taken', `${item.slug} → ${stored.slug}`);
  }
}

/** Makes open custom types for the post types of plug-ins. */
async function importTypes(ctx: Context, run: Import, items: readonly WordpressItem[]): Promise<void> {
  for (const name of new Set(items.map((item) => item.postType))) {
    if (name === 'attachment' || run.types.has(name)) continue;
    const { type, isNew } = await inTransaction(ctx, async (ctx) => {
      const known = await findPostType(ctx, name);
      if (known) return { type: known, isNew: false };
      const plural = (await findPostType(ctx, `${name}s`)) ? name : `${name}s`;
      return { type: await createPostType(ctx, { name, plural, strict: false }), isNew: true };
    });
    run.types.set(name, type.name);
    if (isNew) run.report.note('post type was made, open to any custom field', name);
  }
}
