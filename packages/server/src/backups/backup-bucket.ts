// Backups in an S3 store. A backup goes there as it is made, in parts whose hashes the store compares, and appears when all of it is
// there; then it is read back. Only the copy of the database needs room on this computer meanwhile.

import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openBucket, type S3Bucket } from '../lib/s3/s3-bucket.ts';
import type { S3Store } from '../lib/s3/s3-place.ts';
import { BackupError } from './backup-error.ts';
import { explainFailure, removeStaleParts } from './backup-folder.ts';
import { type BackupStore, type BackupTarget, backupNames } from './backup-store.ts';

/** With 10,000 parts, a backup may have 320 GB. */
const partBytes = 32 * 1024 * 1024;
const dayMs = 86_400_000;

/** `scratchFolder` is created for the copy of the database. */
export function backupBucket(store: S3Store, scratchFolder: string): BackupStore {
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
