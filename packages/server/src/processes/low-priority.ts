// The process of an import works beside the service, which comes first: for the processor, and for memory. Threads take
// the priority of their process when they start, and V8 reads limits only then, so the process replaces itself.

import { constants, getPriority, setPriority } from 'node:os';
import { compiledSources, memoryLimits } from '../bundle.mjs';

const priority = constants.priority.PRIORITY_BELOW_NORMAL;

/** Replaces this process, unless it is the process of an import already or runs on Windows. */
export function becomeLowPriorityProcess(): void {
  // Only an administrator may raise a priority that is lower already.
  if (getPriority() < priority) setPriority(priority);
  if (process.platform === 'win32' || process.execArgv.includes(memoryLimits[0] as string)) return;
  const args = [process.execPath, ...memoryLimits, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { NODE_COMPILE_CACHE: compiledSources, ...process.env });
}
