// Imports a WordPress export: authors, tags, categories, terms of other taxonomies, posts, pages, items of custom types, media.
//
//   source       the site (wordpress-source.ts)
//   source key   names a record of the source: what is stored under it stays unchanged, so that an import can run again
//   batch        the items of one transaction; other work runs between two batches

import { type DroppedLink, type LinkKind, listOpenLinks, setLinks } from '../content/imports/import-links.ts';
import type { ImportOptions } from '../content/sources/import-sources.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { createReport, type ImportCounts, type ImportReport } from './import-report.ts';
import { Pace } from './pace.ts';
import { type ImportRun, importBatch } from './wordpress-import-items.ts';
import { importAuthors, importTerms } from './wordpress-import-terms.ts';
import { type ExportFile, nameOfFile, readOnThread } from './wordpress-reader.ts';
import type { ReaderMessage, ReadItem, ReadRecord } from './wordpress-reader-messages.ts';
import type { WordpressTerm } from './wordpress-records.ts';
import { skippedBesideItems } from './wordpress-skipped.ts';
import { explainBatchError, sourceOf } from './wordpress-source.ts';

const maxBatchSize = 50;
/** Characters of content in a batch, unless a single item has more: they take time as well. */
const maxBatchLength = 200_000;

type Checked = Extract<ReaderMessage, { is: 'checked' }>;

/** `bytes` have been read in this phase. */
export type ImportProgress = {
  phase: 'checking' | 'importing';
  bytes: number;
  totalBytes: number | null;
  counts: ImportCounts;
};

/** What a whole export has, read before anything is stored. */
export type ImportSummary = Omit<Checked['summary'], 'bytes' | 'droppedCharacters'> & {
  timeZone: ImportReport['timeZone'];
};

export type WordpressImportOptions = Partial<ImportOptions> & {
  /** Of dates that are not given in UTC. Without it, the one that published items show. */
  timeZone?: string | undefined;
  onProgress?: (progress: ImportProgress) => void;
  /** Called when the whole file can be read, before anything is stored. */
  onChecked?: (summary: ImportSummary) => void;
  /** Ends the import between two transactions: it throws the reason. */
  signal?: AbortSignal;
};

/**
 * Imports the export at `file`. The file is read to its end first, so that a broken one, or one with too long a text, changes
 * nothing. What an earlier import stored stays unchanged unless it is to be updated, and was not edited here.
 * @throws WordpressExportError
 */
export async function importWordpress(
  ctx: Context,
  file: ExportFile,
  {
    onProgress = () => {},
    onChecked = () => {},
    update = false,
    events = false,
    timeZone,
    signal,
  }: WordpressImportOptions = {},
): Promise<ImportReport> {
  const report = createReport();
  const names = { source: '', terms: new Map(), taxonomies: new Map(), authors: new Map() };
  const types = { types: new Map(), typeNames: [], taxonomiesOfTypes: new Set<string>() };
  const pace = new Pace();
  const run: ImportRun = { options: { update, events }, report, names, pace, ...types };
  const site = { title: '', link: '' };
  let checked: Checked | null = null;
  const terms: WordpressTerm[] = [];
  let batch: ReadItem[] = [];
  let batchLength = 0;
  const importNext = async (): Promise<void> => {
    const items = batch;
    batch = [];
    batchLength = 0;
    try {
      await importBatch(ctx, run, items);
    } catch (error) {
      throw explainBatchError(error, nameOfFile(file), items, report.countCreated());
    }
    signal?.throwIfAborted();
    await pace.giveWay(ctx);
  };
  const importRecord = async (record: ReadRecord): Promise<void> => {
    if (record.kind === 'site') {
      names.source = sourceOf(record);
      site.link = record.link || record.baseUrl;
    }
    if (record.kind === 'author') await importAuthors(ctx, [record], run);
    if (record.kind === 'term') terms.push(record);
    if (record.kind !== 'item') return;
    if (terms.length > 0) {
      await importTerms(ctx, terms.splice(0), run);
      pace.beginKind();
    }
    batch.push(record);
    batchLength += record.content.length;
    if (batch.length >= pace.limit(maxBatchSize) || batchLength >= pace.limit(maxBatchLength)) await importNext();
  };
  for await (const message of readOnThread(file, timeZone)) {
    signal?.throwIfAborted();
    if (message.is === 'checking')
      onProgress({ phase: 'checking', bytes: message.bytes, totalBytes: null, counts: report.counts() });
    if (message.is === 'checked') {
      checked = message;
      run.typeNames = Object.keys(message.summary.items);
      site.title = message.summary.title;
      const { bytes: _bytes, droppedCharacters: _dropped, ...summary } = message.summary;
      onChecked({ ...summary, timeZone: message.zone });
      signal?.throwIfAborted();
    }
    if (message.is !== 'read') continue;
    const totalBytes = checked?.summary.bytes ?? null;
    onProgress({ phase: 'importing', bytes: message.bytes, totalBytes, counts: report.counts() });
    for (const record of message.records) await importRecord(record);
  }
  if (checked === null) throw new Error('The thread that reads the export ended early');
  const { summary, zone } = checked;
  await importTerms(ctx, terms, run);
  await importNext();
  await setAllLinks(ctx, run);
  for (const { what, count, why } of skippedBesideItems(summary)) report.skip(what, why, count);
  return report.finish(site, zone);
}

// Sets the links of imported records, and reports those whose targets are not there.

/** Links that one transaction sets. */
const batchSize = 100;

const openLinks: Record<LinkKind, string> = {
  parent: 'items without their parent',
  image: 'items without their featured image',
  item: 'media records without the item they were uploaded to',
  termParent: 'categories and other terms without their parent',
  term: 'tags, categories and other terms known only by name',
  author: 'authors known only by login',
};

const droppedLinks: Record<DroppedLink['reason'], string> = {
  circular: 'in a circle of parents: imported without a parent',
  otherType: 'linked to a record of another type: imported without the link',
};

/** Sets the links that can be set, also those that earlier files left open. */
async function setAllLinks(ctx: Context, { names: { source }, report, pace, options }: ImportRun): Promise<void> {
  pace.beginKind();
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const { last, dropped } = await inTransaction(ctx, (ctx) =>
      setLinks(ctx, source, from, { ...options, limit: pace.limit(batchSize) }),
    );
    for (const { reason, target } of dropped) report.note(droppedLinks[reason], { name: shorten(source, target) });
    after = last;
    await pace.giveWay(ctx);
  }
  for (const { kind, count, targets } of await listOpenLinks(ctx, source)) {
    report.leaveOpen(
      openLinks[kind],
      count,
      targets.map((target) => shorten(source, target)),
    );
  }
}

function shorten(source: string, target: string): string {
  return target.slice(source.length + 1);
}
