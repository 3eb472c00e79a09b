// Reads WordPress exports (WXR 1.0, 1.1, 1.2) as a stream of records, with one item in memory at a time.
import { createReadStream } from 'node:fs';
import { createElementReader, type ExportElement } from './wordpress-elements.ts';
import { WordpressExportError } from './wordpress-export-error.ts';
import {
  readName,
  toAuthor,
  toItem,
  toTerm,
  type WordpressItem,
  type WordpressRecord,
  type WordpressSite,
} from './wordpress-records.ts';
import { readXmlText } from './xml-text.ts';

/** The path of a file, or its bytes. */
export type WordpressExportSource = string | AsyncIterable<Uint8Array>;

export interface WordpressExportOptions {
  /** Called often, with the number of bytes read so far. */
  onProgress?(bytesRead: number): void;
  /** Called when control characters, which XML does not allow, were skipped. */
  onDroppedCharacters?(count: number): void;
  /** Of dates that are not given in UTC; default UTC. */
  timeZone?: string;
}

export interface WordpressExportSummary {
  version: string;
  title: string;
  baseUrl: string;
  authors: number;
  /** Per taxonomy. */
  terms: Record<string, number>;
  /** Per post type. */
  items: Record<string, number>;
  comments: number;
  /** Control characters that are skipped. */
  droppedCharacters: number;
  bytes: number;
}

/**
 * The records of an export in the file's order, the site first, each as soon as its element closes.
 * @throws WordpressExportError if the file cannot be read, is not XML, not an export, broken or cut off.
 * By then the records before that place have been yielded, so call `inspectWordpressExport` first
 */
export async function* readWordpressExport(
  source: WordpressExportSource,
  options: WordpressExportOptions = {},
): AsyncGenerator<WordpressRecord> {
  let records: WordpressRecord[] = [];
  const channel = createChannelReader((record) => records.push(record), options.timeZone ?? 'UTC');
  const reader = createElementReader(channel.read);
  const bytes = typeof source === 'string' ? readFile(source) : source;
  const hooks = { onBytes: options.onProgress, onDropped: options.onDroppedCharacters };
  for await (const text of readXmlText(bytes, hooks)) {
    reader.write(text);
    const ready = records;
    records = [];
    for (const record of ready) yield record;
  }
  reader.end();
  channel.end();
  for (const record of records) yield record;
}

/**
 * Reads an export to its end, so that a broken file is found before an import changes anything.
 * @throws WordpressExportError like `readWordpressExport`
 */
export async function inspectWordpressExport(
  source: WordpressExportSource,
  options: WordpressExportOptions & { onItem?(item: WordpressItem): void } = {},
): Promise<WordpressExportSummary> {
  const counts = { authors: 0, comments: 0, droppedCharacters: 0, bytes: 0 };
  const terms = new Map<string, number>();
  const items = new Map<string, number>();
  let site = { version: '', title: '', baseUrl: '' };
  const records = readWordpressExport(source, {
    onProgress(bytes) {
      counts.bytes = bytes;
      options.onProgress?.(bytes);
    },
    onDroppedCharacters(count) {
      counts.droppedCharacters += count;
      options.onDroppedCharacters?.(count);
    },
  });
  for await (const record of records) {
    if (record.kind === 'site') site = { version: record.version, title: record.title, baseUrl: record.baseUrl };
    if (record.kind === 'author') counts.authors++;
    if (record.kind === 'term') terms.set(record.taxonomy, (terms.get(record.taxonomy) ?? 0) + 1);
    if (record.kind === 'item') {
      options.onItem?.(record);
      items.set(record.postType, (items.get(record.postType) ?? 0) + 1);
      counts.comments += record.commentCount;
    }
  }
  return { ...site, ...counts, terms: Object.fromEntries(terms), items: Object.fromEntries(items) };
}

/** Collects what describes the site until the first record, then passes records on. */
function createChannelReader(emit: (record: WordpressRecord) => void, timeZone: string) {
  const texts = new Map<string, string>();
  let siteSent = false;
  const sendSite = () => {
    if (!siteSent) emit(toSite(texts));
    siteSent = true;
  };
  return {
    read(element: ExportElement): void {
      const record = toRecord(element, timeZone);
      if (record) sendSite();
      if (record) emit(record);
      else if (!siteSent) texts.set(element.name, element.text.trim());
    },
    end: sendSite,
  };
}

function toRecord(element: ExportElement, timeZone: string): WordpressRecord | null {
  if (element.name === 'item') return toItem(element, timeZone);
  if (element.name === 'wp:author') return toAuthor(element);
  if (['wp:category', 'wp:tag', 'wp:term'].includes(element.name)) return toTerm(element);
  return null;
}

function toSite(texts: Map<string, string>): WordpressSite {
  const version = texts.get('wp:wxr_version');
  if (version === undefined) {
    throw new WordpressExportError('XML, but not a WordPress export (no wp:wxr_version in its channel)');
  }
  if (!/^\d+\.\d+$/.test(version)) {
    throw new WordpressExportError('XML, but not a WordPress export (its wp:wxr_version is not a version number)');
  }
  const link = texts.get('link') ?? '';
  const baseUrl = texts.get('wp:base_blog_url') || texts.get('wp:base_site_url') || link;
  return { kind: 'site', version, title: readName(texts.get('title') ?? ''), link, baseUrl };
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw describeFileError(path, error as NodeJS.ErrnoException);
  }
}

function describeFileError(path: string, { code, message }: NodeJS.ErrnoException): WordpressExportError {
  const reasons: Record<string, string> = {
    ENOENT: 'the file does not exist',
    EISDIR: 'it is a folder, not a file',
    EACCES: 'access is denied',
  };
  return new WordpressExportError(`cannot read ${path}: ${reasons[code ?? ''] ?? message}`);
}
