// Imports a WordPress export: authors, tags, categories, posts, pages, items of custom types, media.
//
//   source       the site (wordpress-source.ts)
//   source key   names a record of the source: what is stored under it stays unchanged, so that an import can run again
//   batch        the items of one transaction; other work runs between two batches

import type { ImportOptions } from '../../content/imports/import-sources.ts';
import type { Context } from '../../context.ts';
import { createReport, type ImportReport } from '../import-report.ts';
import { inspectWordpressExport, readWordpressExport } from './wordpress-export.ts';
import { type ImportRun, importBatch } from './wordpress-import-items.ts';
import { importAuthors, importTerms, isOurTaxonomy } from './wordpress-import-terms.ts';
import { setAllLinks } from './wordpress-links.ts';
import type { WordpressItem, WordpressTerm } from './wordpress-records.ts';
import { sourceOf } from './wordpress-source.ts';
import { checkTextLength, explainBatchError } from './wordpress-text-limit.ts';
import { createZoneFinder, type SiteTimeZone } from './wordpress-time-zone.ts';

const batchSize = 50;

export type ImportProgress = { phase: 'checking' | 'importing'; bytes: number; totalBytes: number | null };

export type WordpressImportOptions = Partial<ImportOptions> & {
  /** Of dates that are not given in UTC. Without it, the one that published items show. */
  timeZone?: string | undefined;
  onProgress?: (progress: ImportProgress) => void;
};

/**
 * Imports the export at `file`. The file is read to its end first, so that a broken one, or one with too long a text, changes
 * nothing. What an earlier
 * import stored stays unchanged unless it is to be updated, and was not edited here.
 * @throws WordpressExportError
 */
export async function importWordpress(
  ctx: Context,
  file: string,
  { onProgress = () => {}, update = false, timeZone }: WordpressImportOptions = {},
): Promise<ImportReport> {
  const zones = createZoneFinder();
  const summary = await inspectWordpressExport(file, {
    onItem(item) {
      checkTextLength(file, item);
      const { publishedAt, utcOffset } = item;
      if (publishedAt !== null && utcOffset !== null) zones.add(publishedAt, utcOffset);
    },
    onProgress: (bytes) => onProgress({ phase: 'checking', bytes, totalBytes: null }),
  });
  const report = createReport();
  const names = { source: '', terms: new Map(), authors: new Map() };
  const typeNames = Object.keys(summary.items);
  const run: ImportRun = { options: { update }, report, names, types: new Map(), typeNames };
  const site = { title: summary.title, link: summary.baseUrl };
  const terms: WordpressTerm[] = [];
  let batch: WordpressItem[] = [];
  const zone: SiteTimeZone = timeZone === undefined ? zones.find() : { name: timeZone, from: 'option' };
  const options = {
    timeZone: zone.name,
    onProgress: (bytes: number) => onProgress({ phase: 'importing', bytes, totalBytes: summary.bytes }),
  };
  const importNext = async (items: readonly WordpressItem[]): Promise<void> => {
    try {
      await importBatch(ctx, run, items);
    } catch (error) {
      throw explainBatchError(error, file, items, report.countCreated());
    }
  };
  for await (const record of readWordpressExport(file, options)) {
    if (record.kind === 'site') {
      names.source = sourceOf(record);
      site.link = record.link || record.baseUrl;
    }
    if (record.kind === 'author') await importAuthors(ctx, [record], names, report);
    if (record.kind === 'term') terms.push(record);
    if (record.kind !== 'item') continue;
    if (terms.length > 0) await importTerms(ctx, terms.splice(0), names, report);
    batch.push(record);
    if (batch.length < batchSize) continue;
    await importNext(batch);
    batch = [];
  }
  await importTerms(ctx, terms, names, report);
  await importNext(batch);
  await setAllLinks(ctx, names.source, report);
  for (const [taxonomy, count] of Object.entries(summary.terms)) {
    if (!isOurTaxonomy(taxonomy)) report.skip(`terms of ${taxonomy}`, 'only tags and categories are imported', count);
  }
  report.skip('comments', 'comments are not imported', summary.comments);
  return report.finish(site, zone);
}
