// Waits for commits, of this process and of others: the stamp of the database changes with each (context.ts).

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Context } from '../../context/context.ts';

const lookEveryMs = 100;
const maxWaiting = 1000;

type Stamp = ReturnType<Context['stamp']>;

export type CommitWatch = {
  /** Whether another request may wait. */
  hasRoom(): boolean;
  /** Whether the service is closing: nothing waits any more. */
  isClosed(): boolean;
  /** Until the stamp is another than `seen`, but not longer than `ms`, nor when the signal is aborted or the watch closes. */
  waitForOther(seen: Stamp, ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
};

export function watchCommits(stamp: () => Stamp): CommitWatch {
  const waiting = new Set<{ seen: Stamp; resolve: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const look = (): void => {
    const now = stamp();
    for (const waiter of waiting) if (waiter.seen !== now) waiter.resolve();
  };
  return {
    hasRoom: () => waiting.size < maxWaiting,
    isClosed: () => closed,
    waitForOther: (seen, ms, signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted || ms <= 0) return resolve();
        const end = (): void => {
          waiting.delete(waiter);
          clearTimeout(timeout);
          signal.removeEventListener('abort', end);
          if (waiting.size === 0) clearInterval(timer);
          resolve();
        };
        const waiter = { seen, resolve: end };
        const timeout = setTimeout(end, ms);
        signal.addEventListener('abort', end);
        if (waiting.size === 0) timer = setInterval(look, lookEveryMs);
        waiting.add(waiter);
      }),
    close() {
      closed = true;
      for (const { resolve } of waiting) resolve();
    },
  };
}
