// Collects calls that are made close together, and runs them at once.

import { setImmediate } from 'node:timers';

/** Batches that run at once. What is called meanwhile waits and travels together. */
const maxRunning = 2;
const maxItems = 200;

type Call<Item, Result> = {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function for one item, whose calls are collected per owner: those of one turn of the event loop, and those
 * made while earlier batches run. `run` returns a result for each item, in order, or a promise of it; when `run` throws,
 * all calls of the batch throw.
 */
export function batched<Owner extends object, Item, Result>(
  run: (owner: Owner, items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
): (owner: Owner, item: Item) => Promise<Result> {
  const collectors = new WeakMap<Owner, (call: Call<Item, Result>) => void>();
  return (owner, item) => {
    let collect = collectors.get(owner);
    if (!collect) {
      collect = createCollector((items) => run(owner, items));
      collectors.set(owner, collect);
    }
    return new Promise((resolve, reject) => collect({ item, resolve, reject }));
  };
}

function createCollector<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
): (call: Call<Item, Result>) => void {
  let waiting: Call<Item, Result>[] = [];
  let isScheduled = false;
  let running = 0;

  const schedule = (): void => {
    if (isScheduled || running >= maxRunning || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const calls = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      running++;
      settle(calls).finally(() => {
        running--;
        schedule();
      });
      schedule();
    });
  };

  const settle = async (calls: readonly Call<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result | Promise<Result>);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  return (call) => {
    waiting.push(call);
    schedule();
  };
}
