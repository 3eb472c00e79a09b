// The storage for files that the settings name.

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
