// Reads the members of a backup one after another, and checks that it is whole. Nothing in it names a path on this computer.

import { fileEntryPattern } from '../archive/archive-format.ts';
import { type Fail, readJson, readTar, shorten, type TarFile } from '../archive/read-tar.ts';
import { rowsMemberPattern, sqliteMember } from '../database/copies/database-copy.ts';
import { isObject } from '../lib/validation.ts';
import {
  BackupError,
  type BackupHead,
  type BackupManifest,
  backupFormat,
  backupVersion,
  isSealedKey,
  memberNames,
} from './backup-format.ts';

export type BackupMember =
  | { is: 'head'; head: BackupHead }
  | { is: 'database' | 'sandbox'; bytes: AsyncIterable<Buffer> }
  | { is: 'rows'; table: string; bytes: AsyncIterable<Buffer> }
  | { is: 'file'; id: string; size: number; bytes: AsyncIterable<Buffer> }
  | { is: 'manifest'; manifest: BackupManifest };

type ReadOptions = { fail?: Fail; onProgress?: ((bytes: number) => void) | undefined };

const maxHeadBytes = 10_000_000;
const maxManifestBytes = 100_000_000;

const cannotRestore: Fail = (fault, cause) => new BackupError(fault, cause);

/** The members in their order, and at the end the checksums. Throws BackupError, or what `fail` returns. */
export async function* readBackup(
  file: TarFile,
  { fail = cannotRestore, onProgress }: ReadOptions = {},
): AsyncGenerator<BackupMember, Map<string, string>> {
  const entries = readTar(file, { fail, onProgress });
  let order = 0;
  try {
    for (;;) {
      const next = await entries.next();
      if (next.done) return next.value;
      const { name, size, bytes } = next.value;
      const [, table] = rowsMemberPattern.exec(name) ?? [];
      const [, id] = fileEntryPattern.exec(name) ?? [];
      const place = placeOf(name, table, id);
      if (order === 0 && place !== 1) throw fail('it is not a backup of Frontdesk');
      if (place < order || place === 0 || (place === order && (place === 1 || place === 5)))
        throw fail(`“${shorten(name)}” does not belong there`);
      order = place;
      if (place === 1) yield { is: 'head', head: readHead(await readJson(next.value, maxHeadBytes, fail), fail) };
      else if (name === sqliteMember) yield { is: 'database', bytes };
      else if (name === memberNames.sandbox) yield { is: 'sandbox', bytes };
      else if (table !== undefined) yield { is: 'rows', table, bytes };
      else if (id !== undefined) yield { is: 'file', id, size, bytes };
      else yield { is: 'manifest', manifest: readManifest(await readJson(next.value, maxManifestBytes, fail), fail) };
    }
  } finally {
    await entries.return(new Map());
  }
}

/** The head of a backup; null if the file is none. */
export async function readBackupHead(file: TarFile): Promise<BackupHead | null> {
  const members = readBackup(file);
  try {
    const { value } = await members.next();
    return value && 'is' in value && value.is === 'head' ? value.head : null;
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  } finally {
    await members.return(new Map());
  }
}

/** From 1 in the order of the members; 0 for what is none. */
function placeOf(name: string, table: string | undefined, id: string | undefined): number {
  if (name === memberNames.head) return 1;
  if (name === sqliteMember || table !== undefined) return 2;
  if (name === memberNames.sandbox) return 3;
  if (id !== undefined) return 4;
  return name === memberNames.manifest ? 5 : 0;
}

function readHead(value: unknown, fail: Fail): BackupHead {
  const head = (value ?? {}) as Partial<BackupHead>;
  if (head.format !== backupFormat || !Number.isInteger(head.version)) throw fail('it is not a backup of Frontdesk');
  if ((head.version as number) > backupVersion)
    throw fail('it was made by a newer version of Frontdesk. Restore it with that version');
  const isWhole =
    (head.dialect === 'sqlite' || head.dialect === 'postgres') &&
    Array.isArray(head.migrations) &&
    isObject(head.columns) &&
    Object.values(head.columns).every(Array.isArray) &&
    typeof head.createdAt === 'string' &&
    (head.key === null || isSealedKey(head.key));
  if (!isWhole) throw fail(`${memberNames.head} in it is damaged`);
  return head as BackupHead;
}

function readManifest(value: unknown, fail: Fail): BackupManifest {
  const { rows, files, missing } = (value ?? {}) as Partial<BackupManifest>;
  if (!isObject(rows) || typeof files?.count !== 'number' || !Array.isArray(missing))
    throw fail(`${memberNames.manifest} in it is damaged`);
  return value as BackupManifest;
}

// Reads a whole backup and compares everything that can be compared.

export type CheckedBackup = { head: BackupHead; manifest: BackupManifest; sums: ReadonlyMap<string, string> };

/** Throws BackupError, or what `fail` returns. */
export async function checkBackup(file: TarFile, options: ReadOptions = {}): Promise<CheckedBackup> {
  const fail: Fail = options.fail ?? ((fault, cause) => new BackupError(fault, cause));
  const members = readBackup(file, options);
  let head: BackupHead | null = null;
  let manifest: BackupManifest | null = null;
  let databases = 0;
  let files = 0;
  for (;;) {
    const next = await members.next();
    if (next.done) {
      if (head === null || manifest === null) throw fail('its manifest is missing');
      if (files !== manifest.files.count) throw fail(`it contains ${files} of ${manifest.files.count} files`);
      if (databases !== (head.dialect === 'sqlite' ? 1 : 0)) throw fail('its database is missing');
      return { head, manifest, sums: next.value };
    }
    const member = next.value;
    if (member.is === 'head') head = member.head;
    else if (member.is === 'manifest') manifest = member.manifest;
    else if (member.is === 'file') files++;
    else if (member.is === 'database') databases++;
    else if (member.is === 'rows' && !Object.hasOwn(head?.columns ?? {}, member.table))
      throw fail(`it contains rows of “${member.table}”, but not its columns`);
  }
}
