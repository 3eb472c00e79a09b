// Reads a tar with checksums entry by entry, and checks that it is whole: it may be damaged, cut off, or made to do harm. Little
// of it is held in memory.

import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { entryNames, sumLine } from './archive-format.ts';

/** The path of a file, or what opens another one; `name` is for people. */
export type TarFile = string | { name: string; open(): Promise<Readable> };

export type TarEntry = { name: string; size: number; bytes: AsyncIterable<Buffer> };

/** The error for what is wrong with the file, such as “it is damaged”. */
export type Fail = (fault: string, cause?: unknown) => Error;

/** An item has 8 MB of text, which JSON may write in six times as many bytes. */
const maxLineBytes = 100_000_000;
const maxSumLineBytes = 250;
/** What a tar has before each of its entries. */
const headerBytes = 512;

const notTar = 'it is empty, or not a tar file';

type Entry = AsyncIterable<Buffer> & { header: { name: string; size: number; type: string }; resume(): void };

/**
 * The entries in their order, without the checksums, which are the last one and are compared. Returns them. What is not read of
 * an entry is read before the next one. Throws what `fail` returns.
 */
export async function* readTar(
  file: TarFile,
  { fail, onProgress = () => {} }: { fail: Fail; onProgress?: ((bytes: number) => void) | undefined },
): AsyncGenerator<TarEntry, Map<string, string>> {
  const sums = new Map<string, string>();
  let isEnded = false;
  for await (const entry of entriesOf(file, fail, onProgress)) {
    const { name, size, type } = entry.header;
    if (type !== 'file') throw fail(`“${shorten(name)}” in it is not a file`);
    if (sums.has(name)) throw fail(`it contains “${shorten(name)}” twice`);
    if (isEnded) throw fail(`“${shorten(name)}” is after its end`);
    const hash = createHash('sha256');
    const bytes = hashed(entry, hash, nameOf(file), fail);
    if (name === entryNames.sums && sums.has(entryNames.manifest)) {
      await compareSums(bytes, size, sums, fail);
      isEnded = true;
      continue;
    }
    yield { name, size, bytes };
    for await (const _ of bytes);
    sums.set(name, hash.digest('hex'));
  }
  if (sums.size === 0) throw fail(notTar);
  if (!isEnded) throw fail('it is cut off: its end is missing');
  return sums;
}

function nameOf(file: TarFile): string {
  return typeof file === 'string' ? file : file.name;
}

async function* entriesOf(file: TarFile, fail: Fail, onProgress: (bytes: number) => void): AsyncGenerator<Entry> {
  const source = typeof file === 'string' ? createReadStream(file, { highWaterMark: 256 * 1024 }) : await file.open();
  let bytesRead = 0;
  source.on('data', (chunk) => {
    bytesRead += chunk.length;
  });
  const tar = extract();
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      onProgress(bytesRead);
      yield entry as unknown as Entry;
    }
  } catch (error) {
    throw bytesRead > 0 && bytesRead < headerBytes ? fail(notTar, error) : describe(error, nameOf(file), fail);
  } finally {
    source.destroy();
    tar.destroy();
    if (!source.closed) await once(source, 'close');
  }
}

function describe(error: unknown, file: string, fail: Fail): unknown {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return fail(`there is no file ${file}`, error);
  if (code === 'EISDIR') return fail(`${file} is a folder`, error);
  if (code === 'EACCES' || code === 'EPERM') return fail(`this account may not read ${file}`, error);
  if (/^Unexpected end of data|^Stream was destroyed|closed prematurely/.test(message))
    return fail('it is cut off: its end is missing', error);
  if (/^Invalid tar header|^Invalid header|^Header exceeds/.test(message))
    return fail('it is damaged, or not a tar file', error);
  return error;
}

async function* hashed(entry: Entry, hash: Hash, file: string, fail: Fail): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw describe(error, file, fail);
  }
}

/** The lines of an entry. */
export async function* linesOf(bytes: AsyncIterable<Buffer>, name: string, fail: Fail): AsyncGenerator<string> {
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
    if (length > maxLineBytes) throw fail(`a line of ${name} is too long`);
  }
  if (length > 0) throw fail(`${name} ends in the middle of a line`);
}

/** What an entry with JSON says; `max` bytes of it. */
export async function readJson({ name, size, bytes }: TarEntry, max: number, fail: Fail): Promise<unknown> {
  if (size > max) throw fail(`${name} in it is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw fail(`${name} in it is damaged`, error);
  }
}

async function compareSums(
  bytes: AsyncIterable<Buffer>,
  size: number,
  sums: ReadonlyMap<string, string>,
  fail: Fail,
): Promise<void> {
  if (size > (sums.size + 1) * maxSumLineBytes) throw fail('its checksums do not fit its entries');
  const expected = new Map<string, string>();
  for await (const line of linesOf(bytes, entryNames.sums, fail)) expected.set(line.slice(66), line);
  for (const [name, sum] of sums) {
    if (`${expected.get(name)}\n` !== sumLine(sum, name)) throw fail(`${name} in it is damaged`);
  }
  if (expected.size !== sums.size) throw fail('an entry is missing in it');
}

/** As much of a name as a sentence can hold. */
export function shorten(name: string): string {
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}
