// Where backups are kept: a folder (backup-folder.ts) or an S3 store (open-backups.ts). They are named by their time; others may
// be in the same place, and anything else.

import type { Readable } from 'node:stream';
import type { TarFile } from '../archive/read-tar.ts';
import { type KeepRule, timesToRemove } from './keep-rule.ts';
import { readBackupHead } from './read-backup.ts';

export interface BackupStore {
  /** As people read it. */
  place: string;
  /** The names of all files, and their sizes in bytes. */
  list(): AsyncGenerator<{ name: string; bytes: number }>;
  /** For one that is read as a backup. */
  file(name: string): TarFile;
  /** The bytes; null if there is no such file. */
  read(name: string): Promise<{ bytes: number; stream: Readable } | null>;
  remove(name: string): Promise<void>;
  /** For a new backup of this name. */
  target(name: string): BackupTarget;
  /** For a new backup of this time: it gets the name of the next second that has none. */
  newTarget(time: Date): Promise<BackupTarget>;
}

/** Where one backup is written to. */
export interface BackupTarget {
  /** As people read it; of a backup that gets its name at its end, the folder until then. */
  readonly place: string;
  /** A file on this computer that is not there yet, beside which large copies may be put for a while. */
  scratch: string;
  exists(): Promise<boolean>;
  /** Removes what backups left that were killed, and checks that another one can be stored. */
  prepare(now: Date): Promise<void>;
  /**
   * Stores the bytes, and returns their number. `check` reads what was stored; if it throws, nothing remains. In a folder,
   * throws ExpectedError if there is one of this name meanwhile, unless it `replaces` that.
   */
  write(source: AsyncIterable<Buffer>, check: (stored: TarFile) => Promise<void>, replaces: boolean): Promise<number>;
  /** The error to throw for one of this place. */
  explain(error: unknown): unknown;
}

export type StoredBackup = { name: string; createdAt: Date; bytes: number };

const namePattern = /^frontdesk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

/** The names for a backup of this time: the first is such as `frontdesk-2027-02-19T03-00-00Z.tar`, the next ones are of later seconds. */
export function* backupNames(time: Date): Generator<string, never> {
  for (let ms = time.getTime(); ; ms += 1000)
    yield `frontdesk-${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

/** The backups of these sites (backup-format.ts, `site`), the newest first. */
async function listBackups(store: BackupStore, sites: readonly string[]): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for await (const { name, bytes } of store.list()) {
    const [, date, hours, minutes, seconds] = namePattern.exec(name) ?? [];
    if (date === undefined) continue;
    const site = (await readBackupHead(store.file(name)))?.site;
    if (!site || !sites.includes(site)) continue;
    found.push({ name, createdAt: new Date(`${date}T${hours}:${minutes}:${seconds}Z`), bytes });
  }
  return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Removes the backups of these sites that the rule does not keep. Returns their names. */
export async function pruneBackups(store: BackupStore, sites: readonly string[], rule: KeepRule): Promise<string[]> {
  const surplus = timesToRemove(rule, await listBackups(store, sites));
  for (const { name } of surplus) await store.remove(name);
  return surplus.map(({ name }) => name);
}
