// The places that a setting or a command names for backups.

import path from 'node:path';
import type { TarFile } from '../archive/read-tar.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { isS3Address, readS3Place, type S3Access, type S3Store } from '../lib/s3/s3-place.ts';
import { backupBucket } from './backup-bucket.ts';
import { backupFolder } from './backup-folder.ts';
import type { BackupStore } from './backup-store.ts';

/** An S3 store if there is one, otherwise the folder, which is also for what is needed meanwhile. */
export type BackupPlace = { backupFolder: string; backupStore: S3Store | null };

/** The place of the backups that the service makes. */
export function openBackups({ backupFolder: folder, backupStore }: BackupPlace): BackupStore {
  return backupStore === null ? backupFolder(folder) : backupBucket(backupStore, folder);
}

type S3Settings = { s3: S3Access | null; backupFolder: string };

/**
 * What `s3://…` of a command names: one backup if it ends with `.tar`, otherwise a place of backups. Null for paths. Throws
 * ExpectedError.
 */
export function openAddress(text: string, settings: S3Settings): { store: BackupStore; name: string | null } | null {
  if (!isS3Address(text)) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
      throw new ExpectedError(
        `${text} is neither a path nor s3://bucket/prefix. For other places, make a backup in a folder and copy it from there, such as with rclone.`,
      );
    return null;
  }
  const name = text.endsWith('.tar') ? path.posix.basename(text) : null;
  const place = readS3Place(name === null ? text : text.slice(0, -name.length));
  if (place === null || (name !== null && !/^[\w.-]+$/.test(name)))
    throw new ExpectedError(`${text} must be s3://bucket/prefix/ or s3://bucket/prefix/name.tar.`);
  if (settings.s3 === null)
    throw new ExpectedError(
      'For an S3 store, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_REGION or AWS_ENDPOINT_URL_S3 (docs/files.md).',
    );
  return { store: backupBucket({ access: settings.s3, place }, settings.backupFolder), name };
}

/** The backup that a command names by its path or by `s3://…/name.tar`. Throws ExpectedError. */
export function openBackupFile(text: string, settings: S3Settings): TarFile {
  const address = openAddress(text, settings);
  if (address === null) return text;
  if (address.name === null) throw new ExpectedError(`${text} is not the name of a backup: it must end with .tar.`);
  return address.store.file(address.name);
}
