// The places that a setting or a command names for backups.

import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { TarFile } from '../archive/read-tar.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { openBucket, type S3Bucket } from '../lib/s3/s3-bucket.ts';
import { isS3Address, readS3Place, type S3Access, type S3Store } from '../lib/s3/s3-place.ts';
import { backupFolder, explainFailure, removeStaleParts } from './backup-folder.ts';
import { BackupError } from './backup-format.ts';
import { type BackupStore, type BackupTarget, backupNames } from './backup-store.ts';

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
      'For an S3 store, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_REGION or AWS_ENDPOINT_URL_S3 (docs/scale.md).',
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

// Backups in an S3 store. A backup goes there as it is made, in parts whose hashes the store compares, and appears when all of it is
// there; then it is read back. Only the copy of the database needs room on this computer meanwhile.

/** With 10,000 parts, a backup may have 320 GB. */
const partBytes = 32 * 1024 * 1024;
const dayMs = 86_400_000;

/** `scratchFolder` is created for the copy of the database. */
function backupBucket(store: S3Store, scratchFolder: string): BackupStore {
  const bucket = openBucket(store);
  const target = (name: string): BackupTarget => ({
    place: `${bucket.place}/${name}`,
    scratch: path.join(scratchFolder, `${name}.${randomBytes(6).toString('hex')}.part`),
    exists: async () => (await bucket.find(name)) !== null,
    async prepare(now) {
      await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
      await removeStaleParts(scratchFolder, now);
      await bucket.abortUploads(new Date(now.getTime() - dayMs));
    },
    explain: (error) => explainFailure(error, scratchFolder),
    async write(source, check) {
      const { size } = await bucket.put(name, source, partBytes);
      await check(bucketFile(bucket, name)).catch(async (error) => {
        await bucket.remove(name);
        throw error;
      });
      return size;
    },
  });
  return {
    place: bucket.place,
    list: () => bucket.list(),
    file: (name) => bucketFile(bucket, name),
    read: (name) => bucket.read(name),
    remove: (name) => bucket.remove(name),
    target,
    // Two that ask in the same second can get the same: not all stores can refuse the second one.
    async newTarget(time) {
      for (const names = backupNames(time); ; ) {
        const found = target(names.next().value);
        const isTaken = await found.exists().catch((error) => {
          throw found.explain(error);
        });
        if (!isTaken) return found;
      }
    },
  };
}

function bucketFile(bucket: S3Bucket, name: string) {
  const place = `${bucket.place}/${name}`;
  return {
    name: place,
    async open() {
      const found = await bucket.read(name);
      if (found === null) throw new BackupError(`there is no object ${place}`);
      return found.stream;
    },
  };
}
