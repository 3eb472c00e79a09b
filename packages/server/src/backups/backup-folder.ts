// Backups in a folder. A file gets its name last, so that one with this name is always whole.

import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '../database/database-problems.ts';
import { ExpectedError, existsAlready } from '../lib/expected-error.ts';
import { type BackupStore, type BackupTarget, backupNames } from './backup-store.ts';

const dayMs = 86_400_000;
const partEnding = '.part';

export function backupFolder(folder: string): BackupStore {
  const pathOf = (name: string): string => path.join(folder, name);
  return {
    place: folder,
    async *list() {
      for (const name of await readdir(folder)) {
        const found = await stat(pathOf(name)).catch(() => null);
        if (found?.isFile()) yield { name, bytes: found.size };
      }
    },
    file: pathOf,
    async read(name) {
      const found = await stat(pathOf(name)).catch(() => null);
      return found?.isFile() ? { bytes: found.size, stream: createReadStream(pathOf(name)) } : null;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    target: (name) => backupFile(pathOf(name)),
    newTarget: async (time) => fileOfFolder(folder, backupNames(time)),
  };
}

/** A backup in a file of this name. */
export function backupFile(file: string): BackupTarget {
  const giveName = async (partial: string, replaces: boolean): Promise<void> => {
    if (replaces) await rename(partial, file);
    else if (!(await nameNew(partial, file))) throw existsAlready(file);
  };
  return { ...partialFile(file, giveName), place: file, exists: async () => existsSync(file) };
}

/** A backup in this folder, which gets the first of these names that no other one has at its end. */
function fileOfFolder(folder: string, names: Generator<string, never>): BackupTarget {
  let place = folder;
  const first = path.join(folder, names.next().value);
  const giveName = async (partial: string): Promise<void> => {
    for (place = first; !(await nameNew(partial, place)); ) place = path.join(folder, names.next().value);
  };
  return {
    ...partialFile(first, giveName),
    get place() {
      return place;
    },
    exists: async () => false,
  };
}

/** A file without its name, which `giveName` gives it. */
function partialFile(
  file: string,
  giveName: (partial: string, replaces: boolean) => Promise<void>,
): Omit<BackupTarget, 'place' | 'exists'> {
  const partial = `${file}.${randomBytes(6).toString('hex')}${partEnding}`;
  return {
    scratch: partial,
    prepare: (now) => removeStaleParts(path.dirname(file), now),
    explain: (error) => explainFailure(error, file),
    async write(source, check, replaces) {
      const target = await open(partial, 'wx', 0o600);
      try {
        for await (const chunk of source) await target.writeFile(chunk);
        await target.sync();
        await target.close();
        await check(partial);
        const { size } = await stat(partial);
        await giveName(partial, replaces);
        await syncFolder(path.dirname(file));
        return size;
      } catch (error) {
        await target.close().catch(() => {});
        await rm(partial, { force: true });
        throw error;
      }
    },
  };
}

/** Gives a file a name that no other one has, even if two ask for it at once. Whether it could. */
async function nameNew(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(name)) return false;
    // There are no links, as on a memory stick. What else is wrong is so for this as well.
    await rename(file, name);
    return true;
  }
  await rm(file);
  return true;
}

/** Those of a process that was killed. One that is still written is not as old. */
export async function removeStaleParts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/\.[0-9a-f]{12}\.part(\.db(\.sandbox)?(-\w+)?)?$/.test(name)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > dayMs) await rm(file, { force: true });
  }
}

/** For what goes wrong where `file` is written. */
export function explainFailure(error: unknown, file: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EISDIR: 'it is a folder',
    EACCES: 'this account may not write there',
    EPERM: 'this account may not write there',
    EROFS: 'it is on a read-only disk',
    EFBIG: 'it is larger than a file may be there',
    EIO: `the disk fails (${message})`,
  }[code];
  // Without its cause, which would be explained as a full disk of the database.
  if (isDiskFull(error)) return new ExpectedError(`${file} cannot be written: the disk is full.`);
  return reason === undefined ? error : new ExpectedError(`${file} cannot be written: ${reason}.`, { cause: error });
}

/** Flushes a new file name to disk. Windows cannot open folders and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  const handle: FileHandle | null = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
