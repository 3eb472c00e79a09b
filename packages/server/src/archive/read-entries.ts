// Reads the entries of an archive one after another, and checks that it is whole: the archive may be damaged, cut off, not
// ours, or made to do harm. Nothing in it names a path on this computer, and little of it is held in memory.

import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { extract } from 'tar-stream';
import { ArchiveError } from './archive-error.ts';
import {
  entryNames,
  fileEntryPattern,
  format,
  formatVersion,
  type Head,
  type Manifest,
  sumLine,
  tableEntryPattern,
} from './archive-format.ts';
import { type Part, partNames } from './archived-tables.ts';

export type ArchiveEntry =
  | { is: 'head'; head: Head }
  | { is: 'rows'; table: string; lines: AsyncIterable<string> }
  | { is: 'file'; id: string; size: number; bytes: AsyncIterable<Buffer> }
  | { is: 'manifest'; manifest: Manifest };

const maxHeadBytes = 1_000_000;
const maxManifestBytes = 50_000_000;
/** An item has 8 MB of text, which JSON may write in six times as many bytes. */
const maxLineBytes = 100_000_000;
const maxSumLineBytes = 250;

type Entry = AsyncIterable<Buffer> & { header: { name: string; size: number; type: string }; resume(): void };

/**
 * The entries in their order. The last one is the manifest; after it, the checksums are compared. With `until: 'files'`, it
 * stops before the files. Throws ArchiveError.
 */
export async function* readEntries(
  file: string,
  { until = 'end', onProgress = () => {} }: { until?: 'files' | 'end'; onProgress?: (bytes: number) => void } = {},
): AsyncGenerator<ArchiveEntry> {
  const sums = new Map<string, string>();
  let stage: 'head' | 'tables' | 'files' | 'manifest' | 'end' = 'head';
  for await (const entry of entriesOf(file, onProgress)) {
    const { name, size, type } = entry.header;
    if (type !== 'file') throw new ArchiveError(`“${shorten(name)}” in it is not a file`);
    if (sums.has(name)) throw new ArchiveError(`it contains “${shorten(name)}” twice`);
    if (stage === 'head' && name !== entryNames.head) throw new ArchiveError('it is not an archive of Frontdesk');
    if (stage === 'end') throw new ArchiveError(`“${shorten(name)}” is after its end`);
    if (name === entryNames.sums && stage === 'manifest') {
      await compareSums(hashed(entry, createHash('sha256'), file), size, sums);
      stage = 'end';
      continue;
    }
    const hash = createHash('sha256');
    const bytes = hashed(entry, hash, file);
    const [, table] = tableEntryPattern.exec(name) ?? [];
    const [, id] = fileEntryPattern.exec(name) ?? [];
    if (name === entryNames.head && stage === 'head') {
      stage = 'tables';
      yield { is: 'head', head: readHead(await readJson(bytes, size, name, maxHeadBytes)) };
    } else if (table !== undefined && stage === 'tables') {
      yield { is: 'rows', table, lines: linesOf(bytes, name) };
    } else if (id !== undefined && (stage === 'tables' || stage === 'files')) {
      if (until === 'files') return;
      stage = 'files';
      yield { is: 'file', id, size, bytes };
    } else if (name === entryNames.manifest && (stage === 'tables' || stage === 'files')) {
      if (until === 'files') return;
      stage = 'manifest';
      yield { is: 'manifest', manifest: readManifest(await readJson(bytes, size, name, maxManifestBytes)) };
    } else {
      throw new ArchiveError(`“${shorten(name)}” does not belong there`);
    }
    for await (const _ of bytes);
    sums.set(name, hash.digest('hex'));
  }
  if (stage === 'head') throw new ArchiveError('it is empty, or not a tar file');
  if (stage !== 'end') throw new ArchiveError('it is cut off: its end is missing');
}

async function* entriesOf(file: string, onProgress: (bytes: number) => void): AsyncGenerator<Entry> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const tar = extract();
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      onProgress(source.bytesRead);
      yield entry as unknown as Entry;
    }
  } catch (error) {
    throw describe(error, file);
  } finally {
    source.destroy();
    tar.destroy();
    if (!source.closed) await once(source, 'close');
  }
}

function describe(error: unknown, file: string): unknown {
  if (error instanceof ArchiveError) return error;
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new ArchiveError(`there is no file ${file}`, error);
  if (code === 'EISDIR') return new ArchiveError(`${file} is a folder`, error);
  if (code === 'EACCES' || code === 'EPERM') return new ArchiveError(`this account may not read ${file}`, error);
  if (/^Unexpected end of data|^Stream was destroyed|closed prematurely/.test(message))
    return new ArchiveError('it is cut off: its end is missing', error);
  if (/^Invalid tar header|^Invalid header|^Header exceeds/.test(message))
    return new ArchiveError('it is damaged, or not a tar file', error);
  return error;
}

async function* hashed(entry: Entry, hash: Hash, file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw describe(error, file);
  }
}

async function* linesOf(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString();
      begun = [];
      length = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxLineBytes) throw new ArchiveError(`a line of ${name} is too long`);
  }
  if (length > 0) throw new ArchiveError(`${name} ends in the middle of a line`);
}

async function readJson(bytes: AsyncIterable<Buffer>, size: number, name: string, max: number): Promise<unknown> {
  if (size > max) throw new ArchiveError(`${name} in it is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new ArchiveError(`${name} in it is damaged`, error);
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

async function compareSums(
  bytes: AsyncIterable<Buffer>,
  size: number,
  sums: ReadonlyMap<string, string>,
): Promise<void> {
  if (size > (sums.size + 1) * maxSumLineBytes) throw new ArchiveError('its checksums do not fit its entries');
  const expected = new Map<string, string>();
  for await (const line of linesOf(bytes, entryNames.sums)) expected.set(line.slice(66), line);
  for (const [name, sum] of sums) {
    if (`${expected.get(name)}\n` !== sumLine(sum, name)) throw new ArchiveError(`${name} in it is damaged`);
  }
  if (expected.size !== sums.size) throw new ArchiveError('an entry is missing in it');
}

function shorten(name: string): string {
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}
