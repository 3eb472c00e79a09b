// Reads an export on a thread (wordpress-reader.ts): first to its end, so that a broken file is found before anything is
// stored, then again for its records.

import { parentPort, workerData } from 'node:worker_threads';
import { readShortContent } from '../content/imports/imported-item.ts';
import { inspectWordpressExport, readWordpressExport, type WordpressExportSource } from './wordpress-export.ts';
import { WordpressExportError } from './wordpress-export-error.ts';
import type { ReaderMessage, ReadRecord, ThreadInput } from './wordpress-reader-messages.ts';
import type { WordpressRecord } from './wordpress-records.ts';
import { skippedTaxonomy, skipReason } from './wordpress-skipped.ts';
import { checkTextLength, digestOf } from './wordpress-source.ts';
import { createZoneFinder, type SiteTimeZone } from './wordpress-time-zone.ts';

const recordsPerMessage = 25;
/** Messages with records that may wait, so that what is read ahead needs little memory. */
const maxAhead = 8;

const { name, sources, timeZone } = workerData as ThreadInput;
const [toCheck, toRead] = sources as [WordpressExportSource, WordpressExportSource];
const port = parentPort!;
let ahead = 0;
let wake = (): void => {};
port.on('message', () => {
  ahead--;
  wake();
});

try {
  await read((await check()).name);
} catch (error) {
  if (!(error instanceof WordpressExportError)) throw error;
  const { message, line, column } = error;
  post({ is: 'refused', message, line, column });
} finally {
  port.close();
}

async function check(): Promise<SiteTimeZone> {
  const zones = createZoneFinder();
  const summary = await inspectWordpressExport(toCheck, {
    onItem(item) {
      checkTextLength(name, item);
      const { publishedAt, utcOffset } = item;
      if (publishedAt !== null && utcOffset !== null) zones.add(publishedAt, utcOffset);
    },
    onProgress: (bytes) => post({ is: 'checking', bytes }),
  });
  const zone: SiteTimeZone = timeZone === undefined ? zones.find() : { name: timeZone, from: 'option' };
  post({ is: 'checked', summary, zone });
  return zone;
}

async function read(timeZone: string): Promise<void> {
  let bytes = 0;
  let records: ReadRecord[] = [];
  const send = async (): Promise<void> => {
    while (ahead >= maxAhead) await new Promise<void>((resolve) => (wake = resolve));
    ahead++;
    post({ is: 'read', bytes, records });
    records = [];
  };
  const onProgress = (read: number): void => {
    bytes = read;
  };
  for await (const record of readWordpressExport(toRead, { timeZone, onProgress })) {
    records.push(prepare(record));
    if (records.length >= recordsPerMessage) await send();
  }
  await send();
}

/** Does here what can be done here, so that what stores the records has less to do. */
function prepare(record: WordpressRecord): ReadRecord {
  if (record.kind !== 'item') return record;
  const item = { ...record, terms: record.terms.filter(({ taxonomy }) => skippedTaxonomy(taxonomy) === null) };
  if (skipReason(item) !== null) return { ...item, digest: '', text: null };
  const hasText = item.postType !== 'attachment';
  return { ...item, digest: digestOf(item), text: hasText ? readShortContent(item.content) : null };
}

function post(message: ReaderMessage): void {
  port.postMessage(message);
}
