// Processor time, which another program on the same machine does not lengthen.

import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The seconds that this process and its children that have ended were busy. Without /proc: those of this process. */
export function processorSeconds(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // proc_pid_stat(5): utime, stime, cutime and cstime follow the name, which stands in parentheses.
  const [, after = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const ticks = after.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, part) => sum + part, 0) / ticksPerSecond;
}
