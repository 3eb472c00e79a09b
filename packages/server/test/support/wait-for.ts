// Waits for conditions, never for fixed times.

/** Polls until the result is truthy, and returns it. After `withinMs`, throws an error that names `what`. */
export async function waitFor<T>(what: string, ask: () => T | Promise<T>, withinMs = 60_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    if (Date.now() > deadline) throw new Error(`Timed out after ${withinMs} ms waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
