// Work of many short steps, between which the event loop serves others.

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

const maxBusyMs = 10;

/** What `make` returns for each value, made one after another. */
export async function mapYielding<Value, Result>(
  values: Iterable<Value>,
  make: (value: Value) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let since = performance.now();
  for (const value of values) {
    results.push(make(value));
    if (performance.now() - since < maxBusyMs) continue;
    await setImmediate();
    since = performance.now();
  }
  return results;
}

/** Returns what to await between two steps of long work: others are served in between when it is their turn. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBusyMs) return;
    await setImmediate();
    since = performance.now();
  };
}

/** A stream of pages, after each of which others are served: what is read at once would otherwise never give them a turn. */
export function streamPages(pages: AsyncIterable<string | Uint8Array>): Readable {
  async function* withPauses() {
    for await (const page of pages) {
      yield page;
      await setImmediate();
    }
  }
  return Readable.from(withPauses(), { objectMode: false });
}
