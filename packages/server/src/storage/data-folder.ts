// The data folder: its entries, and who may read them. Only the account that runs the service: the database holds
// personal data, and the key file opens its secrets.

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { ExpectedError } from '../lib/expected-error.ts';

/** SQLite puts files with the endings `-wal` and `-shm` beside its databases. */
export const dataEntries = {
  database: 'frontdesk.db',
  sandbox: 'sandbox.db',
  files: 'files',
  sizes: 'sizes',
  secretKey: 'secret.key',
  setupLink: 'setup-link.txt',
  backups: 'backups',
} as const;

/** The path of an entry in the data folder. */
export function dataPath(folder: string, entry: keyof typeof dataEntries): string {
  return path.join(folder, dataEntries[entry]);
}

/** The disk that a folder is on, in bytes; `files`: how many more it can hold, null where the file system has no limit. */
export function roomOn(folder: string): { free: number; total: number; files: number | null } {
  const { bavail, blocks, bsize, files, ffree } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize, files: files > 0 ? ffree : null };
}

const others = 0o077;

/**
 * Creates the folder if it is missing, and closes it and its entries to other accounts where they are open. From then on,
 * whatever this process creates is closed to others too. Throws ExpectedError if the folder cannot be used.
 */
export function prepareDataFolder(folder: string): void {
  process.umask(others);
  try {
    createFolder(folder);
    accessSync(folder, constants.W_OK);
    closeToOthers(folder);
  } catch (error) {
    throw new ExpectedError(`The data folder ${folder} cannot be used: ${reasonOf(error)}. Set FRONTDESK_DATA.`, {
      cause: error,
    });
  }
}

/** Not `recursive`, which never returns for folders that the system does not allow, such as those in /proc. */
function createFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (parent !== folder && !existsSync(parent)) createFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // It exists, perhaps since another process created it just now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The folder itself keeps its mode if it has other entries, because then it is not ours alone: a home folder, /tmp. */
function closeToOthers(folder: string): void {
  const entries = readdirSync(folder);
  const own = entries.filter((name) => Object.values(dataEntries).some((entry) => name.startsWith(entry)));
  for (const name of own) closeEntry(path.join(folder, name));
  if (own.length === entries.length) closeOne(folder, statSync(folder));
}

/** A folder is closed last: one that is closed already holds nothing that is open. */
function closeEntry(entry: string): void {
  const stat = lstatSync(entry, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink() || (stat.mode & others) === 0) return;
  if (stat.isDirectory()) for (const name of readdirSync(entry)) closeEntry(path.join(entry, name));
  closeOne(entry, stat);
}

/** Only the owner may change a mode. */
function closeOne(entry: string, { mode, uid }: { mode: number; uid: number }): void {
  if ((mode & others) === 0 || uid !== process.getuid?.()) return;
  try {
    chmodSync(entry, mode & 0o7777 & ~others);
  } catch (error) {
    // Another process may have removed it just now, as SQLite does with its `-wal` file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'it is a file, or inside a file';
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not write there';
  if (code === 'EROFS') return 'it is on a read-only disk';
  if (code === 'ENOENT') return 'it cannot be created there';
  return message;
}
