// Waiting for conditions, never for times.

/** Asks again and again until the answer is truthy, and answers it; throws what it waited for after `withinMs`. */
export async function waitFor<T>(what: string, ask: () => T | Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
