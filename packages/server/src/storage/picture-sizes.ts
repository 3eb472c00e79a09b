// The sizes of pictures that have been made, in a storage of their own with a budget. They can be lost: they are made
// again when they are asked for. Their names are `<size>.<file ID>`.

import { UnusablePicture } from './pictures.ts';
import type { FileStorage } from './storage.ts';

export interface PictureSizes {
  /**
   * The bytes of a size of a file, which are made if they are not kept. Who asks while they are being made gets the same.
   * `onUnkept` hears why they could not be stored; they are returned nevertheless. A picture that `make` found unusable is
   * not tried again for a while: each attempt may take a minute, and anyone can request sizes.
   */
  get(
    fileId: string,
    size: string,
    make: () => Promise<Buffer>,
    onUnkept: (error: unknown) => void,
  ): Promise<{ bytes: Buffer; isNew: boolean }>;
  /** Removes the sizes of a file. */
  removeOf(fileId: string): Promise<void>;
  /** IDs of the files that have sizes. */
  listFiles(): Promise<string[]>;
}

/** What a file takes on disk at least. */
const blockBytes = 4096;
/** What stays when the budget is exceeded, so that removing happens in batches. */
const partThatStays = 0.8;
/** Other processes may use the same storage, so it is counted again after this part of the budget was added. */
const partUntilCount = 0.05;

/** How long a picture counts as unusable. */
const unusableMs = 10 * 60_000;
const maxUnusable = 1000;

/** `maxBytes` is the budget, `now` the time in ms. */
export function createPictureSizes(storage: FileStorage, maxBytes: number, now: () => number): PictureSizes {
  const making = new Map<string, Promise<{ bytes: Buffer; isNew: boolean }>>();
  const unusable = new Map<string, { error: UnusablePicture; until: number }>();
  let kept = Number.POSITIVE_INFINITY;
  let addedSinceCount = 0;
  let lastStored: Promise<unknown> = Promise.resolve();

  const onDisk = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes;

  /** Counts what is there, and removes what was used longest ago if there is no room for `more` bytes. */
  const makeRoom = async (more: number): Promise<void> => {
    const files = [];
    kept = 0;
    addedSinceCount = 0;
    for await (const file of storage.list()) {
      files.push(file);
      kept += onDisk(file.size);
    }
    if (kept + more <= maxBytes) return;
    files.sort((a, b) => a.usedAt - b.usedAt);
    for (const { id, size } of files) {
      if (kept + more <= maxBytes * partThatStays) break;
      await storage.remove(id);
      kept -= onDisk(size);
    }
  };

  const store = async (id: string, bytes: Buffer): Promise<void> => {
    const more = onDisk(bytes.length);
    if (more > maxBytes * partThatStays) return;
    if (kept + more > maxBytes || addedSinceCount > maxBytes * partUntilCount) await makeRoom(more);
    try {
      await storage.put(id, once(bytes));
      kept += more;
      addedSinceCount += more;
    } catch (error) {
      // A process that ended while it stored the same size may have left a part of it.
      await storage.remove(id);
      throw error;
    }
  };

  /** One after another, so that the budget holds. */
  const storeInTurn = (id: string, bytes: Buffer): Promise<void> => {
    const stored = lastStored.then(() => store(id, bytes));
    lastStored = stored.catch(() => {});
    return stored;
  };

  const read = async (id: string): Promise<Buffer | null> => {
    try {
      const bytes = Buffer.concat(await (await storage.read(id)).toArray());
      await storage.touch(id);
      return bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };

  const tryToMake = async (fileId: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const known = unusable.get(fileId);
    if (known && known.until > now()) throw known.error;
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      if (unusable.size >= maxUnusable) unusable.clear();
      unusable.set(fileId, { error, until: now() + unusableMs });
      throw error;
    }
  };

  return {
    async get(fileId, size, make, onUnkept) {
      const id = `${size}.${fileId}`;
      const find = async () => {
        const found = await read(id);
        if (found) return { bytes: found, isNew: false };
        const bytes = await tryToMake(fileId, make);
        await storeInTurn(id, bytes).catch(onUnkept);
        return { bytes, isNew: true };
      };
      const running = making.get(id) ?? find().finally(() => making.delete(id));
      making.set(id, running);
      return running;
    },

    async removeOf(fileId) {
      for await (const { id, size } of storage.list(`.${fileId}`)) {
        await storage.remove(id);
        kept -= onDisk(size);
      }
    },

    async listFiles() {
      const ids = new Set<string>();
      for await (const { id } of storage.list()) ids.add(id.slice(id.lastIndexOf('.') + 1));
      return [...ids];
    },
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
