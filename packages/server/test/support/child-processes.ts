// The processes that a service has started, which tests kill too.

import { readdir, readFile } from 'node:fs/promises';

/** The processes that a process has started; none where this is not known. */
export async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const lists = await Promise.all(
    (await readdir(`/proc/${pid}/task`)).map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8')),
  );
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

/** Whether there is a process with this ID. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
