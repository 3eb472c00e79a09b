// The storage for files that the settings name.

import { openBucket } from '../lib/s3/s3-bucket.ts';
import { S3Error } from '../lib/s3/s3-error.ts';
import type { S3Store } from '../lib/s3/s3-place.ts';
import { dataPath } from './data-folder.ts';
import { localStorage } from './local-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { FileStorage } from './storage.ts';

/** Where files are: in an S3 store, or in the data folder. */
export type FilePlace = { dataFolder: string; fileStore: S3Store | null };

export function openStorage({ dataFolder, fileStore }: FilePlace): FileStorage {
  return fileStore === null ? localStorage(dataPath(dataFolder, 'files')) : s3Storage(fileStore);
}

// Whether the S3 store for files can be used.

const shortPatience = { silenceMs: 5000, tries: 1, pauseMs: 0 };

/** Throws S3Error if the store rejects the service for good. Returns why it is out of reach for now; null if it is not. */
export async function greetStore(store: S3Store): Promise<string | null> {
  try {
    await openBucket(store, shortPatience).check();
    return null;
  } catch (error) {
    if (!(error instanceof S3Error && error.isPassing)) throw error;
    return error.message;
  }
}
