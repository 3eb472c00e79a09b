// What the thread that reads an export sends.

import type { ContentText } from '../../../content/imports/imported-item.ts';
import type { WordpressExportSummary } from './wordpress-export.ts';
import type { WordpressItem, WordpressRecord } from './wordpress-records.ts';
import type { SiteTimeZone } from './wordpress-time-zone.ts';

/** `text` is null for long content, and for what is not content. */
export type ReadItem = WordpressItem & { text: ContentText | null };
export type ReadRecord = Exclude<WordpressRecord, WordpressItem> | ReadItem;

export type ReaderMessage =
  | { is: 'checking'; bytes: number }
  /** The whole file can be read; records follow. `zone` is the one given, or the one that published items show. */
  | { is: 'checked'; summary: WordpressExportSummary; zone: SiteTimeZone }
  | { is: 'read'; bytes: number; records: ReadRecord[] }
  | { is: 'refused'; message: string; line: number | null; column: number | null };
