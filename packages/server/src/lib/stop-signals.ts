// SIGTERM and SIGINT. A terminal, a shell and a supervisor may each send one to the process, within milliseconds: that asks
// once.

import { ExpectedError } from './expected-error.ts';

const togetherMs = 2000;

/**
 * Calls `stop` at the first signal, and ends the process at one that comes at least two seconds later. Returns what stops
 * listening; once it was asked to stop, the process listens until its end, which another signal would cut short.
 */
export function onStopSignals(stop: () => void): () => void {
  let firstAt: number | null = null;
  const onSignal = (): void => {
    const now = performance.now();
    if (firstAt !== null && now - firstAt >= togetherMs) process.exit(1);
    if (firstAt === null) stop();
    firstAt ??= now;
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  return () => {
    if (firstAt === null) process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
  };
}

// Commands that remove what they have begun when they are stopped.

/** Runs it with a signal, which SIGINT and SIGTERM abort with this sentence as an ExpectedError. */
export async function untilStopped<Result>(
  sentence: string,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const forget = onStopSignals(() => stop.abort(new ExpectedError(sentence)));
  try {
    return await run(stop.signal);
  } finally {
    forget();
  }
}
