// Work that may take longer than a request may keep the event loop busy, on a thread of its own.

import type Tinypool from 'tinypool';
import { fail } from '../errors.ts';

const maxMs = 30_000;

let pool: Promise<Tinypool> | null = null;

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

// biome-ignore lint/suspicious/noExplicitAny: any function of one parameter
type Work = (input: any) => unknown;

/**
 * Runs an exported function of the module at `url` (`import.meta.url`) on the thread. Input and result are copied, so they
 * are data only. Work that takes too long, waiting included, is ended and throws overloaded; work that needs too much
 * memory throws as well.
 */
export async function offThread<Run extends Work>(url: string, name: string, input: Parameters<Run>[0]) {
  pool ??= startPool();
  try {
    const result = await (await pool).run(input, { filename: url, name, signal: AbortSignal.timeout(maxMs) });
    return result as Awaited<ReturnType<Run>>;
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    throw fail('overloaded', { headers: { 'retry-after': '10' } }, error);
  }
}
