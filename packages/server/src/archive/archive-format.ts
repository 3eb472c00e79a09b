// The format of an archive: a tar with these entries, in this order.
//
//   frontdesk.json             what it is: format, version of the format, parts
//   tables/<table>/<n>.ndjson  rows as JSON, one on each line, in the order of their keys; bytes as base64
//   files/<id>                 the bytes of files
//   manifest.json              when it was made, how many rows and files there are, which files were missing
//   SHA256SUMS                 the checksum of every entry before it, as `sha256sum` writes and checks them
//
// Two archives of the same content differ in the time of the manifest only.

import { ExpectedError } from '../lib/expected-error.ts';
import type { Part } from './archived-tables.ts';

export const format = 'frontdesk-archive';
/** Increases when an earlier version of the service would misread an archive. */
export const formatVersion = 1;

export const entryNames = { head: 'frontdesk.json', manifest: 'manifest.json', sums: 'SHA256SUMS' } as const;

export type Head = { format: typeof format; version: number; parts: readonly Part[] };

export type MissingFile = { id: string; name: string };

export type Manifest = {
  createdAt: string;
  /** Where the service was reached. */
  origin: string | null;
  /** Rows by table. */
  rows: Record<string, number>;
  files: { count: number; bytes: number };
  /** Files whose bytes were not there, or not of their size, when they were to be read. */
  missing: MissingFile[];
};

export function tableEntry(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.ndjson`;
}

export const tableEntryPattern = /^tables\/(\w{1,60})\/(\d{6,9})\.ndjson$/;
/** IDs of stored bytes (lib/ids.ts). Nothing else may become the name of a file. */
export const fileEntryPattern = /^files\/([a-z]{2,10}_[0-9a-z]{26})$/;

/** One line of SHA256SUMS. */
export function sumLine(sha256: string, name: string): string {
  return `${sha256}  ${name}\n`;
}

// What is wrong with an archive, in one sentence for the person who has it.

export class ArchiveError extends ExpectedError {
  override name = 'ArchiveError';

  constructor(fault: string, cause?: unknown) {
    super(`The archive cannot be imported: ${fault}. Nothing was imported.`, { cause });
  }
}
