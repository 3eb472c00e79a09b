// SIGTERM and SIGINT. A terminal, a shell and a supervisor may each send one to the process, within milliseconds: that asks
// once.

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
