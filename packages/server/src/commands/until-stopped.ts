// Commands that remove what they have begun when they are stopped.

import { ExpectedError } from '../lib/expected-error.ts';
import { onStopSignals } from '../lib/stop-signals.ts';

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
