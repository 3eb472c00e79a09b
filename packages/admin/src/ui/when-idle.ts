// Work that can wait until the first screen is complete.

/** Runs it some seconds after the page has opened. What fails then is tried again when it is needed. */
export function whenIdle(run: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => run().catch(() => {}), 4000);
  return () => clearTimeout(timer);
}
