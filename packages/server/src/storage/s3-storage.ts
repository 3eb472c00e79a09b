// Stores files as objects in an S3 store, under their IDs. `usedAt` is when an object was last changed: to note that a file is used,
// it is copied onto itself.

import { openBucket, type S3Bucket } from '../lib/s3/s3-bucket.ts';
import type { S3Store } from '../lib/s3/s3-place.ts';
import type { S3Patience } from '../lib/s3/s3-request.ts';
import type { FileStorage } from './storage.ts';

const touchEveryMs = 3_600_000;
/** Other objects may be in the same place; they are not seen, so that the sweep cannot remove them. */
const idPattern = /^[a-z]+_\w+$/;

/** Functions throw S3Error if the store rejects a request or is out of reach. */
export function s3Storage(store: S3Store, patience?: S3Patience): FileStorage {
  const bucket = openBucket(store, patience);
  async function* files() {
    for await (const { name, bytes, changedAt } of bucket.list())
      if (idPattern.test(name)) yield { id: name, size: bytes, usedAt: changedAt.getTime() };
  }

  return {
    put: (id, source) => bucket.put(id, source),

    async read(id, range) {
      const found = await bucket.read(id, range);
      if (found === null) throw missing(id, bucket);
      return found.stream;
    },

    async readWhole(id, size) {
      const found = await bucket.read(id);
      if (found?.bytes === size) return found.stream;
      found?.stream.destroy();
      return null;
    },

    remove: (id) => bucket.remove(id),

    async *list(ending = '') {
      for await (const file of files()) if (file.id.endsWith(ending)) yield file;
    },

    async touch(id) {
      const found = await bucket.find(id);
      if (found === null) throw missing(id, bucket);
      if (Date.now() - found.changedAt.getTime() > touchEveryMs) await bucket.renew(id);
    },

    async *listOlderThan(ageMs) {
      const before = Date.now() - ageMs;
      for await (const { id, usedAt } of files()) if (usedAt < before) yield id;
    },

    removeUnfinished: (ageMs) => bucket.abortUploads(new Date(Date.now() - ageMs)),
  };
}

function missing(id: string, { place }: S3Bucket): Error {
  return Object.assign(new Error(`There is no ${id} in ${place}`), { code: 'ENOENT' });
}
