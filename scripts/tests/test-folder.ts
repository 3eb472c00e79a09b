// The folder for the temporary files of the tests: in memory if there is room, because services under test flush often.

import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const enoughBytes = 2 * 1024 ** 3;

/** Creates the folder, makes it the system's temporary folder for this process and its children, and removes it at the exit. */
export function useTestFolder(): void {
  const folder = mkdtempSync(path.join(isRoomy() ? memory : tmpdir(), 'frontdesk-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** In a container, this folder is often small, and its files cannot be executed. */
function isRoomy(): boolean {
  if (process.platform !== 'linux') return false;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).find(([, place]) => place === memory)?.[3];
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > enoughBytes;
}
