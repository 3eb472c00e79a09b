// How much the files of SQLite take on disk.

import { stat } from 'node:fs/promises';
import type { DatabaseSize } from './database-load.ts';

/** Of the database at `file`. The log is missing while no process has it open. */
export async function fileSizes(file: string): Promise<DatabaseSize> {
  const [bytes, walBytes] = await Promise.all([file, `${file}-wal`].map(sizeOf));
  return { bytes: bytes as number, walBytes: walBytes as number };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
