// What an import can read at once. Exports are checked for it before anything is imported.

import { Problem } from '../lib/errors.ts';
import { WordpressExportError } from './wordpress-export-error.ts';
import { mapFields } from './wordpress-mapping.ts';
import type { WordpressItem } from './wordpress-records.ts';
import { skipReason } from './wordpress-skipped.ts';

/** Bytes per item. More could need more memory or time than there is (lib/off-thread.ts). */
const maxTextBytes = 8_000_000;

/** Throws WordpressExportError for an item that is too long. */
export function checkTextLength(file: string, item: WordpressItem): void {
  if (item.postType === 'attachment' || skipReason(item) !== null) return;
  const texts = [item.title, item.content, item.excerpt, ...Object.values(mapFields(item.meta).fields).flat()];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= maxTextBytes) return;
  const name = item.title.slice(0, 100) || item.slug || `item ${item.wpId}`;
  const { line } = item;
  throw new WordpressExportError(
    `${file}: “${name}” at line ${line} has ${inMegabytes(bytes)} of text, and the maximum is ${inMegabytes(maxTextBytes)}. Shorten it or remove the item, then import the file again.`,
    { line },
  );
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What to throw for an error while these items were imported, after `imported` other records. */
export function explainBatchError(
  error: unknown,
  file: string,
  batch: readonly WordpressItem[],
  imported: number,
): unknown {
  const [first] = batch;
  if (!first || !(error instanceof Problem) || error.code !== 'overloaded') return error;
  const { line } = first;
  const end = batch.at(-1)?.line ?? line;
  const place = line === end ? `The item at line ${line}` : `The items from line ${line} to line ${end}`;
  const before = imported === 1 ? '1 record was' : `${imported} records were`;
  return new WordpressExportError(
    `${file}: ${place} took too long to read and ${line === end ? 'was' : 'were'} not imported; before that, ${before} imported. Import the file again to continue, or shorten the texts there.`,
    { line },
  );
}
