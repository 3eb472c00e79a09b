// Reads the entries of an archive one after another, and checks that it is whole: the archive may be damaged, cut off, not
// ours, or made to do harm. Nothing in it names a path on this computer, and little of it is held in memory.

import { ArchiveError } from './archive-error.ts';
import {
  entryNames,
  fileEntryPattern,
  format,
  formatVersion,
  type Head,
  type Manifest,
  tableEntryPattern,
} from './archive-format.ts';
import { type Part, partNames } from './archived-tables.ts';
import { linesOf, readJson, readTar, shorten } from './read-tar.ts';

export type ArchiveEntry =
  | { is: 'head'; head: Head }
  | { is: 'rows'; table: string; lines: AsyncIterable<string> }
  | { is: 'file'; id: string; size: number; bytes: AsyncIterable<Buffer> }
  | { is: 'manifest'; manifest: Manifest };

const maxHeadBytes = 1_000_000;
const maxManifestBytes = 50_000_000;

const fail = (fault: string, cause?: unknown): ArchiveError => new ArchiveError(fault, cause);

/**
 * The entries in their order. The last one is the manifest; after it, the checksums are compared. With `until: 'files'`, it
 * stops before the files. Throws ArchiveError.
 */
export async function* readEntries(
  file: string,
  { until = 'end', onProgress = () => {} }: { until?: 'files' | 'end'; onProgress?: (bytes: number) => void } = {},
): AsyncGenerator<ArchiveEntry> {
  let stage: 'head' | 'tables' | 'files' | 'manifest' = 'head';
  for await (const entry of readTar(file, { fail, onProgress })) {
    const { name, size, bytes } = entry;
    if (stage === 'head' && name !== entryNames.head) throw new ArchiveError('it is not an archive of Frontdesk');
    const [, table] = tableEntryPattern.exec(name) ?? [];
    const [, id] = fileEntryPattern.exec(name) ?? [];
    if (name === entryNames.head && stage === 'head') {
      stage = 'tables';
      yield { is: 'head', head: readHead(await readJson(entry, maxHeadBytes, fail)) };
    } else if (table !== undefined && stage === 'tables') {
      yield { is: 'rows', table, lines: linesOf(bytes, name, fail) };
    } else if (id !== undefined && (stage === 'tables' || stage === 'files')) {
      if (until === 'files') return;
      stage = 'files';
      yield { is: 'file', id, size, bytes };
    } else if (name === entryNames.manifest && (stage === 'tables' || stage === 'files')) {
      if (until === 'files') return;
      stage = 'manifest';
      yield { is: 'manifest', manifest: readManifest(await readJson(entry, maxManifestBytes, fail)) };
    } else {
      throw new ArchiveError(`“${shorten(name)}” does not belong there`);
    }
  }
}

function readHead(value: unknown): Head {
  const head = (value ?? {}) as Partial<Head>;
  if (head.format !== format || !Number.isInteger(head.version) || !Array.isArray(head.parts))
    throw new ArchiveError('it is not an archive of Frontdesk');
  const isNewer =
    (head.version as number) > formatVersion || head.parts.some((part) => !partNames.includes(part as Part));
  if (isNewer) throw newerArchive();
  return head as Head;
}

export function newerArchive(what = ''): ArchiveError {
  return new ArchiveError(`it was made by a newer version of Frontdesk${what}. Import it with that version`);
}

function readManifest(value: unknown): Manifest {
  const manifest = (value ?? {}) as Partial<Manifest>;
  const { rows, files, missing } = manifest;
  const isWhole =
    typeof rows === 'object' && typeof files?.count === 'number' && Array.isArray(missing) && rows !== null;
  if (!isWhole) throw new ArchiveError(`${entryNames.manifest} in it is damaged`);
  return manifest as Manifest;
}
