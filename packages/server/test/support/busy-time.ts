// How long code keeps this thread busy, without the time of other programs that share the machine.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** The processor time in ms that this thread spends on `run`. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const maxAttempts = 5;

/**
 * The most processor time in ms that this thread spends between two turns of the event loop, in the best of five attempts,
 * or in the first that is below `limitMs`.
 */
export async function longestTurn(limitMs: number, run: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < maxAttempts && shortest >= limitMs; attempt++) {
    let longest = 0;
    let isRunning = true;
    let before = process.threadCpuUsage();
    const sample = (): void => {
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      before = process.threadCpuUsage();
      if (isRunning) setImmediate(sample);
    };
    setImmediate(sample);
    try {
      await run();
    } finally {
      isRunning = false;
    }
    await new Promise((resolve) => setImmediate(resolve));
    shortest = Math.min(shortest, longest);
  }
  return shortest;
}

/** The longest time in ms that the event loop was busy, in the best of five attempts, or in the first that is below `limitMs`. */
export async function longestBlock(limitMs: number, run: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < maxAttempts && shortest >= limitMs; attempt++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await nextSamples(delay);
    delay.reset();
    const busyMs = await cpuMs(run);
    // A block counts only once the timer of the histogram has run after it.
    await nextSamples(delay);
    delay.disable();
    shortest = Math.min(shortest, delay.max / 1e6, busyMs);
  }
  return shortest;
}

async function nextSamples(delay: ReturnType<typeof monitorEventLoopDelay>): Promise<void> {
  const enough = delay.count + 3;
  while (delay.count < enough) await setTimeout(1);
}
