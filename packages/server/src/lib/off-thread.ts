// Work that may take longer than a request may keep the event loop busy, on a thread of its own. It does one thing at a
// time, and each form and content type gets its turn.

import type Tinypool from 'tinypool';
import { fail } from './errors.ts';
import { createFairQueue } from './fair-queue.ts';

// biome-ignore lint/suspicious/noExplicitAny: any function of one parameter
type Work = (input: any) => unknown;

type Limits = { maxWaiting: number; maxWaitMs: number; maxRunMs: number };

const overloaded = (cause?: unknown): Error => fail('overloaded', { headers: { 'retry-after': '10' } }, cause);

export function createThread({ maxRunMs, ...limits }: Limits) {
  const turns = createFairQueue({ ...limits, refuse: overloaded });
  let pool: Promise<Tinypool> | null = null;

  /**
   * Runs an exported function of the module at `url` (`import.meta.url`) on the thread. Input and result are copied, so they
   * are data only. Throws overloaded if too much of the subject waits, if it waits for too long, or if it runs for too long
   * or needs too much memory, which ends it.
   */
  return <Run extends Work>(subject: string, url: string, name: string, input: Parameters<Run>[0]) =>
    turns.take(subject, async () => {
      pool ??= startPool();
      try {
        const result = await (await pool).run(input, { filename: url, name, signal: AbortSignal.timeout(maxRunMs) });
        return result as Awaited<ReturnType<Run>>;
      } catch (error) {
        throw isEnded(error as NodeJS.ErrnoException) ? overloaded(error) : error;
      }
    });
}

function isEnded({ name, code }: NodeJS.ErrnoException): boolean {
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** The thread ends when it has had nothing to do for a while, and does not keep the process running. */
async function startPool(): Promise<Tinypool> {
  const { default: Tinypool } = await import('tinypool');
  return new Tinypool({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}

/** The thread of this process. What is accepted takes a second or two of a processor at most; a machine may have other work. */
export const offThread = createThread({ maxWaiting: 100, maxWaitMs: 20_000, maxRunMs: 30_000 });
