// Reads a whole backup and compares everything that can be compared.

import type { Fail, TarFile } from '../archive/read-tar.ts';
import { BackupError } from './backup-error.ts';
import type { BackupHead, BackupManifest } from './backup-format.ts';
import { type ReadOptions, readBackup } from './read-backup.ts';

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
