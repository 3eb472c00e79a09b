// Archives in tests: written to a file, taken apart, and put together again with other content.

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { extract, type Header, pack } from 'tar-stream';
import { type ArchiveOptions, writeArchive } from '../../src/archive/write-archive.ts';
import type { Context } from '../../src/context/context.ts';

/** The bytes by the names of the entries, in their order. */
export type Entries = Map<string, Buffer>;

export async function archiveBytes(context: Context, options?: ArchiveOptions): Promise<Buffer> {
  return buffer(Readable.from(writeArchive(context, options)));
}

export async function entriesIn(tar: Buffer): Promise<Entries> {
  const entries: Entries = new Map();
  for await (const entry of Readable.from([tar]).pipe(extract())) {
    entries.set(entry.header.name, await buffer(entry as unknown as Readable));
  }
  return entries;
}

/** Everything except when the archive was made. */
export function withoutTime(entries: Entries): Record<string, string> {
  const texts = [...entries].map(([name, bytes]) => {
    if (name === 'manifest.json') return [name, { ...JSON.parse(String(bytes)), createdAt: '', origin: '' }];
    if (name === 'SHA256SUMS') return [name, String(bytes).replace(/^\w+(?= {2}manifest.json)/m, '')];
    return [name, /^(tables|front)/.test(name) ? String(bytes) : bytes.toString('base64')];
  });
  return Object.fromEntries(texts);
}

/** A tar of these entries, whose checksums are right. An entry may have another header. */
export async function packed(
  entries: Iterable<readonly [string, Buffer | string]>,
  header: (name: string) => Partial<Header> = () => ({}),
): Promise<Buffer> {
  const tar = pack();
  const sums: string[] = [];
  for (const [name, bytes] of entries) {
    if (name === 'SHA256SUMS') continue;
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    tar.entry({ name, ...header(name) } as Header, bytes as Buffer);
  }
  tar.entry({ name: 'SHA256SUMS' }, sums.join(''));
  tar.finalize();
  return buffer(tar as unknown as Readable);
}

/** The path of a file with these bytes; removed when the test ends. */
export async function fileWith(t: Pick<TestContext, 'after'>, bytes: Buffer | string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-archive-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'site.tar');
  await writeFile(file, bytes);
  return file;
}
