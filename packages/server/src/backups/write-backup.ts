// Writes a backup: one state of the database, then the files that it mentions, then checks what was written.

import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { sumLine } from '../archive/archive-format.ts';
import { EntryPacker } from '../archive/pack-entries.ts';
import type { TarFile } from '../archive/read-tar.ts';
import { copyDatabase } from '../database/copies/copy-database.ts';
import type { DatabaseCopy } from '../database/copies/database-copy.ts';
import type { DatabasePlace } from '../database/database.ts';
import { ExpectedError, existsAlready } from '../lib/expected-error.ts';
import { sealerOf } from '../lib/sealed-box.ts';
import { dataPath } from '../storage/data-folder.ts';
import type { FileStorage } from '../storage/storage.ts';
import {
  type BackupHead,
  type BackupManifest,
  backupFormat,
  backupVersion,
  memberNames,
  sealKey,
} from './backup-format.ts';
import type { BackupTarget } from './backup-store.ts';
import { checkBackup } from './read-backup.ts';

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

/** Throws ExpectedError for what a person can mend. Nothing but whole backups remains. */
export async function writeBackup(
  source: BackupSource,
  target: BackupTarget,
  { replace = false, signal, onProgress }: WriteOptions = {},
): Promise<BackupReport> {
  const startedAt = source.now();
  const scratch = `${target.scratch}.db`;
  let copy: DatabaseCopy | null = null;
  let writer: BackupWriter | null = null;
  async function* content(): AsyncGenerator<Buffer> {
    copy = await copyDatabase(source.place, {
      scratch,
      signal,
      onProgress: ({ part }) => onProgress?.({ phase: 'database', bytes: part }),
    });
    writer = new BackupWriter(source, copy, { scratch, startedAt, signal, onProgress });
    for await (const chunk of writer.bytes()) {
      signal?.throwIfAborted();
      yield chunk;
    }
    await copy.close();
  }
  const fail = (fault: string, cause?: unknown) =>
    new ExpectedError(`The backup was written, but cannot be read: ${fault}. Check the disk of ${target.place}.`, {
      cause,
    });
  const check = async (stored: TarFile): Promise<void> => {
    const onRead = (bytes: number): void => {
      signal?.throwIfAborted();
      onProgress?.({ phase: 'checking', bytes });
    };
    const { sums } = await checkBackup(stored, { fail, onProgress: onRead });
    for (const [name, sum] of sums) if (writer?.sums.get(name) !== sum) throw fail(`${name} in it is damaged`);
  };
  try {
    if (!replace && (await target.exists())) throw existsAlready(target.place);
    await target.prepare(startedAt);
    const bytes = await target.write(content(), check, replace);
    const { head, manifest } = writer as unknown as BackupWriter;
    return { file: target.place, bytes, head, manifest };
  } catch (error) {
    throw target.explain(error);
  } finally {
    await (copy as DatabaseCopy | null)?.close();
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
