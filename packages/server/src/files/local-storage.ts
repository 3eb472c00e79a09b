// Files in a folder of the data folder, under opaque names.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStorage } from './storage.ts';

/** Names end in the id's random part, so its last two characters spread evenly. */
export function localStorage(folder: string): FileStorage {
  const pathOf = (id: string): string => path.join(folder, id.slice(-2), id);

  return {
    async put(id, source) {
      const target = pathOf(id);
      const partial = `${target}.part`;
      await mkdir(path.dirname(target), { recursive: true });
      const file = await open(partial, 'wx', 0o600);
      try {
        const hash = createHash('sha256');
        let size = 0;
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.length;
          await file.write(chunk);
        }
        // The row that names this file says "accepted": the bytes must be on disk before it.
        await file.sync();
        await file.close();
        await rename(partial, target);
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
    },

    async *listOlderThan(ageMs) {
      const before = Date.now() - ageMs;
      for (const shelf of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(path.join(folder, shelf)).catch(() => [])) {
          const { mtimeMs } = await stat(path.join(folder, shelf, name));
          if (mtimeMs < before) yield name;
        }
      }
    },
  };
}
