// Writes a backup: one state of the database, then the files that it mentions, then checks what was written. The file gets its
// name last, so that one with this name is always whole.

import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sumLine } from '../archive/archive-format.ts';
import { EntryPacker } from '../archive/pack-entries.ts';
import { copyDatabase } from '../database/copies/copy-database.ts';
import type { DatabaseCopy } from '../database/copies/database-copy.ts';
import type { DatabasePlace } from '../database/database.ts';
import { isDiskFull } from '../database/database-problems.ts';
import { dataPath } from '../files/data-folder.ts';
import type { FileStorage } from '../files/storage.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { sealerOf } from '../lib/sealed-box.ts';
import { type BackupHead, type BackupManifest, backupFormat, backupVersion, memberNames } from './backup-format.ts';
import { checkBackup } from './check-backup.ts';
import { sealKey } from './seal-key.ts';

export type BackupSource = {
  place: DatabasePlace;
  files: FileStorage;
  /** The key that encrypts stored secrets; null if there is none yet. */
  key: Buffer | null;
  /** Seals the key; null leaves it out. */
  passphrase: string | null;
  /** The version of the service. */
  version: string;
  origin: string | null;
  now: () => Date;
};

export type BackupPhase = 'database' | 'files' | 'checking';

export type WriteOptions = {
  /** Replaces a file with this name. */
  replace?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: { phase: BackupPhase; bytes: number }) => void;
};

export type BackupReport = {
  file: string;
  bytes: number;
  head: BackupHead;
  manifest: BackupManifest;
};

const dayMs = 86_400_000;
const partEnding = '.part';

/** Throws ExpectedError for what a person can mend. Nothing but whole backups remains. */
export async function writeBackup(
  source: BackupSource,
  file: string,
  { replace = false, signal, onProgress }: WriteOptions = {},
): Promise<BackupReport> {
  if (!replace && existsSync(file))
    throw new ExpectedError(`${file} exists already. Choose another name, or replace it with --force.`);
  const startedAt = source.now();
  const partial = `${file}.${randomBytes(6).toString('hex')}${partEnding}`;
  const scratch = `${partial}.db`;
  await removeStaleParts(path.dirname(file), startedAt);
  const target = await open(partial, 'wx', 0o600).catch((error) => {
    throw explainFailure(error, file);
  });
  let copy: DatabaseCopy | null = null;
  try {
    copy = await copyDatabase(source.place, {
      scratch,
      signal,
      onProgress: ({ part }) => onProgress?.({ phase: 'database', bytes: part }),
    });
    const writer = new BackupWriter(source, copy, { scratch, startedAt, signal, onProgress });
    for await (const chunk of writer.bytes()) {
      signal?.throwIfAborted();
      await target.writeFile(chunk);
    }
    await target.sync();
    await target.close();
    await copy.close();
    const fail = (fault: string, cause?: unknown) =>
      new ExpectedError(`The backup was written, but cannot be read: ${fault}. Check the disk of ${file}.`, { cause });
    const { sums } = await checkBackup(partial, {
      fail,
      onProgress(bytes) {
        signal?.throwIfAborted();
        onProgress?.({ phase: 'checking', bytes });
      },
    });
    for (const [name, sum] of sums) if (writer.sums.get(name) !== sum) throw fail(`${name} in it is damaged`);
    const { size } = await stat(partial);
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    return { file, bytes: size, head: writer.head, manifest: writer.manifest };
  } catch (error) {
    await target.close().catch(() => {});
    await rm(partial, { force: true });
    throw explainFailure(error, file);
  } finally {
    await copy?.close();
  }
}

type WriterOptions = {
  onProgress: WriteOptions['onProgress'];
  scratch: string;
  startedAt: Date;
  signal: AbortSignal | undefined;
};

class BackupWriter {
  readonly manifest: BackupManifest = { rows: {}, files: { count: 0, bytes: 0 }, missing: [] };
  readonly #source: BackupSource;
  readonly #copy: DatabaseCopy;
  readonly #options: WriterOptions;
  readonly #packer: EntryPacker;
  #head: BackupHead | null = null;

  constructor(source: BackupSource, copy: DatabaseCopy, options: WriterOptions) {
    this.#source = source;
    this.#copy = copy;
    this.#options = options;
    this.#packer = new EntryPacker(options.startedAt);
  }

  get head(): BackupHead {
    if (this.#head === null) throw new Error('Nothing has been written yet');
    return this.#head;
  }

  get sums(): ReadonlyMap<string, string> {
    return this.#packer.sums;
  }

  bytes(): AsyncGenerator<Buffer> {
    return this.#packer.bytes(() => this.#write());
  }

  async #write(): Promise<void> {
    const { key, passphrase, version, origin } = this.#source;
    const { dialect, migrations, columns } = this.#copy;
    const head: BackupHead = {
      format: backupFormat,
      version: backupVersion,
      service: version,
      createdAt: this.#options.startedAt.toISOString(),
      dialect,
      migrations,
      columns,
      site: siteOf(key),
      origin,
      key: key !== null && passphrase !== null ? await sealKey(key, passphrase) : null,
    };
    this.#head = head;
    await this.#addJson(memberNames.head, head);
    for await (const { name, size, bytes } of this.#copy.members())
      await this.#packer.addStream(name, Readable.from(bytes), size);
    this.manifest.rows = this.#copy.rows;
    await this.#addSandbox();
    await this.#addFiles();
    await this.#addJson(memberNames.manifest, this.manifest);
    const sums = [...this.#packer.sums].map(([name, sum]) => sumLine(sum, name));
    await this.#packer.add(memberNames.sums, Buffer.from(sums.join('')));
    this.#packer.finish();
  }

  async #addSandbox(): Promise<void> {
    const file = dataPath(this.#source.place.dataFolder, 'sandbox');
    if (!existsSync(file)) return;
    const { copySqliteFile, checkSqliteFile, removeSqlite } = await import('../database/copies/sqlite-copy.ts');
    const scratch = `${this.#options.scratch}.sandbox`;
    try {
      await copySqliteFile(file, { scratch, signal: this.#options.signal });
      checkSqliteFile(scratch);
      await this.#packer.addStream(memberNames.sandbox, createReadStream(scratch), (await stat(scratch)).size);
    } finally {
      await removeSqlite(scratch);
    }
  }

  async #addFiles(): Promise<void> {
    const { files, missing } = this.manifest;
    for await (const { id, name, size } of this.#copy.files()) {
      const source = await this.#source.files.readWhole(id, size);
      if (source === null) {
        missing.push({ id, name });
        continue;
      }
      await this.#packer.addStream(`files/${id}`, source, size);
      files.count++;
      files.bytes += size;
      this.#options.onProgress?.({ phase: 'files', bytes: files.bytes });
    }
  }

  #addJson(name: string, value: object): Promise<void> {
    return this.#packer.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
  }
}

/** What recognizes the backups of a service with this key, and says nothing about it. */
export function siteOf(key: Buffer | null): string {
  return key === null ? '' : sealerOf(key).mark('site', 'backups').slice(0, 22);
}

/** Those of a process that was killed. One that is still written is not as old. */
async function removeStaleParts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/\.[0-9a-f]{12}\.part(\.db(\.sandbox)?(-\w+)?)?$/.test(name)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > dayMs) await rm(file, { force: true });
  }
}

function explainFailure(error: unknown, file: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EISDIR: 'it is a folder',
    EACCES: 'this account may not write there',
    EPERM: 'this account may not write there',
    EROFS: 'it is on a read-only disk',
    EFBIG: 'it is larger than a file may be there',
    EIO: `the disk fails (${message})`,
  }[code];
  // Without its cause, which would be explained as a full disk of the database.
  if (isDiskFull(error)) return new ExpectedError(`${file} cannot be written: the disk is full.`);
  return reason === undefined ? error : new ExpectedError(`${file} cannot be written: ${reason}.`, { cause: error });
}

/** Flushes a new file name to disk. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  const handle: FileHandle | null = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
