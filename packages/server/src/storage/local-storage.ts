// Stores files in a folder on disk, under opaque names.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { FileStorage } from './storage.ts';

const partialEnding = '.part';
const touchEveryMs = 3_600_000;

/** Files are spread over subfolders by the last two characters of their ID, which are random. */
export function localStorage(folder: string): FileStorage {
  const pathOf = (id: string): string => path.join(folder, id.slice(-2), id);

  async function* olderThan(ageMs: number): AsyncGenerator<string> {
    const before = Date.now() - ageMs;
    for (const subfolder of await readdir(folder).catch(() => [])) {
      for (const name of await readdir(path.join(folder, subfolder)).catch(() => [])) {
        // A file may be removed while the list is read.
        const found = await stat(path.join(folder, subfolder, name)).catch(() => null);
        if (found && found.mtimeMs < before) yield name;
      }
    }
  }

  return {
    async put(id, source) {
      const target = pathOf(id);
      const partial = `${target}${partialEnding}`;
      const createdFolder = await mkdir(path.dirname(target), { recursive: true });
      const file = await open(partial, 'wx', 0o600);
      try {
        const hash = createHash('sha256');
        let size = 0;
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.length;
          await file.write(chunk);
        }
        // The bytes and their name must be on disk before a row promises that the file was accepted.
        await file.sync();
        await file.close();
        await rename(partial, target);
        await syncFolder(path.dirname(target));
        if (createdFolder !== undefined) await syncFolder(path.dirname(createdFolder));
        return { size, sha256: hash.digest('hex') };
      } catch (error) {
        await file.close().catch(() => {});
        await rm(partial, { force: true });
        throw error;
      }
    },

    async read(id, range) {
      await stat(pathOf(id));
      return createReadStream(pathOf(id), range);
    },

    async readWhole(id, size) {
      const file = await open(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return null;
      });
      if (file && (await file.stat()).size === size) return file.createReadStream();
      await file?.close();
      return null;
    },

    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}${partialEnding}`, { force: true });
    },

    async *list(ending = '') {
      const subfolders = ending.length < 2 ? await readdir(folder).catch(() => []) : [ending.slice(-2)];
      for (const subfolder of subfolders) {
        for (const name of await readdir(path.join(folder, subfolder)).catch(() => [])) {
          const id = name.replace(partialEnding, '');
          if (!id.endsWith(ending)) continue;
          const found = await stat(path.join(folder, subfolder, name)).catch(() => null);
          if (found) yield { id, size: found.size, usedAt: found.mtimeMs };
        }
      }
    },

    async touch(id) {
      const now = Date.now();
      if (now - (await stat(pathOf(id))).mtimeMs > touchEveryMs) await utimes(pathOf(id), now / 1000, now / 1000);
    },

    async *listOlderThan(ageMs) {
      for await (const name of olderThan(ageMs)) if (!name.endsWith(partialEnding)) yield name;
    },

    async removeUnfinished(ageMs) {
      let count = 0;
      for await (const name of olderThan(ageMs)) {
        if (!name.endsWith(partialEnding)) continue;
        await rm(pathOf(name.slice(0, -partialEnding.length)) + partialEnding, { force: true });
        count++;
      }
      return count;
    },
  };
}

/** Flushes new file names to disk. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
}
