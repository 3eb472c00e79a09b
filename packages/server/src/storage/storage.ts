// Storage for the bytes of files: a local folder (local-storage.ts) or an S3 store (s3-storage.ts).

import type { Readable } from 'node:stream';

export type StoredFile = { size: number; sha256: string };

export interface FileStorage {
  /** Streams the bytes to durable storage under `id`. If the source fails, nothing is kept. */
  put(id: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Reads the bytes, or those from `start` to `end`, both included. Throws ENOENT if there are none. */
  read(id: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Reads all bytes, even if they are removed meanwhile; null if there are none, or not of this size. */
  readWhole(id: string, size: number): Promise<Readable | null>;
  /** Removes the bytes, if there are any. */
  remove(id: string): Promise<void>;
  /** All files, or those whose ID has this ending. `usedAt`: when they were stored or `touch`ed, in ms since 1970. */
  list(ending?: string): AsyncIterable<{ id: string; size: number; usedAt: number }>;
  /** Notes that a file is used, once an hour at most. */
  touch(id: string): Promise<void>;
  /** IDs of files stored more than `ageMs` ago, for the sweep. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
  /** Removes what is left of files that began to be stored more than `ageMs` ago and were never complete. Returns how many. */
  removeUnfinished(ageMs: number): Promise<number>;
}
