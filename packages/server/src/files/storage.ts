// Where the bytes of files lie: an interface, so that another place can be added beside the local folder.

import type { Readable } from 'node:stream';

export type StoredFile = { size: number; sha256: string };

export interface FileStorage {
  /** Streams the bytes to durable storage under `id`; nothing remains when the source fails. */
  put(id: string, source: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** The bytes; throws ENOENT where there are none. */
  read(id: string): Promise<Readable>;
  /** Removes the bytes; nothing happens where there are none. */
  remove(id: string): Promise<void>;
  /** Ids of what has lain here longer than `ageMs`, for the sweep of what was never adopted. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
}
