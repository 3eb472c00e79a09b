// What is done once for all who ask for it: values that take a while to make, and calls that are made close together.

import { setImmediate } from 'node:timers';

/** Makes the value at the first call, for all calls. After a failure, the next call tries again. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/** The same function, which calls `make` once for each key, and remembers what it returned. For few keys: none is forgotten. */
export function oncePerKey<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

// Collects calls that are made close together, and runs them at once.

/** How many batches run at once, of how many calls. What is called meanwhile waits for the next one. */
const maxRunning = 2;
const maxItems = 200;

type Call<Owner, Item, Result> = {
  owner: Owner;
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function for one item, whose calls are collected for all owners with the same `keyOf`: those of one turn of the
 * event loop, and those made while earlier batches run. `run` gets the owner of the first call of the batch. It returns a
 * result for each item, in order, or a promise of it; when `run` throws, all calls of the batch throw.
 */
export function coalesce<Owner, Item, Result>(
  keyOf: (owner: Owner) => object,
  run: (owner: Owner, items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
): (owner: Owner, item: Item) => Promise<Result> {
  const collectors = new WeakMap<object, (call: Call<Owner, Item, Result>) => void>();
  return (owner, item) => {
    const key = keyOf(owner);
    const collect = collectors.get(key) ?? createCollector(run);
    collectors.set(key, collect);
    return new Promise((resolve, reject) => collect({ owner, item, resolve, reject }));
  };
}

/**
 * Returns the same function, for reads: calls that are made close together for the same key share one. It begins after they
 * were made, so that none gets what is older. One that fails does not concern those for other keys.
 */
export function sharedReads<Owner extends { db: object }, Key, Value>(
  read: (owner: Owner, key: Key) => Promise<Value>,
): (owner: Owner, key: Key) => Promise<Value> {
  return coalesce(
    ({ db }) => db,
    async (owner, keys: readonly Key[]) => {
      const reads = keys.map(oncePerKey((key: Key) => read(owner, key)));
      await Promise.allSettled(reads);
      return reads;
    },
  );
}

function createCollector<Owner, Item, Result>(
  run: (owner: Owner, items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
): (call: Call<Owner, Item, Result>) => void {
  let waiting: Call<Owner, Item, Result>[] = [];
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
      settle(calls[0]!.owner, calls).finally(() => {
        running--;
        schedule();
      });
      schedule();
    });
  };

  const settle = async (owner: Owner, calls: readonly Call<Owner, Item, Result>[]): Promise<void> => {
    try {
      const items = calls.map(({ item }) => item);
      const results = await run(owner, items);
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
