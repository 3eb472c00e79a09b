// What the thread that reads an export gets and sends.

import type { ContentText } from '../content/imports/imported-item.ts';
import type { WordpressExportSource, WordpressExportSummary } from './wordpress-export.ts';
import type { WordpressItem, WordpressRecord } from './wordpress-records.ts';
import type { SiteTimeZone } from './wordpress-time-zone.ts';

/** `terms` are those that are imported. `text` is null for long content, and for what is not content. */
export type ReadItem = WordpressItem & { digest: string; text: ContentText | null };
export type ReadRecord = Exclude<WordpressRecord, WordpressItem> | ReadItem;

/** `sources`: the file to be checked, and once more to be read. */
export type ThreadInput = { name: string; sources: WordpressExportSource[]; timeZone: string | undefined };

export type ReaderMessage =
  | { is: 'checking'; bytes: number }
  /** The whole file can be read; records follow. `zone` is the one given, or the one that published items show. */
  | { is: 'checked'; summary: WordpressExportSummary; zone: SiteTimeZone }
  | { is: 'read'; bytes: number; records: ReadRecord[] }
  | { is: 'refused'; message: string; line: number | null; column: number | null };
