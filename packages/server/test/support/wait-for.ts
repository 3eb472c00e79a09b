// Waits for conditions, never for fixed times.

/** What many waits at once ask would take the processors from what they wait for. */
const maxPauseMs = 100;

/** Polls, less often as time goes by, until the result is truthy, and returns it. After `withinMs`, throws an error that names `what`. */
export async function waitFor<T>(what: string, ask: () => T | Promise<T>, withinMs = 120_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    if (Date.now() > deadline) throw new Error(`Timed out after ${withinMs} ms waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
