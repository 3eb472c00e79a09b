// The process of an import works beside the service, which comes first: for the processors, and for memory. Threads take
// the priority of their process when they start, and V8 reads limits only then, so the process replaces itself.

import { constants, getPriority, setPriority } from 'node:os';
import { compiledSources, runtimeLimits } from '../bundle.mjs';

const priority = constants.priority.PRIORITY_BELOW_NORMAL;

/** Replaces this process, unless it is the process of an import already or runs on Windows. */
export function becomeLowPriorityProcess(): void {
  // Only an administrator may raise a priority that is lower already.
  if (getPriority() < priority) setPriority(priority);
  if (process.platform === 'win32' || process.execArgv.includes(runtimeLimits[0] as string)) return;
  const args = [process.execPath, ...runtimeLimits, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { NODE_COMPILE_CACHE: compiledSources, ...process.env });
}
