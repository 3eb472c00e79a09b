// Files in a folder of the data folder, under opaque names.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStorage } from './storage.ts';

const partialEnding = '.part';

/** Names end in the id's random part, so its last two characters spread evenly. */
export function localStorage(folder: string): FileStorage {
  const pathOf = (id: string): string => path.join(folder, id.slice(-2), id);

  return {
    async put(id, source) {
      const target = pathOf(id);
      const partial = `${target}${partialEnding}`;
      const madeFolder = await mkdir(path.dirname(target), { recursive: true });
      const file = await open(partial, 'wx', 0o600);
      try {
        const hash = createHash('sha256');
        let size = 0;
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.length;
          await file.write(chunk);
        }
        // The row that names this file says "accepted": the bytes and their name must be on disk before it.
        await file.sync();
        await file.close();
        await rename(partial, target);
        await syncFolder(path.dirname(target));
        if (madeFolder !== undefined) await syncFolder(path.dirname(madeFolder));
        return { size, sha256: hash.digest('hex') };
      } catch (error) {
        await file.close().catch(() => {});
        await rm(partial, { force: true });
        throw error;
      }
    },

    async read(id) {
      await stat(pathOf(id));
      return createReadStream(pathOf(id));
    },

    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}${partialEnding}`, { force: true });
    },

    async *listOlderThan(ageMs) {
      const before = Date.now() - ageMs;
      for (const shelf of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(path.join(folder, shelf)).catch(() => [])) {
          // A file may go while the list is read.
          const found = await stat(path.join(folder, shelf, name)).catch(() => null);
          if (found && found.mtimeMs < before) yield name.replace(partialEnding, '');
        }
      }
    },
  };
}

/** Makes new names in a folder durable; where folders cannot be opened (Windows) the file system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
}
